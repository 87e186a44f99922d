function bound = response_bound(scale, options)
%RESPONSE_BOUND  How far float arithmetic may take the response from the exact
%  one, for each pixel. SCALE is t^2 ('harris') or t (the other measures), t
%  being the exact trace of the windowed tensor.
%
%  u = 2^-24 is the rounding of one float operation, r the window's radius.
%  - A, B, C of a Gaussian: the tensor's integers are exact, or rounded once
%    where they are large. A tap is rounded once, its first product or its fma
%    once, r more fmas follow; the columns do the same, and round the sum of
%    each pair: at most g = (2 r + 5) u, relative to the sum of absolute values,
%    which is at most sqrt(A B) for C.
%  - A, B, C of a box: rounded once, g = u.
%  - harris: A B and C^2 take that in twice, with A B <= t^2 / 4: g t^2. k t^2
%    takes it in twice: 2 k g t^2. Roundings: C C, det and R at most u t^2 / 4
%    each, or u k t^2 for R below 0; k, t, t t and again t: 4 k u t^2.
%  - min-eigen: an eigenvalue moves no farther than the matrix, g t. Roundings:
%    t and the difference u t each, the root 2.5 u t, half of all that.
%  - noble: A B and C^2 as above, and C C and det: (g + u / 2) t^2, so as much
%    times t for the quotient; its t takes in g + u, it rounds by u, and R is at
%    most t / 4.
%  Products of two such terms and floats below the normal ones are what the 1 %
%  and the last summand are for.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

u = 2^-24;
g = (options.filter_length + 4) * u;
if strcmp(options.window_type, 'box')
    g = u;
end
switch options.measure
    case 'harris'
        bound = scale * (g * (1 + 2 * options.k) ...
            + u * (0.75 + 5 * options.k));
    case 'min-eigen'
        bound = scale * (g + 2.25 * u);
    case 'noble'
        bound = scale * (1.25 * g + u);
end
bound = 1.01 * bound + 1e-30;
end
