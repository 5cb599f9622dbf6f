; Connections joined along lines: sides of figures lie on them. In a drawing a side has only nearly the length of what it
; lies on: there is a run for each length that it nearly has.

(defrule run-begins
   (declare (salience 8990))
   (logical (Connection (start ?a) (end ?b) (heading ?heading) (length ?length) (by ?by)))
   =>
   (progn$ (?near (lengths-near ?length))
      (assert (Run (start ?a) (end ?b) (heading ?heading) (length ?near) (measured ?length)
                   (first ?length) (last ?length) (grade (if (eq ?by edge) then E else X))))))

(defrule run-goes-on
   (declare (salience 8980))
   (logical (Run (start ?a) (end ?b) (heading ?heading) (measured ?length) (first ?first) (grade ?grade))
            (Connection (start ?b) (end ?c) (heading ?heading) (length ?more) (by ?by))
            (test (or (< ?length (longest-side)) (< (+ (- ?length ?first) ?more) (longest-side)))))
   =>
   (bind ?here (if (eq ?by edge) then E else X))
   (progn$ (?near (lengths-near (+ ?length ?more)))
      (assert (Run (start ?a) (end ?c) (heading ?heading) (length ?near) (measured (+ ?length ?more))
                   (first ?first) (last ?more) (grade (if (eq ?grade ?here) then ?here else M))))))

(defrule side-reaches
   (declare (salience 8970))
   (logical (Run (start ?a) (end ?b) (heading ?heading) (length ?length) (first ?first) (last ?last) (grade ?grade)))
   =>
   (progn$ (?side (side-lengths (- ?length ?first) ?length))
      (assert (Reach (way in) (vertex ?b) (heading ?heading) (length ?side) (grade ?grade))))
   (progn$ (?side (side-lengths (- ?length ?last) ?length))
      (assert (Reach (way out) (vertex ?a) (heading ?heading) (length ?side) (grade ?grade)))))
