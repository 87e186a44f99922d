function [passing, threshold] = harris_threshold(response, options)
%HARRIS_THRESHOLD  Which pixels pass, and the threshold as it is reported.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

inside = inside_region(size(response), options);
region = response(inside);
threshold = NaN;
passing = false(size(response));
if isempty(region)
    return
end
lo = min(region);
hi = max(region);
switch options.threshold_mode
    case 'rosin'
        n = options.bins;
        scale = cast(n, class(response)) / (hi - lo);
        if hi == lo || isinf(scale)
            return
        end
        bins = double(min(floor((response - lo) * scale), n - 1));
        counts = accumarray(bins(inside) + 1, 1, [n, 1]);
        bin = harris_rosin_bin(counts);
        threshold = double(lo) + (bin + 1) * (double(hi) - double(lo)) / n;
        passing = bins > bin;
    case 'absolute'
        threshold = options.threshold;
        passing = response > cast(threshold, class(response));
    case 'relative'
        if hi <= 0
            return
        end
        limit = cast(options.threshold, class(response)) * hi;
        threshold = double(limit);
        passing = response > limit;
end
passing = passing & response > 0 & inside;
end

function inside = inside_region(extent, options)
x = (0:extent(2) - 1) - options.roi_x;
y = (0:extent(1) - 1)' - options.roi_y;
width = options.roi_width;
height = options.roi_height;
if width == 0
    width = Inf;
end
if height == 0
    height = Inf;
end
inside = (y >= 0 & y < height) & (x >= 0 & x < width);
end
