; The smaller the subpuzzle, the earlier: numbers behind the match are its order, the smallest first.
(defrule narrow-first "A piece where its subpuzzle is at most four times as large"
   (Now (step ?step))
   ?outline <- (Outline (step ?step))
   (Match (id ?match) (kind piece) (grades EEE|EEM|EEX|EEEE|EEEM|EEEX))
   (test (<= (area-around ?outline ?match) (* 4 (area ?outline ?match))))
   =>
   (propose ?match (area-around ?outline ?match)))
