; What is expensive is looked for where a line asks for it.

(defrule want-figures-laid (declare (salience SALIENCE))
   (Now (step ?step))
   (exists (Offer))
   (not (Proposal))
   (not (Laid (step ?step)))
   =>
   (assert (Laid (step ?step))))

(defrule lay-figures (declare (salience 8880))
   (logical (Now (step ?step)) (Laid (step ?step)) (Vertex (number ?vertex) (point $?point) (type convex)))
   =>
   (progn$ (?fact (laid-at ?point (what-is-left)))
      (assert-string ?fact)))

(defrule find-evidence (declare (salience SALIENCE))
   (exists (Offer))
   (not (Proposal))
   (not (Sought (kind evidence)))
   =>
   (assert (Sought (kind evidence)))
   (progn$ (?kind (create$ KINDS))
      (progn$ (?match (matches-with ?kind (memory)))
         (assert (Evidence (kind ?kind) (match ?match))))))

(defrule find-tightest-vertex (declare (salience SALIENCE))
   (exists (Offer))
   (not (Proposal))
   (not (Sought (kind fewest-fits)))
   =>
   (assert (Sought (kind fewest-fits)))
   (progn$ (?match (at-tightest-vertex MUST (memory)))
      (assert (Evidence (kind fewest-fits) (match ?match)))))

(defrule examine-tightest-vertex (declare (salience 8690))
   (Now (step ?step))
   (Tally (undone ?undone&:(> ?undone 0)))
   (exists (Offer))
   (not (Proposal))
   (not (Examined))
   =>
   (assert (Examined))
   (progn$ (?match (refuted-at-tightest-vertex (memory)))
      (assert (RuledOut (match ?match) (step ?step) (line 0) (told TRUE)))))
