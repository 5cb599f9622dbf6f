(defrule diagonal "A piece whose longest side runs aslant"
   (Now (step ?step))
   ?outline <- (Outline (step ?step))
   (Match (id ?match) (kind piece) (grades EEE|EEM|EEX|EEEE|EEEM|EEEX))
   (test (is-diagonal (heading ?outline ?match 1)))
   =>
   (propose ?match))
