function [xx, yy, xy] = harris_tensor(samples, margin, operator)
%HARRIS_TENSOR  Ix^2, Iy^2 and Ix Iy of the picture and MARGIN pixels around.
%
%  OPERATOR is the name of that which finds the gradient. Outside, the picture
%  goes on with its edge pixels. Channels are summed.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

[derivative, smoothing] = operator_taps(operator);
reach = (numel(derivative) - 1) / 2;
around = margin + reach;
rows = min(max(1 - around:size(samples, 1) + around, 1), size(samples, 1));
columns = min(max(1 - around:size(samples, 2) + around, 1), size(samples, 2));
extended = samples(rows, columns, :);
ix = along_rows(along_columns(extended, smoothing), derivative);
iy = along_rows(along_columns(extended, derivative), smoothing);
xx = sum(ix.^2, 3);
yy = sum(iy.^2, 3);
xy = sum(ix .* iy, 3);
end

% The difference along one axis, the smoothing along the other.
function [derivative, smoothing] = operator_taps(operator)
switch operator
    case 'central'
        derivative = [-1 0 1];
        smoothing = [0 1 0];
    case 'sobel3'
        derivative = [-1 0 1];
        smoothing = [1 2 1];
    case 'scharr3'
        derivative = [-1 0 1];
        smoothing = [3 10 3];
    case 'sobel5'
        derivative = [-1 -2 0 2 1];
        smoothing = [1 4 6 4 1];
    case 'sobel7'
        derivative = [-1 -4 -5 0 5 4 1];
        smoothing = [1 6 15 20 15 6 1];
end
end

function sums = along_columns(values, taps)
count = size(values, 1) - numel(taps) + 1;
sums = 0;
for i = 1:numel(taps)
    sums = sums + taps(i) * values(i:i + count - 1, :, :);
end
end

function sums = along_rows(values, taps)
sums = permute(along_columns(permute(values, [2 1 3]), taps), [2 1 3]);
end
