; What is expensive is looked for where a line asks for it.

(defrule lay-figures
   (declare (salience SALIENCE))
   (logical (Now (step ?step)) (Vertex (number ?vertex) (point $?point) (type convex)))
   (not (Proposal))
   =>
   (progn$ (?fact (laid-at ?point (what-is-left)))
      (assert-string ?fact)))

(defrule find-evidence
   (declare (salience SALIENCE))
   (exists (Offer))
   (not (Proposal))
   (not (Sought (kind evidence)))
   =>
   (assert (Sought (kind evidence)))
   (progn$ (?kind (create$ KINDS))
      (progn$ (?match (matches-with ?kind (memory)))
         (assert (Evidence (kind ?kind) (match ?match))))))

(defrule find-tightest-vertex
   (declare (salience SALIENCE))
   (exists (Offer))
   (not (Proposal))
   (not (Sought (kind fewest-fits)))
   =>
   (assert (Sought (kind fewest-fits)))
   (progn$ (?match (at-tightest-vertex MUST (memory)))
      (assert (Evidence (kind fewest-fits) (match ?match)))))

(defrule examine-tightest-vertex
   (declare (salience 8690))
   (Now (step ?step))
   (Tally (undone ?undone&:(> ?undone 0)))
   (exists (Offer))
   (not (Proposal))
   (not (Examined))
   =>
   (assert (Examined))
   (progn$ (?match (refuted-at-tightest-vertex (memory)))
      (assert (RuledOut (match ?match) (step ?step) (line 0) (told TRUE)))))
