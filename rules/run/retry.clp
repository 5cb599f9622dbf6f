; With retry: where one choice led nowhere, the next match of the same rule is taken (section 4.3: "a new fit will be
; sought"). Only when no such choice is left is the attempt stuck.

(deftemplate Arrived "What is left after an extraction, and the line to be tried there"
   (slot step) (multislot what))

(deftemplate Failed "Where every choice stuck"
   (multislot what))

(deftemplate Retry "The match to be taken at an earlier choice"
   (slot step) (slot line) (slot match)
   (multislot others)
   (slot reason))

(deffunction fail-here ()
   (do-for-all-facts ((?now Now) (?arrived Arrived)) (= ?now:step ?arrived:step)
      (assert (Failed (what ?arrived:what)))))

(deffunction put-back (?step ?reason)
   (do-for-fact ((?extracted Extracted)) (= ?extracted:step ?step)
      (record undone ?extracted ?reason))
   (tally 0 1 0)
   (do-for-all-facts ((?fact Arrived)) (>= ?fact:step ?step)
      (retract ?fact))
   (put-back-to (- ?step 1)))

(defrule arrive (declare (salience 9820))
   (Now (step ?step&:(> ?step 0)))
   (Outline (step ?step))
   (Attempt (line ?line))
   (not (Arrived (step ?step)))
   =>
   (assert (Arrived (step ?step) (what ?line (situation (what-is-left)) (lines-drawn (what-is-left))))))

(defrule recall (declare (salience 9810))
   (Now (step ?step))
   (Outline (step ?step) (edges ? $?))
   (Arrived (step ?step) (what $?what))
   (Failed (what $?what))
   (not (Seen (step ?step)))
   =>
   (assert (DeadEnd (reason "the same was left as before, where every choice stuck"))))

(defrule retry (declare (salience 9995))
   ?end <- (DeadEnd (reason ?reason))
   (Now (step ?now))
   (Outline (step ?now) (edges $?edges))
   (Attempt (number ?attempt))
   (not (Stuck))
   =>
   (if (> (length$ ?edges) 0) then (fail-here))
   (bind ?next (next-open-choice ?attempt
      (find-all-facts ((?fact Outline Stock Held Extracted RuledOut Failed Line)) TRUE)))
   (if (> (length$ ?next) 0)
      then (retract ?end)
           (assert (Retry (step (nth$ 1 ?next)) (line (nth$ 2 ?next)) (match (nth$ 3 ?next))
                          (others (rest$ (rest$ (rest$ ?next)))) (reason ?reason)))
      else (do-for-all-facts ((?arrived Arrived)) TRUE
              (assert (Failed (what ?arrived:what))))
           (do-for-all-facts ((?arrived Arrived)) TRUE
              (retract ?arrived))))

(defrule put-back-for-retry (declare (salience 9994))
   ?retry <- (Retry (step ?step) (reason ?reason))
   (Now (step ?now&:(>= ?now ?step)))
   =>
   (put-back ?now ?reason)
   (if (> ?now ?step)
      then (fail-here)
           (modify ?retry (reason "no other match of the rule leads further"))))

(defrule take-next (declare (salience 9993))
   ?retry <- (Retry (step ?step) (line ?line) (match ?match) (others $?others))
   (Now (step =(- ?step 1)))
   =>
   (retract ?retry)
   (assert (Extracted (step ?step) (line ?line) (match ?match) (kind (match-kind ?match)) (name (match-name ?match))
                      (others ?others))))
