-- The queries of the report, over the tables `trial`, `chosen` and `run` (heuristan/lab/reporting/selection.py writes them
-- before each): so one that begins with a comma adds tables of its own. What stands in braces is put in.
-- A run is solved *at once* if its first attempt solved it and nothing was undone.

-- query: runs
SELECT place, name, way, version, time_limit, count(*) AS runs,
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
SELECT place, name, way, {by} AS part, count(*) AS outlines,
       count(*) FILTER (solved AND attempts = 1 AND undone = 0) AS at_once,
       count(*) FILTER (solved) AS solved
FROM run
GROUP BY ALL
ORDER BY {order}, any_value(way = 'backtracking'), way, place

-- query: attempts
SELECT place, name, way, maximum, count(*) AS outlines,
       count(*) FILTER (solved AND attempts <= maximum) AS solved
FROM run, (SELECT unnest(range(1, 1 + (SELECT max(attempts) FROM run WHERE solved)))) AS tries (maximum)
WHERE way = 'published'
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, place, maximum

-- query: first_wrong
,
taken AS (
    SELECT place, name, extractions.*
    FROM extractions JOIN run USING (outline, ranking, way, version, time_limit)
),
first_wrong AS (
    SELECT outline, place, way, arg_min(rule, number) AS rule
    FROM taken
    WHERE attempt = 1 AND verdict = 'wrong'
    GROUP BY ALL
)
SELECT place, name, way,
       CASE WHEN rule IS NOT NULL THEN rule
            WHEN solutions IS NULL THEN '(not measured)'
            WHEN solutions = 0 THEN '(no solution)'
            ELSE '(none was wrong)' END AS rule,
       count(*) AS attempts,
       (SELECT count(*) FROM run AS other
        WHERE other.place = run.place AND other.way = run.way
          AND NOT (solved AND attempts = 1 AND undone = 0)) AS failed
FROM run LEFT JOIN first_wrong USING (outline, place, way)
WHERE NOT (solved AND attempts = 1 AND undone = 0)
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, place, rule

-- query: reliability
,
taken AS (
    SELECT place, name, extractions.*
    FROM extractions JOIN run USING (outline, ranking, way, version, time_limit)
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
    SELECT place, name, way, version, outline, 'at once' AS measure, solved AND attempts = 1 AND undone = 0 AS yes
    FROM run
    UNION ALL
    SELECT place, name, way, version, outline, 'solved', solved
    FROM run
)
SELECT other.place, one.name AS first, other.name AS second, way, measure,
       count(*) FILTER (one.yes AND other.yes) AS both,
       count(*) FILTER (one.yes AND NOT other.yes) AS only_first,
       count(*) FILTER (NOT one.yes AND other.yes) AS only_second,
       count(*) FILTER (NOT one.yes AND NOT other.yes) AS neither,
       bool_and(one.version = other.version) AS same_version
FROM answer AS one JOIN answer AS other USING (outline, way, measure)
WHERE one.place = 1 AND other.place > 1
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, other.place, measure

-- query: patterns
,
answer AS (
    SELECT way, 'at once' AS measure, outline, place, solved AND attempts = 1 AND undone = 0 AS yes FROM run
    UNION ALL
    SELECT way, 'solved', outline, place, solved FROM run
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
SELECT place, name, way, count(*) AS runs,
       quantile_disc(undone, 0.5) AS median, quantile_disc(undone, 0.95) AS p95, max(undone) AS maximum,
       count(*) FILTER (undone = 0 AND restarts = 0) AS without, histogram(undone) AS how_often
FROM run
WHERE status <> 'failed'
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
    SELECT place, way, min(number) AS number, arg_min(rule, number) AS rule, arg_min(figure, number) AS figure
    FROM extractions JOIN run USING (outline, ranking, way, version, time_limit)
    WHERE outline = {outline} AND attempt = 1 AND verdict = 'wrong'
    GROUP BY ALL
)
SELECT place, name, way, status, attempts, extractions, undone, weakest, difficulty, seconds, version, ranking,
       wrong.number, wrong.rule, wrong.figure
FROM run LEFT JOIN wrong USING (place, way)
WHERE outline = {outline}
ORDER BY way = 'backtracking', way, place

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
SELECT place, name, rule, outline,
       count(*) AS accepted, count(*) FILTER (is_right) AS were_right,
       count(*) FILTER (taken) AS taken, count(*) FILTER (taken AND is_right) AS taken_right
FROM decisions JOIN (SELECT DISTINCT ranking, version, place, name FROM trial) USING (ranking, version)
WHERE rule IS NOT NULL AND NOT ruled_out AND outline IN (SELECT outline FROM chosen){among}
GROUP BY ALL
ORDER BY place, outline, rule

-- query: taken_by
SELECT outline, id, properties, geojson FROM chosen
WHERE exact AND outline IN (
    SELECT outline FROM extractions JOIN run USING (outline, ranking, way, version, time_limit) WHERE rule = 'pieces-direct'
)
ORDER BY outline
LIMIT {count}

-- query: solutions
SELECT place, outline, list((rule, figure) ORDER BY number)
FROM extractions JOIN run USING (outline, ranking, way, version, time_limit)
WHERE kept AND solved
GROUP BY place, outline
ORDER BY outline, place

-- query: restarts
SELECT count(*) FILTER (solved AND attempts > 1), count(*) FILTER (NOT solved OR attempts > 1) FROM run

-- query: convex_paths
SELECT count(*) FILTER (other.entry_point IS DISTINCT FROM 1), count(*)
FROM run AS one JOIN run AS other USING (outline)
WHERE one.place = 1 AND other.place = 2 AND one.entry_point = 1

-- query: dealt_out
SELECT count(*) FILTER (contains(message, '{undealt}')), count(*) FILTER (composites > 0) FROM run

-- query: second_entry_point
SELECT count(*) FILTER (solved AND entry_point = 2), count(*) FILTER (NOT solved OR attempts > 1) FROM run

-- query: seldom_bounded
SELECT (SELECT count(*) FROM run) - count(*) FILTER (rule = 'pieces-direct'), (SELECT count(*) FROM run)
FROM extractions JOIN run USING (outline, ranking, way, version, time_limit)
WHERE attempt = 1 AND step = 1

-- query: by_two_rules
SELECT count(*) FILTER (NOT others), (SELECT count(*) FROM run)
FROM (
    SELECT outline, bool_or(rule NOT IN ('pieces-direct', 'pieces-2.5-3.5-edges')) AS others
    FROM extractions JOIN run USING (outline, ranking, way, version, time_limit)
    WHERE kept AND solved
    GROUP BY outline
)

-- query: by_corners
SELECT vertices > 10, count(*) FILTER (solved), count(*) FROM run GROUP BY ALL
