function smallest = harris_moving_min(values, radius)
%HARRIS_MOVING_MIN  The smallest value in the square around each.
%
%  Squares have 2 RADIUS + 1 values a side and are cut by the edge.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

smallest = along_columns(along_columns(values, radius).', radius).';
end

% Windows grow by joining two of them until they are long enough.
function values = along_columns(values, radius)
height = size(values, 1);
edge = Inf(radius, size(values, 2));
values = [edge; values; edge];
covered = 1;
while covered < 2 * radius + 1
    step = min(covered, 2 * radius + 1 - covered);
    values(1:end - step, :) = ...
        min(values(1:end - step, :), values(1 + step:end, :));
    covered = covered + step;
end
values = values(1:height, :);
end
