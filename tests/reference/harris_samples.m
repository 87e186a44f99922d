function samples = harris_samples(picture, channels)
%HARRIS_SAMPLES  The samples that the corners are found in: H-by-W-by-C.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

if ischar(picture) || isstring(picture)
    picture = imread(char(picture));
end
samples = double(picture);
if islogical(picture)
    samples = 255 * samples; % how imread() may return black and white
end
if ndims(samples) > 3 || ~any(size(samples, 3) == [1 3]) || isempty(samples)
    error('harris:picture', ...
        'a picture is an H-by-W or H-by-W-by-3 matrix, not %s', ...
        mat2str(size(picture)));
end
if any(samples(:) ~= floor(samples(:))) || any(samples(:) < 0) ...
        || any(samples(:) > 65535)
    error('harris:picture', 'samples are whole numbers from 0 to 65535');
end
if strcmp(channels, 'gray') && size(samples, 3) == 3
    samples = floor((9798 * samples(:, :, 1) + 19235 * samples(:, :, 2) ...
        + 3735 * samples(:, :, 3) + 2^14) / 2^15);
end
end
