(defrule large-while-two "A large triangle, while both are left"
   (Now (step ?step))
   (Stock (step ?step) (left $? large-triangle $? large-triangle $?))
   (Match (id ?match) (name large-triangle) (grades EEE|EEM|EEX|EEO))
   =>
   (propose ?match))
