function failures = compare_with_core(folder)
%COMPARE_WITH_CORE  Compares the detector's results with this reference.
%
%  FOLDER holds cases.txt, a line for each case: its name, its picture and
%  its parameters, with tabs between; the pictures; and for each case what
%  harris-picture made of it. Returns how many cases fail.

% gst-video-features
% SPDX-License-Identifier: LGPL-2.1-or-later

cases = read_lines(fullfile(folder, 'cases.txt'));
totals = struct('pixels', 0, 'corners', 0, 'faint', 0, 'same_lists', 0, ...
    'swapped', 0, 'near_rival', 0, 'near_threshold', 0, 'plane', 0, ...
    'bound', 0, 'corner', 0);
failures = 0;
for i = 1:numel(cases)
    fields = strsplit(cases{i}, '\t');
    [problem, totals] = compare_case(folder, fields, totals);
    if ~isempty(problem)
        failures = failures + 1;
        fprintf('FAILED %s: %s (%s)\n', fields{1}, problem, fields{3});
    end
end
report(numel(cases), failures, totals);

% Ties are rare, or something is wrong with what counts as one.
ties = totals.swapped + totals.near_rival + totals.near_threshold;
if ties > totals.corners / 500
    fprintf('FAILED: %d ties are too many\n', ties);
    failures = failures + 1;
end
end

function [problem, totals] = compare_case(folder, fields, totals)
core = read_core(folder, fields{1});
options = options_from_text(fields{3});
samples = harris_samples(read_pnm(fullfile(folder, fields{2})), ...
    options.channels);
[response, scale] = harris_response(samples, options);
bound = response_bound(scale, options);
core.response = reshape(core.response, size(response, 2), []).';
[decided, threshold, core.at] = harris_decide(core.response, options);

[problem, totals] = compare_responses(response, scale, bound, core, totals);
if isempty(problem)
    problem = compare_decisions(core, decided, threshold);
end
if isempty(problem)
    [problem, totals] = compare_lists(response, bound, core, options, totals);
end
end

% Every pixel: within the bound of float arithmetic, and within 1e-5 of the
% picture's largest response. The corners: within 1e-5 of their own response,
% but for faint ones, where R is less than a hundredth of what it is the
% difference of; there the bound alone holds.
function [problem, totals] = compare_responses(exact, scale, bound, core, ...
    totals)
problem = '';
difference = abs(double(core.response) - exact);
plane = max(difference(:)) / max([abs(exact(:)); realmin]);
share = max(difference(:) ./ bound(:));
at = core.at;
clear_ones = at(exact(at) >= scale(at) / 100);
corner = max([0; difference(clear_ones) ./ exact(clear_ones)]);

totals.pixels = totals.pixels + numel(exact);
totals.corners = totals.corners + numel(at);
totals.faint = totals.faint + numel(at) - numel(clear_ones);
totals.plane = max(totals.plane, plane);
totals.bound = max(totals.bound, share);
totals.corner = max(totals.corner, corner);
if ~(plane <= 1e-5)
    problem = sprintf('a response is off by %g of the largest', plane);
elseif ~all(difference(:) <= bound(:))
    problem = sprintf('a response is off by %g times the bound', share);
elseif ~(corner <= 1e-5)
    problem = sprintf('a corner''s response is off by %g of it', corner);
end
end

% From its own response, the detector must have decided exactly as the
% reference decides: nothing is left to rounding there.
function problem = compare_decisions(core, corners, threshold)
problem = '';
if ~isequaln(threshold, core.threshold)
    problem = sprintf('the threshold is %.17g, not %.17g', ...
        core.threshold, threshold);
elseif ~isequal(corners, core.corners)
    problem = sprintf('the %d corners are not the %d of its response', ...
        size(core.corners, 1), size(corners, 1));
end
end

% The whole way in double: the same positions in the same order. Two responses
% that are nearer to each other than their bounds may change places; whatever
% else differs is a failure.
function [problem, totals] = compare_lists(response, bound, core, options, ...
    totals)
problem = '';
[~, threshold, exact_at] = harris_decide(response, options);
if isequal(exact_at, core.at)
    totals.same_lists = totals.same_lists + 1;
    return
end

% All corners, for each one more or less takes the places of others.
options.max_corners = 0;
options.min_distance = 0;
[~, ~, in_exact] = harris_decide(response, options);
[~, ~, in_core] = harris_decide(core.response, options);
only = setxor(in_exact, in_core);
[why_rival, why_threshold] = near_decisions(only, response, bound, ...
    abs(threshold - core.threshold), threshold, options);
