-- The queries of the report, over the tables `trial`, `chosen` and `run` (heuristan/lab/reporting/selection.py writes them
-- before each): so one that begins with a comma adds tables of its own. What stands in braces is put in.
-- A run is solved *at once* if its first attempt solved it and nothing was undone. An outline may have several runs, in
-- positions and with seeds: then it is a cluster, and the sums of squares are for intervals.

-- query: runs
SELECT place, name, way, version, time_limit, count(*) AS runs, count(DISTINCT position) AS positions,
       count(DISTINCT seed) AS seeds,
       count(*) FILTER (solved) AS solved,
       count(*) FILTER (status = 'stuck') AS stuck,
       count(*) FILTER (status = 'unsolvable') AS unsolvable,
       count(*) FILTER (status = 'limit') AS at_the_limit,
       count(*) FILTER (status = 'failed') AS failed,
       count(*) FILTER (solutions IS NULL) AS without_verdicts
FROM run
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, place

-- query: rates
,
of_outline AS (
    SELECT place, name, way, {by} AS part, outline, any_value(kind) AS kind, any_value(vertices) AS vertices,
           count(*) AS runs, count(*) FILTER (solved) AS hit,
           count(*) FILTER (solved AND attempts = 1 AND undone = 0) AS first
    FROM run
    GROUP BY ALL
)
SELECT place, name, way, part, max(runs) AS runs_of_each,
       count(*) AS outlines, sum(first) AS at_once, sum(runs) AS runs,
       sum(first * first) AS first_first, sum(first * runs) AS first_runs, sum(runs * runs) AS runs_runs,
       count(*) AS outlines_again, sum(hit) AS solved, sum(runs) AS runs_again,
       sum(hit * hit) AS hit_hit, sum(hit * runs) AS hit_runs, sum(runs * runs) AS runs_runs_again,
       count(*) FILTER (first = runs) AS at_once_in_all, count(*) FILTER (first > 0) AS at_once_in_some,
       count(*) FILTER (hit = runs) AS in_all, count(*) FILTER (hit > 0) AS in_some
FROM of_outline
GROUP BY ALL
ORDER BY {order}, any_value(way = 'backtracking'), way, place

-- query: attempts
,
of_outline AS (
    SELECT place, name, way, maximum, outline, count(*) AS runs,
           count(*) FILTER (solved AND attempts <= maximum) AS hit
    FROM run, (SELECT unnest(range(1, 1 + (SELECT max(attempts) FROM run WHERE solved)))) AS tries (maximum)
    WHERE way = 'published'
    GROUP BY ALL
)
SELECT place, name, way, maximum, count(*) AS outlines, sum(hit) AS solved, sum(runs) AS runs,
       sum(hit * hit) AS hit_hit, sum(hit * runs) AS hit_runs, sum(runs * runs) AS runs_runs
FROM of_outline
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, place, maximum

-- query: first_wrong
,
taken AS (
    SELECT place, name, extractions.*
    FROM extractions JOIN run USING (outline, ranking, way, position, seed, version, time_limit)
),
first_wrong AS (
    SELECT outline, place, way, position, seed, arg_min(rule, number) AS rule
    FROM taken
    WHERE attempt = 1 AND verdict = 'wrong'
    GROUP BY ALL
),
failed AS (
    SELECT place, name, way, outline,
           CASE WHEN rule IS NOT NULL THEN rule
                WHEN solutions IS NULL THEN '(not measured)'
                WHEN solutions = 0 THEN '(no solution)'
                ELSE '(none was wrong)' END AS rule,
           count(*) AS hit
    FROM run LEFT JOIN first_wrong USING (outline, place, way, position, seed)
    WHERE NOT (solved AND attempts = 1 AND undone = 0)
    GROUP BY ALL
),
of_outline AS (
    SELECT place, way, outline, sum(hit) AS runs
    FROM failed
    GROUP BY ALL
),
of_all AS (
    SELECT place, way, count(*) AS outlines, sum(runs) AS all_runs, sum(runs * runs) AS runs_runs
    FROM of_outline
    GROUP BY ALL
)
SELECT place, name, way, rule, outlines, sum(hit) AS attempts, all_runs,
       sum(hit * hit) AS hit_hit, sum(hit * runs) AS hit_runs, runs_runs
