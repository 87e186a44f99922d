function [corners, threshold, response] = harris_corners(picture, varargin)
%HARRIS_CORNERS  Harris corners of a picture, as docs/ALGORITHM.md defines them.
%
%  CORNERS = HARRIS_CORNERS(PICTURE) finds the corners of PICTURE: an H-by-W
%  (grey) or H-by-W-by-3 (red, green, blue) matrix of whole numbers, or the
%  path of a file that imread() reads.
%
%  CORNERS has one row [x y response] for each corner, the strongest first.
%  x and y count from 0, as everywhere in this project: the corner lies at
%  PICTURE(y + 1, x + 1), or within half a pixel of it with 'subpixel'.
%
%  [CORNERS, THRESHOLD, RESPONSE] = HARRIS_CORNERS(...) returns the threshold
%  too (NaN where there is none) and the response of each pixel, H-by-W.
%
%  HARRIS_CORNERS(PICTURE, NAME, VALUE, ...) sets parameters. A NAME may be
%  written with '-' or '_'.
%
%    'gradient'            'central', 'sobel3', 'sobel5', 'sobel7',
%                          'scharr3'                                 'central'
%    'window-type'         'gaussian' or 'box'                       'gaussian'
%    'filter-length'       side of the window, odd, 1 to 31          5
%    'sigma'               of a Gaussian window, 0.1 to 32           1.5
%    'k'                   Harris and Stephens' constant, 0 to 1     0.04
%    'measure'             'harris', 'min-eigen' or 'noble'          'harris'
%    'bins'                of the histogram, 2 to 65536              256
%    'threshold-mode'      'rosin', 'absolute' or 'relative'         'rosin'
%    'threshold'           for 'absolute', 'relative', at least 0    0
%    'suppression'         'window', 'maxima', 'block' or 'none'     'window'
%    'suppression-radius'  side of a block, 1 to 255                 4
%    'max-corners'         how many to return, 0: all                200
%    'min-distance'        between two corners, 0 to 32768, 0: any   0
%    'grid-columns', 'grid-rows'  cells that share max-corners, each
%                          0 to 256, 0: no grid                      0
%    'subpixel'            'none' or 'quadratic'                     'none'
%    'channels'            'auto', 'gray' or 'color'                 'auto'
%    'roi-x', 'roi-y'      first pixel of the region of interest     0
%    'roi-width', 'roi-height'  of the region, 0: to the edge        0
%
%  Example:
%    corners = harris_corners('building.jpg', 'k', 0.06, 'max-corners', 50);
%
%  See also SHOW_CORNERS.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

options = harris_options(varargin{:});
samples = harris_samples(picture, options.channels);
response = harris_response(samples, options);
[corners, threshold] = harris_decide(response, options);
end
