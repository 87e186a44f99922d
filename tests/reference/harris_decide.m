function [corners, threshold, at] = harris_decide(response, options)
%HARRIS_DECIDE  From the response to the list of corners: threshold,
%  suppression, selection. AT is where in RESPONSE the corners lie.
%
%  Computes in the class of RESPONSE. For one of class single it takes the very
%  decisions of the definition, which fixes them in that precision.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

[passing, threshold] = harris_threshold(response, options);
[rank, order] = harris_order(response);
first = harris_block_maxima(rank, passing, options.suppression_radius);
survivors = sort(harris_suppress(rank, first, options));

% Positions count along the rows.
positions = order(survivors) - 1;
width = size(response, 2);
x = mod(positions, width);
y = floor(positions / width);
kept = harris_select(x, y, size(response), options);
x = x(kept);
y = y(kept);
at = y + 1 + x * size(response, 1);
strength = double(response(at));
if strcmp(options.subpixel, 'quadratic')
    [dx, dy] = harris_subpixel(response, x, y);
    x = double(cast(x + dx, class(response)));
    y = double(cast(y + dy, class(response)));
end
corners = [x, y, strength];
end
