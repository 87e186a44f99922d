function [response, scale] = harris_response(samples, options)
%HARRIS_RESPONSE  How much each pixel is a corner.
%
%  SCALE is the size of the numbers that RESPONSE is the difference of.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

radius = (options.filter_length - 1) / 2;
[xx, yy, xy] = harris_tensor(samples, radius, options.gradient);

taps = window_taps(radius, options);
xx = harris_window(xx, taps);
yy = harris_window(yy, taps);
xy = harris_window(xy, taps);

trace = xx + yy;
switch options.measure
    case 'harris'
        scale = trace.^2;
        response = xx .* yy - xy.^2 - options.k * scale;
    case 'min-eigen'
        scale = trace;
        response = (trace - sqrt((xx - yy).^2 + 4 * xy.^2)) / 2;
    case 'noble'
        scale = trace;
        response = (xx .* yy - xy.^2) ./ trace;
        response(trace == 0) = 0;
end
end

% The weights of the middle, of its neighbours, and so on: those of a Gaussian
% add up to 1 along a row, those of a box are 1 each.
function taps = window_taps(radius, options)
if strcmp(options.window_type, 'box')
    taps = ones(1, radius + 1);
else
    taps = exp(-(0:radius).^2 / (2 * options.sigma^2));
    taps = taps / (taps(1) + 2 * sum(taps(2:end)));
end
end
