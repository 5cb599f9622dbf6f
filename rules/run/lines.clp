; How a line of a ranking becomes a rule. Words in capitals stand for what the line says; `vertex-order` is the order
; of section 4.1's numbers, which decides where a line leaves matches alike.

(defrule NAME
   (declare (salience SALIENCE))
   (Match (id ?match) (found FOUND) (kind KIND) (name ?nameONLY)GRADESCROSSES)BESIDES
   (Attempt (line ?first&:(<= ?first NUMBER)))
   (not (Proposal (line ~NUMBER)))
   =>
   (assert (Proposal (line NUMBER) (match ?match) (order PREFER(vertex-order ?match (what-is-left))))))

(defrule NAME-rules-out
   (declare (salience SALIENCE))
   (Now (step ?step))
   (Match (id ?match) (found FOUND) (kind KIND) (name ?nameONLY)GRADES)BESIDES
   (not (Proposal (line ~NUMBER)))
   =>
   (assert (RuledOut (match ?match) (step ?step) (line NUMBER) (told FALSE))))

; What a match leaves behind is looked at when it is about to be taken.
(defrule NAME-checks
   (declare (salience SALIENCE))
   (Now (step ?step))
   (Proposal (line ?line&:(> ?line NUMBER)) (match ?match) (order $?order))
   (not (Proposal (order $?better&:(before ?better ?order))))
   (Match (id ?match) (kind KIND) (name ?nameONLY)GRADES)
   (not (Told))
   =>
   (if (has-evidence EVIDENCE ?match (memory))
      then (propose-again)
           (assert (RuledOut (match ?match) (step ?step) (line NUMBER) (told FALSE)))))
