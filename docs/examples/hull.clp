; A side lies on the convex hull of what is left if no vertex lies beyond it.
(defrule hypotenuse-on-hull "A triangle whose hypotenuse lies on the convex hull"
   (Now (step ?step))
   ?outline <- (Outline (step ?step))
   (Match (id ?match) (name small-triangle|medium-triangle|large-triangle))
   (test (neq (side-grade ?outline ?match 1) O))
   (not (Vertex (point $?point&:(beyond ?outline ?match 1 ?point))))
   =>
   (propose ?match))
