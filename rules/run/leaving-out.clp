; With backtracking, where rules of one's own rule out: that is no proof. Where nothing else covers the end of an edge
; that is to be covered next, the run goes on elsewhere.

(defrule look-elsewhere (declare (salience -9005))
   (Told (line 0))
   (Now (step ?step))
   ?must <- (MustCover (step ?step))
   (Focus (match ?match))
   (RuledOut (match ?match) (line ?line&:(is-of-ones-own ?line)))
   =>
   (retract ?must)
   (forget-proposals)
   (set-line 1))
