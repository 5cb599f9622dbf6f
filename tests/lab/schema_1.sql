-- A results file as heuristan wrote it before its tables had schema 2: house by two rankings, with backtracking.
CREATE TABLE about("schema" INTEGER);
CREATE TABLE extractions(outline VARCHAR, ranking VARCHAR, way VARCHAR, "version" VARCHAR, time_limit DOUBLE, attempt INTEGER, entry_point INTEGER, number INTEGER, step INTEGER, "rule" VARCHAR, kind VARCHAR, figure VARCHAR, verdict VARCHAR, undone BOOLEAN, kept BOOLEAN);
CREATE TABLE outlines(outline VARCHAR, shape VARCHAR, id VARCHAR, split VARCHAR, "family" VARCHAR, made VARCHAR, corners INTEGER, parts INTEGER, pieces VARCHAR, "sets" INTEGER, area DOUBLE, "exact" BOOLEAN, properties JSON, PRIMARY KEY(outline));
CREATE TABLE rankings(ranking VARCHAR, "name" VARCHAR, "text" VARCHAR, PRIMARY KEY(ranking));
CREATE TABLE results(outline VARCHAR, ranking VARCHAR, way VARCHAR, "version" VARCHAR, time_limit DOUBLE, status VARCHAR, solved BOOLEAN, entry_point INTEGER, attempts INTEGER, restarts INTEGER, extractions INTEGER, undone INTEGER, composites INTEGER, "seconds" DOUBLE, stuck_at INTEGER, message VARCHAR, solutions INTEGER, PRIMARY KEY(outline, ranking, way, "version", time_limit));
INSERT INTO about VALUES
(1);
INSERT INTO outlines VALUES
('42c42e3972c103fd', '05c6868cf1e3fbf0', 'house', 'training', 'simple-11+', NULL, 11, 1, 'tangram', 1, 8.0, true, NULL);
INSERT INTO rankings VALUES
('ed0b5b64709f942f', 'heuristan', 'name: heuristan
title: Rules that need no undoing
note: >-
  What no solution can have is ruled out first; what is certain is taken next; else a piece is chosen, the largest kind
  first, so that the fewest vertices are left. The order of the kinds and the preferences were chosen on the training
  half of outlines that people made (docs/rules/README.md).
composites: none
extension-lines: {shortest: 1, parallel: 1, internal-edge: 0}
rules:
  - bare-corner
  - no-room
  - forced
  - large-triangles
  - squares
  - parallelograms
  - medium-triangles
  - small-triangles
'),
('788bb26d23c584fd', 'pieces-first', 'name: pieces-first
title: Pieces before composites (figures 21 and 22, the reverse)
note: >-
  Every rule for pieces with two whole edges and the third side known stands before the first rule for composites.
composites: paper
most-composites: 3
extension-lines: {shortest: 1, parallel: 1, internal-edge: 1}
rules:
  - {rule: pieces-direct, repeat: true}
  - {rule: pieces-2.5-3.5-edges, repeat: true}
  - {rule: pieces-2-3-edges, repeat: true}
  - {rule: composites-direct, repeat: true}
  - {rule: composites-2.5-3.5-edges, repeat: true}
  - composites-2-3-edges
  - pieces-1.5-2.5-edges
  - pieces-3-edges-only
  - pieces-2-edges-1-extension-line
  - pieces-2-edges-only
');
INSERT INTO results VALUES
('42c42e3972c103fd', 'ed0b5b64709f942f', 'backtracking', '0.1.0+8ab6001c', 0.0, 'solved', true, 1, 1, 0, 7, 0, 0, 0.021590022000054887, NULL, 'solved with 7 extractions, 0 undone', 2),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 'solved', true, 1, 1, 0, 16, 10, 2, 0.10050459900003261, NULL, 'solved with 16 extractions, 10 undone', 2);
INSERT INTO extractions VALUES
('42c42e3972c103fd', 'ed0b5b64709f942f', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 1, 1, 'forced', 'piece', 'small-triangle', 'right', false, true),
('42c42e3972c103fd', 'ed0b5b64709f942f', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 2, 2, 'large-triangles', 'piece', 'large-triangle', 'right', false, true),
('42c42e3972c103fd', 'ed0b5b64709f942f', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 3, 3, 'large-triangles', 'piece', 'large-triangle', 'right', false, true),
('42c42e3972c103fd', 'ed0b5b64709f942f', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 4, 4, 'forced', 'piece', 'square', 'right', false, true),
('42c42e3972c103fd', 'ed0b5b64709f942f', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 5, 5, 'forced', 'piece', 'small-triangle', 'right', false, true),
('42c42e3972c103fd', 'ed0b5b64709f942f', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 6, 6, 'parallelograms', 'piece', 'parallelogram', 'right', false, true),
('42c42e3972c103fd', 'ed0b5b64709f942f', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 7, 7, 'forced', 'piece', 'medium-triangle', 'right', false, true),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 1, 1, 'pieces-2-3-edges', 'piece', 'small-triangle', 'right', false, true),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 2, 2, 'composites-2.5-3.5-edges', 'composite', 'right-trapezium-1x2', 'wrong', true, false),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 3, 3, 'corner-fit', 'piece', 'parallelogram', 'late', true, false),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 4, 4, 'corner-fit', 'piece', 'square', 'late', true, false),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 5, 3, 'corner-fit', 'piece', 'square', 'late', true, false),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 6, 4, 'pieces-2-edges-1-extension-line', 'piece', 'parallelogram', 'late', true, false),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 7, 2, 'pieces-3-edges-only', 'piece', 'square', 'right', false, true),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 8, 3, 'pieces-2-3-edges', 'piece', 'small-triangle', 'wrong', true, false),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 9, 4, 'pieces-2-edges-1-extension-line', 'piece', 'parallelogram', 'late', true, false),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 10, 4, 'corner-fit', 'piece', 'parallelogram', 'late', true, false),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 11, 4, 'corner-fit', 'piece', 'parallelogram', 'late', true, false),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 12, 3, 'corner-fit', 'piece', 'large-triangle', 'right', false, true),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 13, 4, 'pieces-2-3-edges', 'piece', 'large-triangle', 'right', false, true),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 14, 5, 'pieces-2-3-edges', 'piece', 'small-triangle', 'wrong', true, false),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 15, 5, 'pieces-3-edges-only', 'piece', 'parallelogram', 'right', false, true),
('42c42e3972c103fd', '788bb26d23c584fd', 'backtracking', '0.1.0+8ab6001c', 0.0, 1, 1, 16, 6, 'composites-direct', 'composite', 'right-trapezium-1x2', 'right', false, true);
