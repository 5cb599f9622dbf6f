; A figure lies where all its sides but one end on runs; fitted to points and lines near it, its grades are known.

(defrule match-of-two-sides-of-three
   (declare (salience 8890))
   (logical (Now (step ?step)) (Offer (name ?name)))
   ?outline <- (Outline (step ?step))
   (Figure (number ?figure) (kind ?kind) (name ?name) (sides 3) (corner ?corner) (h1 ?h2) (n1 ?n2) (h3 ?h1) (n3 ?n1))
   (Run (heading ?h1) (end ?a) (length ?m1) (first ?first))
   (test (and (< (- ?m1 ?first) ?n1) (<= ?n1 ?m1)))
   (Run (heading ?h2) (start ?a) (length ?m2) (last ?last))
   (test (and (< (- ?m2 ?last) ?n2) (<= ?n2 ?m2)))
   (Vertex (number ?a) (point $?point))
   (test (inside ?outline ?figure ?corner ?point))
   (not (Match (id =(match ?outline ?figure ?corner ?point)) (found joined)))
   =>
   (bind ?match (match ?outline ?figure ?corner ?point))
   (assert (Match (id ?match) (found joined) (kind ?kind) (name ?name) (grades (grades-at ?outline ?match))
                  (crosses (crosses-internal-edge ?outline ?match)))))

(defrule match-of-three-sides-of-four
   (declare (salience 8890))
   (logical (Now (step ?step)) (Offer (name ?name)))
   ?outline <- (Outline (step ?step))
   (Figure (number ?figure) (kind ?kind) (name ?name) (sides 4) (corner ?corner)
           (h4 ?h1) (n4 ?n1) (h1 ?h2) (n1 ?n2) (h2 ?h3) (n2 ?n3))
   (Run (heading ?h2) (start ?a) (end ?b) (length ?n2))
   (Run (heading ?h1) (end ?a) (length ?m1) (first ?first))
   (test (and (< (- ?m1 ?first) ?n1) (<= ?n1 ?m1)))
   (Run (heading ?h3) (start ?b) (length ?m3) (last ?last))
   (test (and (< (- ?m3 ?last) ?n3) (<= ?n3 ?m3)))
   (Vertex (number ?a) (point $?point))
   (test (inside ?outline ?figure ?corner ?point))
   (not (Match (id =(match ?outline ?figure ?corner ?point)) (found joined)))
   =>
   (bind ?match (match ?outline ?figure ?corner ?point))
   (assert (Match (id ?match) (found joined) (kind ?kind) (name ?name) (grades (grades-at ?outline ?match))
                  (crosses (crosses-internal-edge ?outline ?match)))))
