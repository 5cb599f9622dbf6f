; A figure lies where its sides lie on runs that begin where the run before ends; at most one side may be open. It stays
; there as long as the runs do, unless what is taken out covers some of it.

(defrule match-of-three-sides (declare (salience 8900))
   (logical (Figure (number ?figure) (kind ?kind) (name ?name) (sides 3) (corner 1)
                       (h1 ?h1) (h2 ?h2) (h3 ?h3) (n1 ?n1) (n2 ?n2) (n3 ?n3))
            (Run (heading ?h1) (start ?a) (end ?b) (length ?n1) (grade ?g1))
            (Run (heading ?h2) (start ?b) (end ?c) (length ?n2) (grade ?g2))
            (Run (heading ?h3) (start ?c) (end ?a) (length ?n3) (grade ?g3))
            (Offer (name ?name))
            (Vertex (number ?a) (point $?point)))
   =>
   (assert (Match (id (place ?figure 1 ?point)) (found joined) (kind ?kind) (name ?name) (grades (best-first ?g1 ?g2 ?g3)))))

(defrule match-of-four-sides (declare (salience 8900))
   (logical (Figure (number ?figure) (kind ?kind) (name ?name) (sides 4) (corner 1)
                       (h1 ?h1) (h2 ?h2) (h3 ?h3) (h4 ?h4) (n1 ?n1) (n2 ?n2) (n3 ?n3) (n4 ?n4))
            (Run (heading ?h1) (start ?a) (end ?b) (length ?n1) (grade ?g1))
            (Run (heading ?h2) (start ?b) (end ?c) (length ?n2) (grade ?g2))
            (Run (heading ?h3) (start ?c) (end ?d) (length ?n3) (grade ?g3))
            (Run (heading ?h4) (start ?d) (end ?a) (length ?n4) (grade ?g4))
            (Offer (name ?name))
            (Vertex (number ?a) (point $?point)))
   =>
   (assert (Match (id (place ?figure 1 ?point)) (found joined) (kind ?kind) (name ?name) (grades (best-first ?g1 ?g2 ?g3 ?g4)))))

(defrule match-of-two-sides-of-three (declare (salience 8890))
   (logical (Figure (number ?figure) (kind ?kind) (name ?name) (sides 3) (open TRUE) (corner ?corner)
                       (h1 ?h2) (n1 ?n2) (h3 ?h1) (n3 ?n1))
            (Run (end ?a) (heading ?h1) (length ?in) (first ?first&:(and (<= ?n1 ?in) (> ?n1 (- ?in ?first)))) (grade ?g1))
            (Run (start ?a) (heading ?h2) (length ?out) (last ?last&:(and (<= ?n2 ?out) (> ?n2 (- ?out ?last)))) (grade ?g2))
            (Offer (name ?name))
            (Vertex (number ?a) (point $?point))
            (not (Match (id =(place ?figure ?corner ?point)) (grades ?closed&:(not (str-index O ?closed))))))
   =>
   (assert (Match (id (place ?figure ?corner ?point)) (found joined) (kind ?kind) (name ?name) (grades (best-first ?g1 ?g2 O)))))

(defrule match-of-three-sides-of-four (declare (salience 8890))
   (logical (Figure (number ?figure) (kind ?kind) (name ?name) (sides 4) (open TRUE) (corner ?corner)
                       (h4 ?h1) (n4 ?n1) (h1 ?h2) (n1 ?n2) (h2 ?h3) (n2 ?n3))
            (Run (heading ?h2) (start ?a) (end ?b) (length ?n2) (grade ?g2))
            (Run (end ?a) (heading ?h1) (length ?in) (first ?first&:(and (<= ?n1 ?in) (> ?n1 (- ?in ?first)))) (grade ?g1))
            (Run (start ?b) (heading ?h3) (length ?out) (last ?last&:(and (<= ?n3 ?out) (> ?n3 (- ?out ?last)))) (grade ?g3))
            (Offer (name ?name))
            (Vertex (number ?a) (point $?point))
            (not (Match (id =(place ?figure ?corner ?point)) (grades ?closed&:(not (str-index O ?closed))))))
   =>
   (assert (Match (id (place ?figure ?corner ?point)) (found joined) (kind ?kind) (name ?name) (grades (best-first ?g1 ?g2 ?g3 O)))))

(defrule find-what-is-covered (declare (salience 8880))
   (logical (Now (step ?step))
            ?outline <- (Outline (step ?step) (edges ? $?)))
   =>
   (progn$ (?match (covered ?outline (find-all-facts ((?each Match)) TRUE)))
      (assert (Covered (match ?match)))))
