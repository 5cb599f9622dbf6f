; With backtracking: the rules order the choices of a complete depth-first search. A match that leads nowhere is put
; back and ruled out, and the rules decide again among the pieces that cover the same end of an edge.

(deftemplate Look "What is left is to be looked at for a dead end")

(deftemplate Arrived "What is left after an extraction, in an order of its own"
   (slot step) (multislot what))

(deftemplate Failed "What was left where there is no solution"
   (multislot what))

(deftemplate MustCover "The end of an edge that must be covered next"
   (slot step)
   (multislot end))     ; the point, its opening and its angle, and TRUE for the edge that leaves it

(deftemplate Focus "A match among which the next choice is made"
   (slot match))        ; any if there is no such limit

(deftemplate Shortcut "Below this composite, held first, so much may be undone"
   (slot step) (slot until))

(deftemplate GivenUp "Everything is put back down to this step"
   (slot step))

(deftemplate Ask "Another opinion may be asked for")

(deftemplate Asked "Another opinion was asked for")

(deffunction put-back (?step ?reason)
   (do-for-fact ((?extracted Extracted)) (= ?extracted:step ?step)
      (record undone ?extracted ?reason))
   (tally 0 1 0)
   (do-for-all-facts ((?fact Arrived MustCover Shortcut)) (>= ?fact:step ?step)
      (retract ?fact))
   (put-back-to (- ?step 1)))

(deffunction must-cover (?step $?end)
   (if (and (> (length$ ?end) 0) (not (any-factp ((?there MustCover)) (= ?there:step ?step))))
      then (assert (MustCover (step ?step) (end ?end)))))

(deffunction refuse (?match ?line)
   (do-for-fact ((?now Now)) TRUE
      (must-cover ?now:step (end-at ?match (memory)))
      (assert (RuledOut (match ?match) (step ?now:step) (line 0) (told TRUE))))
   (set-line ?line)
   (assert (Look)))

(defrule begin (declare (salience 9990))
   ?stuck <- (Stuck)
   ?attempt <- (Attempt)
   ?now <- (Now)
   =>
   (retract ?stuck)
   (modify ?now (step 0))
   (modify ?attempt (number 1) (line 1))
   (record attempt 1 1)
   (assert (Look)))

(defrule arrive (declare (salience 9820))
   (Now (step ?step&:(> ?step 0)))
   (Outline (step ?step) (edges $?edges))
   (not (Arrived (step ?step)))
   =>
   (tally 0 0 ?step)
   (assert (Arrived (step ?step) (what (situation (what-is-left)))))
   (if (> (length$ ?edges) 0) then (assert (Look))))

(defrule recall (declare (salience 9810))
   ?look <- (Look)
   (Now (step ?step))
   (Arrived (step ?step) (what $?what))
   (Failed (what $?what))
   (not (Seen (step ?step)))
   =>
   (retract ?look)
   (assert (DeadEnd (reason "the same was left before, and it has no solution"))))

(defrule look (declare (salience 9800))
   ?look <- (Look)
   (Now (step ?step))
   (Outline (step ?step) (edges ? $?))
   (Tally (undone ?undone))
   =>
   (retract ?look)
   (bind ?harder (>= ?undone 12))
   (bind ?why (dead-end ?harder (memory)))
   (bind ?end (tightest-end ?harder (memory)))
   (progn$ (?match (never-in-a-solution ?harder (memory)))
      (assert (RuledOut (match ?match) (step ?step) (line 0) (told TRUE))))
   (must-cover ?step ?end)
   (if (neq ?why "") then (assert (DeadEnd (reason ?why)))))

(defrule look-again (declare (salience 9790))
   ?told <- (Told (news TRUE))
   =>
   (modify ?told (news FALSE))
   (assert (Look)))

(defrule focus-anywhere (declare (salience 8960))
   (logical (Now (step ?step)) (not (MustCover (step ?step))))
   =>
   (assert (Focus (match any))))

(defrule focus (declare (salience 8960))
   (logical (Now (step ?step)) (MustCover (step ?step) (end $?end)))
   =>
   (progn$ (?match (covering ?end (what-is-left)))
      (assert (Focus (match ?match)))))

(defrule hold-shortcut (declare (salience 9895))
   (Extracted (step ?step) (kind composite))
   (not (Held (step =(- ?step 1))))
   (Now (step =(- ?step 1)))
   (Tally (undone ?undone))
   =>
   (assert (Shortcut (step ?step) (until (+ ?undone 24)))))

(defrule give-up (declare (salience 9700))
   (Shortcut (step ?first) (until ?until))
   (Tally (undone ?undone&:(>= ?undone ?until)))
   (Now (step ?step))
   (Outline (step ?step) (edges ? $?))
   =>
   (assert (GivenUp (step ?first))))

(defrule give-up-step (declare (salience 9985))
   ?given-up <- (GivenUp (step ?first))
   (Now (step ?step&:(>= ?step ?first)))
   (Extracted (step ?step) (match ?match) (line ?line))
   =>
   (put-back ?step "the search with composites held grew too large; their vertices are tried piece by piece")
   (if (= ?step ?first) then (retract ?given-up) (refuse ?match ?line)))

(defrule run-dry (declare (salience -9010))
   ?told <- (Told (line 0))
   =>
   (retract ?told)
   (assert (DeadEnd (reason "no match here leads to a solution"))))

(defrule undo (declare (salience 9980))
   ?end <- (DeadEnd (reason ?reason))
   (Now (step ?step))
   (Extracted (step ?step) (match ?match) (line ?line))
   (Arrived (step ?step) (what $?what))
   =>
   (retract ?end)
   (assert (Failed (what ?what)))
   (put-back ?step ?reason)
   (refuse ?match ?line)
   (assert (Ask)))

(defrule ask (declare (salience 9989))
   ?ask <- (Ask)
   ?tally <- (Tally (undone ?undone&:(>= ?undone 30)))
   (not (Asked))
   =>
   (assert (Asked))
   (retract ?ask)
   (bind ?why (opinion))
   (if (neq ?why "") then (record gave-up ?tally ?why) (assert (Ended))))

(defrule do-not-ask (declare (salience 9988))
   ?ask <- (Ask)
   =>
   (retract ?ask))

(defrule exhausted (declare (salience 9980))
   (DeadEnd (reason ?reason))
   (Now (step 0))
   =>
   (record exhausted (find-all-facts ((?tally Tally)) TRUE) (what-is-left))
   (assert (Ended)))
