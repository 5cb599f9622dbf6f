; As published: nothing is undone; where no rule matches, everything is put back, and a fresh attempt starts at the
; next entry point (figures 2, 17 and 23).

(deffunction refuse (?match ?line)
   (do-for-fact ((?now Now)) TRUE
      (assert (RuledOut (match ?match) (step ?now:step) (line -1) (told TRUE)))))

(defrule offer-again (declare (salience 9940))
   (Extracted (step ?step))
   (Now (step =(- ?step 1)))
   ?misfit <- (RuledOut (line -1))
   =>
   (retract ?misfit))

(defrule return-to-first-rule (declare (salience -9000))
   (Now (step ?step&:(> ?step 0)))
   (Attempt (line ?line&:(> ?line 1)))
   ?told <- (Told (line 0))
   =>
   (forget-proposals)
   (set-line 1))

(defrule run-dry (declare (salience -9010))
   ?told <- (Told (line 0))
   =>
   (retract ?told)
   (assert (DeadEnd (reason "no rule matches"))))

(defrule stuck (declare (salience 9990))
   ?end <- (DeadEnd (reason ?reason))
   (Attempt (number ?number))
   (Now (step ?step))
   =>
   (retract ?end)
   (bind ?words (so-far ?step ?reason))
   (record stuck ?number ?words (what-is-left))
   (assert (Failure (attempt ?number) (words ?words)) (Stuck)))

(defrule restart (declare (salience 9980))
   ?stuck <- (Stuck)
   (Attempt (number ?number))
   (EntryPoint (number ?next&=(+ ?number 1)) (line ?line))
   =>
   (retract ?stuck)
   (put-back-to 0)
   (do-for-all-facts ((?fact RuledOut Seen)) TRUE
      (retract ?fact))
   (do-for-fact ((?attempt Attempt)) TRUE
      (modify ?attempt (number ?next) (line ?line)))
   (record attempt ?next ?line))

(defrule no-entry-point-left (declare (salience 9970))
   (Stuck)
   =>
   (record no-entry-point-left (find-all-facts ((?fact Tally Failure)) TRUE))
   (assert (Ended)))
