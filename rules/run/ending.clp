; Nothing is left: what is over is dealt out to the composites held. Something is left: the preliminary operations.

(defrule deal-out (declare (salience 8800))
   (Now (step ?step))
   (Outline (step ?step) (edges))
   (Attempt (number ?number))
   =>
   (bind ?fault (deal-out (history)))
   (if (eq ?fault "")
      then (record solved ?number (find-all-facts ((?tally Tally)) TRUE) (history))
           (assert (Ended))
      else (assert (DeadEnd (reason ?fault)))))

(defrule over (declare (salience 10000))
   (Ended)
   =>
   (halt))

(defrule see (declare (salience 8700))
   (Now (step ?step))
   (Outline (step ?step) (edges ? $?))
   (not (Seen (step ?step)))
   =>
   (assert (Seen (step ?step)))
   (record seen (what-is-left)))
