function [rank, order] = harris_order(response)
%HARRIS_ORDER  The order of pixels: the larger response first, then the smaller
%  y, then the smaller x.
%
%  RANK is each pixel's place in it, from 1; ORDER lists the pixels, counted
%  along the rows from 1.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

along = response.';
[~, order] = sort(-along(:)); % keeps the order of equal ones
rank = zeros(size(along));
rank(order) = 1:numel(along);
rank = rank.';
end
