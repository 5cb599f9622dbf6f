; Connections joined along lines: sides of figures lie on them. In a drawing a side has only nearly the length of what it
; lies on: there is a run for each length that it nearly has.

(deffunction assert-run (?a ?b ?heading ?length ?first ?last ?grade)
   (progn$ (?near (lengths-near ?length))
      (assert (Run (start ?a) (end ?b) (heading ?heading) (length ?near) (measured ?length)
                   (first ?first) (last ?last) (grade ?grade)))))

(defrule run-begins (declare (salience 8990))
   (logical (Connection (start ?a) (end ?b) (heading ?heading) (length ?length) (by ?by)))
   =>
   (assert-run ?a ?b ?heading ?length ?length ?length (if (eq ?by edge) then E else X)))

(defrule run-goes-on (declare (salience 8980))
   (logical (Run (start ?a) (end ?b) (heading ?heading) (measured ?length) (first ?first) (grade ?grade))
            (Connection (start ?b) (end ?c) (heading ?heading) (length ?more) (by ?by))
            (test (or (< ?length (longest-side)) (< (+ (- ?length ?first) ?more) (longest-side)))))
   =>
   (bind ?here (if (eq ?by edge) then E else X))
   (assert-run ?a ?c ?heading (+ ?length ?more) ?first ?more (if (eq ?grade ?here) then ?here else M)))
