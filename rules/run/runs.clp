; Connections joined along lines: sides of figures lie on them.

(defrule run-begins
   (declare (salience 8990))
   (logical (Connection (start ?a) (end ?b) (heading ?heading) (length ?length) (by ?by)))
   =>
   (assert (Run (start ?a) (end ?b) (heading ?heading) (length ?length)
                (first ?length) (last ?length) (grade (if (eq ?by edge) then E else X)))))

(defrule run-goes-on
   (declare (salience 8980))
   (logical (Run (start ?a) (end ?b) (heading ?heading) (length ?length) (first ?first) (grade ?grade)))
   (logical (Connection (start ?b) (end ?c) (heading ?heading) (length ?more) (by ?by)))
   (test (or (< ?length (longest-side)) (< (+ (- ?length ?first) ?more) (longest-side))))
   =>
   (bind ?here (if (eq ?by edge) then E else X))
   (assert (Run (start ?a) (end ?c) (heading ?heading) (length (+ ?length ?more)) (first ?first) (last ?more) (grade (if (eq ?grade ?here) then ?here else M)))))
