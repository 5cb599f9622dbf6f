; The best of the proposals is taken out, and what follows from it.

(deffunction tell-decision (?line)
   (bind ?untold (find-all-facts ((?out RuledOut)) (not ?out:told)))
   (do-for-fact ((?attempt Attempt)) TRUE
      (record decided ?attempt:line ?line (what-is-left) ?untold))
   (progn$ (?out ?untold)
      (modify ?out (told TRUE)))
   (assert (Told (line ?line) (news (> (length$ ?untold) 0)))))

(defrule decide (declare (salience -7990))
   (Proposal (line ?line))
   (not (Told))
   =>
   (tell-decision ?line))

(defrule find-nothing (declare (salience -8990))
   (Now (step ?step))
   (Outline (step ?step) (edges ? $?))
   (not (Proposal))
   (not (Told))
   =>
   (tell-decision 0))

(defrule extract (declare (salience -8000))
   (Now (step ?step))
   (Told (line ?line))
   (Proposal (line ?line) (match ?match) (order $?order))
   (not (Proposal (order $?better&:(before (length$ ?better) ?better ?order))))
   (Match (id ?match) (kind ?kind) (name ?name))
   =>
   (bind ?others (others-in-order ?match (find-all-facts ((?each Proposal)) TRUE)))
   (forget-proposals)
   (if (fits ?match (what-is-left))
      then (assert (Extracted (step (+ ?step 1)) (line ?line) (match ?match) (kind ?kind) (name ?name) (others ?others)))
      else (refuse ?match ?line)))

(defrule take-out-of-outline (declare (salience 9930))
   (Extracted (step ?step) (match ?match))
   (Now (step =(- ?step 1)))
   ?outline <- (Outline (step =(- ?step 1)))
   (not (Outline (step ?step)))
   =>
   (tally 1 0 0)
   (assert (Outline (step ?step) (edges (edges-without ?match (what-is-left)))
                    (drawn (extension-lines-left ?match (what-is-left))) (numbered (points-numbered ?outline)))))

(defrule take-piece-from-stock (declare (salience 9920))
   (Extracted (step ?step) (kind piece) (name ?name))
   (Stock (step =(- ?step 1)) (left $?left))
   (not (Stock (step ?step)))
   =>
   (assert (Stock (step ?step) (left (delete$ ?left (member$ ?name ?left) (member$ ?name ?left))))))

(defrule keep-stock (declare (salience 9920))
   (Extracted (step ?step) (kind composite))
   (Stock (step =(- ?step 1)) (left $?left))
   =>
   (assert (Stock (step ?step) (left ?left))))

(defrule shorten-abeyance-lists (declare (salience 9910))
   ?extracted <- (Extracted (step ?step))
   (Now (step =(- ?step 1)))
   ?stock <- (Stock (step ?step))
   (Held (step =(- ?step 1)) (taken ?taken) (composite ?composite))
   (not (Held (step ?step) (taken ?taken)))
   =>
   (assert (Held (step ?step) (taken ?taken) (composite ?composite)
                 (sets (sets-left ?taken ?extracted ?stock (what-is-left))))))

(defrule hold-composite (declare (salience 9900))
   (Extracted (step ?step) (kind composite) (name ?name))
   (Now (step =(- ?step 1)))
   ?stock <- (Stock (step ?step))
   (not (Held (step ?step) (taken ?step)))
   =>
   (assert (Held (step ?step) (taken ?step) (composite ?name)
                 (sets (sets-that-make ?name ?step ?stock (what-is-left))))))

(defrule go-on (declare (salience 9890))
   ?extracted <- (Extracted (step ?step) (line ?line))
   (Line (number ?line) (repeat ?repeat))
   ?now <- (Now (step =(- ?step 1)))
   (Attempt (number ?number))
   (Outline (step ?step))
   =>
   (record extracted ?extracted (find-all-facts ((?held Held)) (= ?held:step ?step)) (what-is-left))
   (modify ?now (step ?step))
   (set-line (if (and ?repeat (or (> ?step 1) (= ?number 1))) then ?line else 1)))
