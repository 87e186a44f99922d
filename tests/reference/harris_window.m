function windowed = harris_window(values, taps)
%HARRIS_WINDOW  Weighs the square around each pixel; the margin is used up.
%
%  TAPS holds the weights of the middle, of its neighbours, and so on, along
%  rows and along columns. Pairs are added first, so that places that mirror
%  each other get equal results, as the definition has it.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

windowed = along_columns(along_columns(values.', taps).', taps);
end

function sums = along_columns(values, taps)
radius = numel(taps) - 1;
middle = radius + 1:size(values, 1) - radius;
sums = taps(1) * values(middle, :);
for i = 1:radius
    sums = sums + taps(i + 1) * (values(middle - i, :) + values(middle + i, :));
end
end
