function first = harris_block_maxima(rank, passing, side)
%HARRIS_BLOCK_MAXIMA  The smallest rank that passes in each block.
%
%  Inf where none does.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

blocks = ceil(size(rank) / side);
padded = Inf(blocks * side);
rank(~passing) = Inf;
padded(1:size(rank, 1), 1:size(rank, 2)) = rank;
padded = reshape(padded, side, blocks(1), side, blocks(2));
first = min(min(padded, [], 1), [], 3);
first = reshape(first, blocks);
end
