function survivors = harris_suppress(rank, first, options)
%HARRIS_SUPPRESS  The ranks of the block maxima FIRST that survive.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

candidates = first(isfinite(first));
switch options.suppression
    case 'none'
        survivors = candidates;
    case 'block'
        best = harris_moving_min(first, 1);
        survivors = first(isfinite(first) & first == best);
    case 'maxima'
        maxima = rank;
        maxima(~ismember(rank, candidates)) = Inf;
        survivors = leaders(maxima, rank, candidates, options);
    case 'window'
        survivors = leaders(rank, rank, candidates, options);
end
survivors = survivors(:);
end

% The candidates that come before all RIVALS of their window.
function ranks = leaders(rivals, rank, candidates, options)
best = harris_moving_min(rivals, options.suppression_radius);
ranks = rank(best == rank & ismember(rank, candidates));
end