FROM failed JOIN of_outline USING (place, way, outline) JOIN of_all USING (place, way)
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, place, rule

-- query: reliability
,
taken AS (
    SELECT place, name, extractions.*
    FROM extractions JOIN run USING (outline, ranking, way, position, seed, version, time_limit)
),
of_outline AS (
    SELECT place, name, way, {by} AS part, outline,
           count(*) FILTER (verdict = 'right') AS hit,
           count(*) FILTER (verdict IN ('right', 'wrong')) AS judged,
           count(*) FILTER (verdict = 'late') AS late,
           count(*) FILTER (verdict IS NULL) AS not_measured
    FROM taken{attempts}
    GROUP BY ALL
)
SELECT place, name, way, part,
       sum(hit)::BIGINT AS were_right, sum(judged - hit)::BIGINT AS were_wrong,
       sum(late)::BIGINT AS late, sum(not_measured)::BIGINT AS not_measured,
       -- outlines as clusters, for the interval
       count(*) FILTER (judged > 0) AS outlines,
       sum(hit * hit)::BIGINT AS hit_hit, sum(hit * judged)::BIGINT AS hit_judged,
       sum(judged * judged)::BIGINT AS judged_judged
FROM of_outline
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, place, part

-- query: pairs
,
answer AS (
    SELECT place, name, way, version, outline, position, seed, max(seed) OVER (PARTITION BY place) AS seeds,
           unnest(['at once', 'solved']) AS measure, unnest([solved AND attempts = 1 AND undone = 0, solved]) AS yes
    FROM run
),
-- the runs of an outline in one position are pairs; where both rankings have seeds, those with the same
pair AS (
    SELECT other.place, one.name AS first, other.name AS second, way, measure, outline,
           count(*) FILTER (one.yes AND other.yes) AS twice,
           count(*) FILTER (one.yes AND NOT other.yes) AS only_first,
           count(*) FILTER (NOT one.yes AND other.yes) AS only_second,
           count(*) FILTER (NOT one.yes AND NOT other.yes) AS neither,
           bool_and(one.version = other.version) AS same_version
    FROM answer AS one JOIN answer AS other USING (outline, way, measure, position)
    WHERE one.place = 1 AND other.place > 1 AND (one.seed = other.seed OR one.seeds = 0 OR other.seeds = 0)
    GROUP BY ALL
)
SELECT place, first, second, way, measure,
       sum(twice)::BIGINT AS both, sum(only_first)::BIGINT AS only_first, sum(only_second)::BIGINT AS only_second,
       sum(neither)::BIGINT AS neither, bool_and(same_version) AS same_version,
       histogram(only_second - only_first) AS net
FROM pair
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, place, measure

-- query: patterns
,
answer AS (
    SELECT way, outline, place,
           unnest(['at once', 'solved']) AS measure, unnest([solved AND attempts = 1 AND undone = 0, solved]) AS yes
    FROM (FROM run WHERE position = 0 QUALIFY seed = min(seed) OVER (PARTITION BY place))
),
pattern AS (
    SELECT way, measure, outline, list(yes ORDER BY place) AS successes
    FROM answer
    GROUP BY ALL
)
SELECT way, measure, list(successes) AS patterns, list(outlines) AS outlines
FROM (
    SELECT way, measure, successes, count(*) AS outlines
    FROM pattern
    WHERE len(successes) = (SELECT count(DISTINCT place) FROM run WHERE run.way = pattern.way)
    GROUP BY ALL
)
WHERE len(successes) >= 3
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, measure

-- query: undone
,
of_outline AS (
    SELECT place, name, way, outline, avg(undone) AS undone, count(*) AS runs,
           count(*) FILTER (undone = 0 AND restarts = 0) AS hit
    FROM run
    WHERE status <> 'failed'
    GROUP BY ALL
),
of_all AS (
    SELECT place, name, way, quantile_disc(undone, 0.5) AS median, quantile_disc(undone, 0.95) AS p95,
           max(undone) AS maximum
    FROM run
    WHERE status <> 'failed'
    GROUP BY ALL
)
SELECT place, name, way, median, p95, maximum, histogram(undone) AS how_often,
       count(*) AS outlines, sum(hit) AS without, sum(runs) AS runs,
       sum(hit * hit) AS hit_hit, sum(hit * runs) AS hit_runs, sum(runs * runs) AS runs_runs
