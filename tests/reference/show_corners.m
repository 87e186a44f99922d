function corners = show_corners(picture, varargin)
%SHOW_CORNERS  Draws the corners of a picture on it.
%
%  SHOW_CORNERS(PICTURE, NAME, VALUE, ...) takes what HARRIS_CORNERS takes. The
%  redder a mark, the stronger the corner. It needs a display, so the project's
%  tests do not run it.
%
%  Example:
%    show_corners('building.jpg', 'max-corners', 100);

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

if ischar(picture) || isstring(picture)
    picture = imread(char(picture));
end
corners = harris_corners(picture, varargin{:});

% Three channels, so that the colours of the marks are not the picture's too.
if isfloat(picture)
    picture = uint8(picture);
end
if size(picture, 3) == 1
    picture = repmat(picture, [1, 1, 3]);
end

figure;
imshow(picture);
hold on;
% Matrices count from 1, corners from 0.
scatter(corners(:, 1) + 1, corners(:, 2) + 1, 36, ...
    log10(corners(:, 3)), 'LineWidth', 1.5);
colormap(flipud(autumn(64)));
hold off;
title(sprintf('%d corners', size(corners, 1)));
end
