function [corners, threshold] = harris_decide(response, options)
%HARRIS_DECIDE  From the response to the list of corners: threshold,
%  suppression, selection.
%
%  Computes in the class of RESPONSE. For one of class single it takes the very
%  decisions of the definition, which fixes them in that precision.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

[passing, threshold] = harris_threshold(response, options);
[rank, order] = harris_order(response);
first = harris_block_maxima(rank, passing, options.suppression_radius);
survivors = sort(harris_suppress(rank, first, options));
if options.max_corners > 0
    survivors = survivors(1:min(end, options.max_corners));
end

% Positions count along the rows.
positions = order(survivors) - 1;
width = size(response, 2);
x = mod(positions, width);
y = floor(positions / width);
corners = [x, y, double(response(y + 1 + x * size(response, 1)))];
end
