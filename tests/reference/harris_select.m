function kept = harris_select(x, y, sides, options)
%HARRIS_SELECT  Which of the corners (x, y), the strongest first, are kept.
%
%  SIDES is the size of the picture: its height and its width.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

most = options.max_corners;
if most == 0
    most = Inf;
end
cells = [options.grid_columns, options.grid_rows];
room = Inf;
if all(cells > 0)
    room = ceil(most / prod(cells));
end
column = floor(x * cells(1) / sides(2));
row = floor(y * cells(2) / sides(1));

kept = zeros(0, 1);
for i = 1:numel(x)
    if numel(kept) >= most
        break
    end
    same_cell = column(kept) == column(i) & row(kept) == row(i);
    distances = (x(kept) - x(i)).^2 + (y(kept) - y(i)).^2;
    if sum(same_cell) < room && all(distances >= options.min_distance^2)
        kept(end + 1, 1) = i; %#ok<AGROW>
    end
end
end
