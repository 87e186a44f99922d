function check_usage
%CHECK_USAGE  Checks harris_corners() on pictures whose corners are known.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

% A white square from (20, 12) to (39, 31) on black.
square = zeros(48, 64, 'uint8');
square(13:32, 21:40) = 255;
[corners, threshold, response] = harris_corners(square);
expect(isequal(size(response), [48, 64]), 'R has the picture''s size');
expect(size(corners, 1) == 4, 'a square has four corners');
expect(all(corners(:, 3) > threshold), 'corners lie above the threshold');
expect(all(abs(corners(:, 1) - 29.5) >= 9), 'x counts from 0');
expect(all(abs(corners(:, 2) - 21.5) >= 9), 'y counts from 0');
expect(all(diff(corners(:, 3)) <= 0), 'the strongest comes first');

% Names of both spellings, and what the parameters do.
expect(isequal(harris_corners(square, 'max_corners', 3), corners(1:3, :)), ...
    'max_corners cuts the list');
expect(isequal(harris_corners(square, 'max-corners', 3), corners(1:3, :)), ...
    'a name may have a -');
left = harris_corners(square, 'roi-width', 30);
expect(size(left, 1) == 2 && all(left(:, 1) < 30), 'the region cuts');
expect(isempty(harris_corners(square, 'roi-x', 64)), 'nothing lies outside');
expect(isempty(harris_corners(zeros(9, 9))), 'a flat picture has no corner');
eigen = harris_corners(square, 'measure', 'min-eigen');
expect(size(eigen, 1) == 4, 'the other measure finds them too');

% Gradients differ in their size: on a vertical edge by the sum of s.
[~, ~, sobel] = harris_corners(square, 'gradient', 'sobel3', 'k', 1);
[~, ~, plain] = harris_corners(square, 'k', 1);
expect(abs(sobel(22, 21) / plain(22, 21) - 256) <= 1e-9, ...
    'sobel3 is four times as large on an edge');
[~, ~, box] = harris_corners(square, 'window-type', 'box', ...
    'filter-length', 3, 'measure', 'noble');
expect(abs(box(13, 21) - 15 / 8 * 255^2) <= 1e-6, ...
    'a square''s corner has 4 gradients each way, and one of both');

% How corners are spaced and placed.
expect(size(harris_corners(square, 'min-distance', 60), 1) == 1, ...
    'min-distance leaves the strongest');
expect(size(harris_corners(square, 'grid-columns', 2, 'grid-rows', 1, ...
    'max-corners', 2), 1) == 2, 'each cell has its share');
between = harris_corners(square, 'subpixel', 'quadratic');
expect(all(all(abs(between(:, 1:2) - corners(:, 1:2)) <= 0.5)), ...
    'a corner stays within half a pixel');
expect(any(any(between(:, 1:2) ~= corners(:, 1:2))), 'subpixel moves corners');

% Three channels weigh as the sum of their tensors.
[~, ~, colour] = harris_corners(repmat(square, [1, 1, 3]));
expect(all(abs(colour(:) - 9 * response(:)) <= 1e-9 * max(response(:))), ...
    'three equal channels have nine times the response');
gray = harris_corners(repmat(square, [1, 1, 3]), 'channels', 'gray');
expect(isequal(gray, corners), 'white is 255 in grey');

path = [tempname() '.png'];
imwrite(square, path);
from_file = harris_corners(path);
delete(path);
expect(isequal(from_file, corners), 'a path is read');

% Each a call that has to fail.
wrong = {{square, 'sigma'}, {square, 'size', 3}, {square, 'k', 2}, ...
    {square, 'k', NaN}, {square, 'k', 'large'}, {square, 'bins', 2.5}, ...
    {square, 'filter-length', 4}, {square, 'measure', 'moravec'}, ...
    {square, 'gradient', 'roberts'}, {square, 'grid-rows', 2}, ...
    {square, 'min-distance', -1}, {square, 'subpixel', 1}, ...
    {square, 'threshold-mode', 'relative', 'threshold', 1}, ...
    {[], 'k', 0.04}, {zeros(4, 4, 2)}, {0.5 * ones(4)}, {-ones(4)}};
for i = 1:numel(wrong)
    expect(fails(wrong{i}), sprintf('wrong call %d is refused', i));
end
fprintf('all is as it should be\n');
end

function failed = fails(arguments)
failed = false;
try
    harris_corners(arguments{:});
catch
    failed = true;
end
end

function expect(condition, what)
if ~condition
    error('check:failed', 'it is not true that %s', what);
end
end
