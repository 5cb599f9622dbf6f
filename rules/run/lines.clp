; How a line of a ranking becomes a rule. Words in capitals stand for what the line says.

(defrule NAME (declare (salience SALIENCE))
   (Match (id ?match) (found FOUND) (kind KIND) (name ?nameONLY)GRADES)BESIDES
   (Attempt (line ?first&:(<= ?first NUMBER))) (not (Proposal (line ~NUMBER)))
   =>
   (propose NUMBER ?matchPREFER))

(defrule NAME-rules-out (declare (salience SALIENCE))
   (Match (id ?match) (found FOUND) (kind KIND) (name ?nameONLY)GRADES)BESIDES
   (not (Proposal (line ~NUMBER)))
   =>
   (rule-out NUMBER ?match))

; What a match leaves behind is looked at when it is about to be taken.
(defrule NAME-checks (declare (salience SALIENCE))
   (Proposal (line ?line&:(> ?line NUMBER)) (match ?match) (order $?order))
   (not (Proposal (order $?better&:(before (length$ ?better) ?better ?order))))
   (Match (id ?match) (kind KIND) (name ?nameONLY)GRADES)
   (not (Told))
   =>
   (if (has-evidence EVIDENCE ?match (memory))
      then (propose-again)
           (rule-out NUMBER ?match)))