FROM of_outline JOIN of_all USING (place, name, way)
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, place

-- query: time
SELECT place, name, way, count(*) AS runs,
       quantile_disc(seconds, 0.1) AS p10, quantile_disc(seconds, 0.5) AS median,
       quantile_disc(seconds, 0.9) AS p90, quantile_disc(seconds, 0.99) AS p99, max(seconds) AS longest,
       round(sum(seconds), 3) AS total, count(*) FILTER (status = 'limit') AS at_the_limit
FROM run
WHERE status <> 'failed'
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, place

-- query: runs_of
,
wrong AS (
    SELECT place, way, position, seed, min(number) AS number, arg_min(rule, number) AS rule,
           arg_min(figure, number) AS figure
    FROM extractions JOIN run USING (outline, ranking, way, position, seed, version, time_limit)
    WHERE outline = {outline} AND attempt = 1 AND verdict = 'wrong'
    GROUP BY ALL
)
SELECT place, name, way, position, seed, status, attempts, extractions, undone, weakest, difficulty, seconds, version,
       ranking, wrong.number, wrong.rule, wrong.figure
FROM run LEFT JOIN wrong USING (place, way, position, seed)
WHERE outline = {outline}
ORDER BY way = 'backtracking', way, place, position, seed

-- query: drawn
SELECT outline, id, properties, geojson
FROM chosen
WHERE exact AND outline IN (SELECT outline FROM run)
ORDER BY outline
LIMIT {count}

-- query: provenance
SELECT DISTINCT machine, processors, python, libraries, time_limit
FROM sessions
WHERE session IN (SELECT session FROM run)
ORDER BY ALL

-- query: judged
SELECT asked.place, name, rule, outline,
       count(*) AS accepted, count(*) FILTER (is_right) AS were_right,
       count(*) FILTER (taken) AS taken, count(*) FILTER (taken AND is_right) AS taken_right
FROM decisions JOIN (SELECT DISTINCT ranking, version, place, name FROM trial) AS asked USING (ranking, version)
WHERE rule IS NOT NULL AND NOT ruled_out AND outline IN (SELECT outline FROM chosen){among}
GROUP BY ALL
ORDER BY asked.place, outline, rule

-- query: taken_by
SELECT outline, id, properties, geojson FROM chosen
WHERE exact AND outline IN (
    SELECT outline FROM extractions JOIN run USING (outline, ranking, way, position, seed, version, time_limit)
    WHERE rule = 'pieces-direct'
)
ORDER BY outline
LIMIT {count}

-- query: solutions
SELECT place, outline, list((rule, figure) ORDER BY number)
FROM extractions JOIN run USING (outline, ranking, way, position, seed, version, time_limit)
WHERE kept AND solved AND position = 0
GROUP BY place, outline
ORDER BY outline, place

-- query: restarts
SELECT count(*) FILTER (solved AND attempts > 1), count(*) FILTER (NOT solved OR attempts > 1) FROM run

-- query: convex_paths
SELECT count(*) FILTER (other.entry_point IS DISTINCT FROM 1), count(*)
FROM run AS one JOIN run AS other USING (outline, position)
WHERE one.place = 1 AND other.place = 2 AND one.entry_point = 1

-- query: dealt_out
SELECT count(*) FILTER (contains(message, '{undealt}')), count(*) FILTER (composites > 0) FROM run

-- query: second_entry_point
SELECT count(*) FILTER (solved AND entry_point = 2), count(*) FILTER (NOT solved OR attempts > 1) FROM run

-- query: seldom_bounded
SELECT (SELECT count(*) FROM run) - count(*) FILTER (rule = 'pieces-direct'), (SELECT count(*) FROM run)
FROM extractions JOIN run USING (outline, ranking, way, position, seed, version, time_limit)
WHERE attempt = 1 AND step = 1

-- query: by_two_rules
SELECT count(*) FILTER (NOT others), (SELECT count(*) FROM run)
FROM (
    SELECT outline, bool_or(rule NOT IN ('pieces-direct', 'pieces-2.5-3.5-edges')) AS others
    FROM extractions JOIN run USING (outline, ranking, way, position, seed, version, time_limit)
    WHERE kept AND solved
    GROUP BY outline
)

-- query: by_corners
SELECT vertices > 10, count(*) FILTER (solved), count(*) FROM run GROUP BY ALL
