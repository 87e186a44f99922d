function options = harris_options(varargin)
%HARRIS_OPTIONS  Parameters from names and values, checked, with defaults.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

options = struct( ...
    'gradient', 'central', ...
    'window_type', 'gaussian', ...
    'filter_length', 5, ...
    'sigma', 1.5, ...
    'k', 0.04, ...
    'measure', 'harris', ...
    'bins', 256, ...
    'threshold_mode', 'rosin', ...
    'threshold', 0, ...
    'suppression', 'window', ...
    'suppression_radius', 4, ...
    'max_corners', 200, ...
    'min_distance', 0, ...
    'grid_columns', 0, ...
    'grid_rows', 0, ...
    'subpixel', 'none', ...
    'channels', 'auto', ...
    'roi_x', 0, ...
    'roi_y', 0, ...
    'roi_width', 0, ...
    'roi_height', 0);

if mod(numel(varargin), 2) ~= 0
    error('harris:options', 'parameters come as pairs of a name and a value');
end
for i = 1:2:numel(varargin)
    name = strrep(lower(varargin{i}), '-', '_');
    if ~isfield(options, name)
        error('harris:options', 'there is no parameter ''%s'', only: %s', ...
            varargin{i}, strjoin(fieldnames(options)', ', '));
    end
    options.(name) = varargin{i + 1};
    if isstring(options.(name))
        options.(name) = char(options.(name));
    end
end

check_choice(options, 'gradient', ...
    {'central', 'sobel3', 'sobel5', 'sobel7', 'scharr3'});
check_choice(options, 'window_type', {'gaussian', 'box'});
check_whole(options, 'filter_length', 1, 31);
if mod(options.filter_length, 2) == 0
    error('harris:options', 'filter_length must be odd');
end
check_number(options, 'sigma', 0.1, 32);
check_number(options, 'k', 0, 1);
check_choice(options, 'measure', {'harris', 'min-eigen', 'noble'});
check_whole(options, 'bins', 2, 65536);
check_choice(options, 'threshold_mode', {'rosin', 'absolute', 'relative'});
check_number(options, 'threshold', 0, realmax);
if strcmp(options.threshold_mode, 'relative') && options.threshold >= 1
    error('harris:options', 'a relative threshold must be below 1');
end
check_choice(options, 'suppression', {'window', 'maxima', 'block', 'none'});
check_whole(options, 'suppression_radius', 1, 255);
check_whole(options, 'max_corners', 0, 2^31 - 1);
check_number(options, 'min_distance', 0, 32768);
check_whole(options, 'grid_columns', 0, 256);
check_whole(options, 'grid_rows', 0, 256);
if (options.grid_columns == 0) ~= (options.grid_rows == 0)
    error('harris:options', 'a grid has columns and rows');
end
check_choice(options, 'subpixel', {'none', 'quadratic'});
check_choice(options, 'channels', {'auto', 'gray', 'color'});
check_whole(options, 'roi_x', 0, 2^31 - 1);
check_whole(options, 'roi_y', 0, 2^31 - 1);
check_whole(options, 'roi_width', 0, 2^31 - 1);
check_whole(options, 'roi_height', 0, 2^31 - 1);
end

function check_number(options, name, lowest, highest)
value = options.(name);
if ~(isnumeric(value) && isscalar(value) && isreal(value) ...
        && value >= lowest && value <= highest)
    error('harris:options', '%s must be a number from %g to %g', ...
        name, lowest, highest);
end
end

function check_whole(options, name, lowest, highest)
check_number(options, name, lowest, highest);
if options.(name) ~= floor(options.(name))
    error('harris:options', '%s must be a whole number', name);
end
end

function check_choice(options, name, choices)
if ~(ischar(options.(name)) && any(strcmp(options.(name), choices)))
    error('harris:options', '%s must be one of: %s', ...
        name, strjoin(choices, ', '));
end
end
