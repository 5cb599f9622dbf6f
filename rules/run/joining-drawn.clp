; A figure lies where all its sides but one end on runs; fitted to points and lines near it, its grades are known.

(defrule match-of-two-sides-of-three (declare (salience 8890))
   (logical (Figure (number ?figure) (kind ?kind) (name ?name) (sides 3) (corner ?corner) (h1 ?h2) (n1 ?n2) (h3 ?h1) (n3 ?n1))
            (Run (end ?a) (heading ?h1) (length ?in) (first ?first&:(and (<= ?n1 ?in) (> ?n1 (- ?in ?first)))))
            (Run (start ?a) (heading ?h2) (length ?out) (last ?last&:(and (<= ?n2 ?out) (> ?n2 (- ?out ?last)))))
            (Offer (name ?name))
            (Vertex (number ?a) (point $?point))
            (Now (step ?step))
            ?outline <- (Outline (step ?step)))
   (test (inside ?outline ?figure ?corner ?point))
   =>
   (bind ?match (match ?outline ?figure ?corner ?point))
   (assert (Match (id ?match) (found joined) (kind ?kind) (name ?name) (grades (grades-at ?outline ?match)))))

(defrule match-of-three-sides-of-four (declare (salience 8890))
   (logical (Figure (number ?figure) (kind ?kind) (name ?name) (sides 4) (corner ?corner)
                       (h4 ?h1) (n4 ?n1) (h1 ?h2) (n1 ?n2) (h2 ?h3) (n2 ?n3))
            (Run (heading ?h2) (start ?a) (end ?b) (length ?n2))
            (Run (end ?a) (heading ?h1) (length ?in) (first ?first&:(and (<= ?n1 ?in) (> ?n1 (- ?in ?first)))))
            (Run (start ?b) (heading ?h3) (length ?out) (last ?last&:(and (<= ?n3 ?out) (> ?n3 (- ?out ?last)))))
            (Offer (name ?name))
            (Vertex (number ?a) (point $?point))
            (Now (step ?step))
            ?outline <- (Outline (step ?step)))
   (test (inside ?outline ?figure ?corner ?point))
   =>
   (bind ?match (match ?outline ?figure ?corner ?point))
   (assert (Match (id ?match) (found joined) (kind ?kind) (name ?name) (grades (grades-at ?outline ?match)))))
