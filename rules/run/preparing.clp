; What is done before a choice: the preliminary operations of section 4.1, and the offer.

(defrule preliminary-operations (declare (salience 9000))
   (Now (step ?step))
   (Outline (step ?step) (edges ? $?))
   (Drawn (step ~?step))
   =>
   (draw-again ?step))

(defrule make-offer (declare (salience 8990))
   (Now (step ?step))
   (Outline (step ?step) (edges ? $?))
   (Stock (step ?step))
   =>
   (bind ?names (on-offer (what-is-left)))
   (do-for-all-facts ((?offer Offer)) (not (member$ ?offer:name ?names))
      (retract ?offer))
   (progn$ (?name ?names)
      (assert (Offer (name ?name)))))

(defrule find-what-crosses-internal-edges (declare (salience 8880))
   (logical (Now (step ?step))
            ?outline <- (Outline (step ?step) (edges ? $?)))
   =>
   (progn$ (?match (crossing ?outline (find-all-facts ((?each Match)) TRUE)))
      (assert (Crossing (match ?match)))))
