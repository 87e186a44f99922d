function [dx, dy] = harris_subpixel(response, x, y)
%HARRIS_SUBPIXEL  How far from the pixels (x, y), counted from 0, the tops of
%  the quadratics through the responses around them lie.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

dx = zeros(size(x));
dy = zeros(size(y));
for i = 1:numel(x)
    if min(x(i), y(i)) > 0 && x(i) + 1 < size(response, 2) ...
            && y(i) + 1 < size(response, 1)
        around = double(response(y(i):y(i) + 2, x(i):x(i) + 2));
        [dx(i), dy(i)] = find_top(around);
    end
end
end

% Of 3-by-3 responses.
function [dx, dy] = find_top(r)
dx = 0;
dy = 0;
gx = (r(2, 3) - r(2, 1)) / 2;
gy = (r(3, 2) - r(1, 2)) / 2;
xx = r(2, 3) - 2 * r(2, 2) + r(2, 1);
yy = r(3, 2) - 2 * r(2, 2) + r(1, 2);
xy = (r(3, 3) - r(1, 3) - r(3, 1) + r(1, 1)) / 4;
determinant = xx * yy - xy * xy;
if determinant > 0
    dx = min(max((xy * gy - yy * gx) / determinant, -0.5), 0.5);
    dy = min(max((xy * gx - xx * gy) / determinant, -0.5), 0.5);
end
end
