(defrule same-again "A piece of the kind that was taken last"
   (Now (step ?step))
   (Extracted (step ?step) (name ?name))
   (Match (id ?match) (name ?name) (grades EEE|EEM|EEX|EEEE|EEEM|EEEX))
   =>
   (propose ?match))
