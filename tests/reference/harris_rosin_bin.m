function bin = harris_rosin_bin(counts)
%HARRIS_ROSIN_BIN  The bin, from 0, that is farthest below Rosin's line: from
%  the histogram's peak to its last bin that is not empty (Rosin 2001).

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

[highest, peak] = max(counts);
last = find(counts > 0, 1, 'last');
i = (peak:last)';
depth = (highest - counts(i)) * (last - peak) ...
    - (highest - counts(last)) * (i - peak);
[~, farthest] = max(depth);
bin = peak + farthest - 2;
end
