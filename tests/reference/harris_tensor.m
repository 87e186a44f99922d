function [xx, yy, xy] = harris_tensor(samples, margin)
%HARRIS_TENSOR  Ix^2, Iy^2 and Ix Iy of the picture and MARGIN pixels around.
%
%  Outside, the picture goes on with its edge pixels. Channels are summed.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

rows = min(max(-margin:size(samples, 1) + margin + 1, 1), size(samples, 1));
columns = min(max(-margin:size(samples, 2) + margin + 1, 1), size(samples, 2));
extended = samples(rows, columns, :);
ix = extended(2:end - 1, 3:end, :) - extended(2:end - 1, 1:end - 2, :);
iy = extended(3:end, 2:end - 1, :) - extended(1:end - 2, 2:end - 1, :);
xx = sum(ix.^2, 3);
yy = sum(iy.^2, 3);
xy = sum(ix .* iy, 3);
end
