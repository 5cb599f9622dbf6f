; What is done before a choice: the preliminary operations of section 4.1, and the offer.

(defrule preliminary-operations
   (declare (salience 9000))
   (logical (Now (step ?step)))
   ?outline <- (Outline (step ?step) (edges ? $?))
   =>
   (progn$ (?fact (vertex-array ?outline))
      (assert-string ?fact)))

(defrule make-offer
   (declare (salience 8970))
   (logical (Now (step ?step)))
   (Outline (step ?step) (edges ? $?))
   (Stock (step ?step))
   =>
   (progn$ (?name (on-offer (what-is-left)))
      (assert (Offer (name ?name)))))
