; No small triangle in the first two steps; what was ruled out is allowed again from the third on.
(defrule no-small-early "No small triangle in the first two steps"
   (Now (step ?step&:(< ?step 2)))
   (Match (id ?match) (name small-triangle))
   =>
   (rule-out ?match))

(defrule small-again "Small triangles from the third step on"
   (Now (step ?step&:(>= ?step 2)))
   ?out <- (RuledOut (match ?match) (line ?line&:(is-of-ones-own ?line)))
   =>
   (retract ?out))