totals.near_rival = totals.near_rival + sum(why_rival);
totals.near_threshold = totals.near_threshold + sum(why_threshold);
if any(~why_rival & ~why_threshold)
    problem = sprintf('%d corners differ without a tie', ...
        sum(~why_rival & ~why_threshold));
    return
end
common = in_core(~ismember(in_core, only));
totals.swapped = totals.swapped ...
    + sum(common ~= in_exact(~ismember(in_exact, only)));
if ~is_ordered(response(common), bound(common))
    problem = 'the order of the corners differs without a tie';
end
end

% No response is surely larger than an earlier one.
function ordered = is_ordered(responses, bounds)
surely = flipud(cummax(flipud(responses - bounds)));
ordered = all(surely <= responses + bounds);
end

% Which of the pixels AT were decided by less than the bounds: against another
% pixel, or against the threshold.
function [rival, at_threshold] = near_decisions(at, response, bound, ...
    shift, threshold, options)
rival = false(size(at));
at_threshold = abs(response(at) - threshold) <= bound(at) + shift ...
    + 4 * 2^-24 * (abs(response(at)) + max(abs(response(:))));
for i = 1:numel(at)
    rival(i) = has_near_rival(at(i), response, bound, options);
end
at_threshold = at_threshold & ~rival;
end

% Whether a pixel that may decide over this one is within the bounds. With
% 'maxima' that is also who the first of a block around is.
function near = has_near_rival(at, response, bound, options)
side = options.suppression_radius;
y = mod(at - 1, size(response, 1));
x = floor((at - 1) / size(response, 1));
rows = (max(side * (floor(y / side) - 1), 0):min(side * (floor(y / side) ...
    + 2), size(response, 1)) - 1) + 1;
columns = (max(side * (floor(x / side) - 1), 0):min(side * (floor(x / side) ...
    + 2), size(response, 2)) - 1) + 1;
around = response(rows, columns);
slack = bound(rows, columns);
gap = abs(around - response(at));
gap(y + 2 - rows(1), x + 2 - columns(1)) = Inf;
near = any(gap(:) <= slack(:) + bound(at));
end

function report(n_cases, failures, totals)
fprintf('%d cases, %d failed\n', n_cases, failures);
fprintf('%d pixels: |dR| at most %.2g of the largest |R|', ...
    totals.pixels, totals.plane);
fprintf(' and %.2g of the bound of float arithmetic\n', totals.bound);
fprintf('%d corners: |dR| at most %.2g of R, without %d faint ones\n', ...
    totals.corners, totals.corner, totals.faint);
fprintf('%d lists are the same in double; ties in the other %d:\n', ...
    totals.same_lists, n_cases - totals.same_lists);
fprintf('  %d in the order, %d with a rival, %d with the threshold\n', ...
    totals.swapped, totals.near_rival, totals.near_threshold);
end

function core = read_core(folder, name)
file = fopen(fullfile(folder, [name '-response.f32']));
core.response = fread(file, Inf, 'single=>single');
fclose(file);
lines = read_lines(fullfile(folder, [name '-histogram.csv']));
core.threshold = sscanf(lines{1}, '# threshold=%f');
file = fopen(fullfile(folder, [name '-corners.csv']));
fgetl(file);
corners = fscanf(file, '%f,%f,%f', [3, Inf])';
fclose(file);
core.corners = double(single(reshape(corners, [], 3)));
end

function options = options_from_text(text)
pairs = {};
words = strsplit(strtrim(text), ' ');
for i = 1:numel(words)
    if isempty(words{i})
        continue
    end
    pair = strsplit(words{i}, '=');
    value = str2double(pair{2});
    if isnan(value)
        value = pair{2};
    end
    pairs = [pairs, pair(1), {value}]; %#ok<AGROW>
end
options = harris_options(pairs{:});
end

% A picture with a header of three lines: magic, sides, largest value.
function picture = read_pnm(path)
file = fopen(path);
channels = 1 + 2 * strcmp(fgetl(file), 'P6');
sides = sscanf(fgetl(file), '%d')';
fgetl(file);
picture = fread(file, Inf, 'uint8=>uint8');
fclose(file);
picture = permute(reshape(picture, [channels, sides]), [3 2 1]);
end

function lines = read_lines(path)
lines = strsplit(strtrim(fileread(path)), '\n');
end
