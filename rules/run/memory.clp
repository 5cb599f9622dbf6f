; The kinds of facts in the working memory. Whatever a run needs is in one of them; what no rule reads is not there.
;
; What is left after some extractions (Outline, Stock, Held) is asserted and retracted, never modified: states are found
; by the numbers of these facts.
;
; Points are the codes of their four projections, lengths codes, headings directions from 0 to 7 (45 degrees each,
; counter-clockwise). Vertices and nodes go by their numbers. A match is a symbol: its figure and its place.

(deftemplate Line "A line of the ranking"
   (slot number)        ; its rank: 1 is the highest
   (slot repeat))       ; TRUE if it is applied until it yields nothing

(deftemplate EntryPoint "Where a fresh attempt starts"
   (slot number)        ; 1 for E1
   (slot line))         ; of the ranking

(deftemplate Figure "A piece or composite in one turn, from one of its corners on"
   (slot number)        ; its place in the order of storage, the largest piece first, then composites
   (slot kind)          ; piece or composite
   (slot name)          ; small-triangle, right-trapezium-1x2 ...
   (slot sides)         ; their number
   (slot open)          ; TRUE if a line takes it with one side open
   (slot corner)        ; the corner from which the next sides are counted
   (slot h1) (slot n1) (slot h2) (slot n2) (slot h3) (slot n3) (slot h4) (slot n4)) ; headings and lengths of sides

(deftemplate Attempt "Where the run is in the ranking"
   (slot number)        ; of the attempt, and of its entry point
   (slot line)          ; the first line to try
   (slot choice))       ; how often proposals were forgotten: then all lines propose again

(deftemplate Now "What is left is that after this many extractions"
   (slot step))

(deftemplate Drawn "The vertex array is that of what was left after this many extractions"
   (slot step))

(deftemplate Outline "The outline after some extractions"
   (slot step)          ; their number
   (multislot edges)    ; in order, each by its start, its end, and 1 if the interior is on its left, -1 if on its right
   (multislot drawn)    ; extension lines drawn before, each by its ends
   (multislot numbered)); the points that have numbers, in the order of their numbers

(deftemplate Stock "The pieces left after some extractions"
   (slot step) (multislot left)) ; a name for each piece

(deftemplate Held "A composite whose pieces are not decided, after some extractions"
   (slot step) (slot taken) ; the step in which it was taken out
   (slot composite)     ; its name
   (multislot sets))    ; its abeyance list: the sets of pieces that can still make it

(deftemplate Extracted "A match was taken out"
   (slot step) (slot line) ; of the rule that took it
   (slot match) (slot kind) (slot name)
   (multislot others))  ; the matches of the same rule that were not taken, in order

(deftemplate Vertex "A vertex or node of the vertex array (section 4.1)"
   (slot number) (multislot point)
   (slot type))         ; convex, concave, edge-node or inside-node

(deftemplate Connection "Neighbours in the vertex array, with the interior on the left"
   (slot start) (slot end) (slot heading) (slot length)
   (slot by))           ; edge or extension-line

(deftemplate Run "Connections joined along a line"
   (slot start) (slot end) (slot heading)
   (slot length)        ; of a side that begins and ends with it
   (slot measured)      ; as drawn
   (slot first) (slot last) ; lengths of its first and its last connection: an open side may begin or end inside them
   (slot grade))        ; E edge, X extension line, M mixed

(deftemplate Offer "A piece that leaves every composite held possible, or a composite that can be made"
   (slot name))

(deftemplate Match "A piece or composite laid inside what is left"
   (slot id)
   (slot found)         ; by joining runs, or laid at a convex vertex
   (slot kind) (slot name)
   (slot grades))       ; of its sides, best first

(deftemplate Crossing "A match lies across an internal edge, in two subpuzzles"
   (slot match))

(deftemplate Covered "A match lies no longer inside what is left"
   (slot match))

(deftemplate RuledOut "A match that no rule takes any more"
   (slot match) (slot step) ; after that many extractions it was ruled out
   (slot line)          ; by this line of the ranking; 0 if by the run itself
   (slot told))         ; FALSE until the next decision

(deftemplate Proposal "A match that the line to be applied accepts"
   (slot line) (slot match)
   (multislot order))   ; the smallest is taken

(deftemplate Told "The decision for the proposals was recorded"
   (slot line)          ; of the proposals; 0 if there are none
   (slot news))         ; TRUE if something was ruled out

(deftemplate Seen "The preliminary operations were recorded"
   (slot step))

(deftemplate Evidence "What speaks for a match or against it"
   (slot kind) (slot match))

(deftemplate Sought "That evidence was looked for"
   (slot kind))

(deftemplate Laid "Figures are laid at the convex vertices of what is left after this many extractions"
   (slot step))

(deftemplate Examined "The matches at the tightest vertex were checked")

(deftemplate DeadEnd "The run cannot go on from what is left"
   (slot reason))

(deftemplate Stuck "The attempt is over without a solution")

(deftemplate Ended "The run is over: a memory that is saved then stays as it is")

(deftemplate Failure "Why an attempt stuck"
   (slot attempt) (slot words))

(deftemplate Tally "How much was done"
   (slot extracted) (slot undone)
   (slot deepest))      ; the most that was out at once

(deffunction tally (?extracted ?undone ?deepest)
   (do-for-fact ((?tally Tally)) TRUE
      (modify ?tally (extracted (+ ?tally:extracted ?extracted)) (undone (+ ?tally:undone ?undone))
                     (deepest (max ?tally:deepest ?deepest)))))

(deffunction what-is-left ()
   (find-all-facts ((?now Now) (?fact Outline Stock Held)) (= ?fact:step ?now:step)))

(deffunction memory ()
   (create$ (what-is-left) (find-all-facts ((?fact RuledOut)) TRUE)))

(deffunction set-line (?line)
   (do-for-fact ((?attempt Attempt)) TRUE
      (modify ?attempt (line ?line))))

(deffunction propose-again ()
   (do-for-all-facts ((?fact Proposal Sought Evidence)) TRUE
      (retract ?fact))
   (do-for-fact ((?attempt Attempt)) TRUE
      (modify ?attempt (choice (+ ?attempt:choice 1)))))

(deffunction forget-proposals ()
   (propose-again)
   (do-for-all-facts ((?fact Told Examined)) TRUE
      (retract ?fact)))

(deffunction draw-again (?step)
   (do-for-fact ((?drawn Drawn) (?before Outline) (?after Outline))
                (and (= ?before:step ?drawn:step) (= ?after:step ?step))
      (progn$ (?fact (array-without ?before ?after (find-all-facts ((?each Vertex Connection)) TRUE)))
         (retract ?fact))
      (progn$ (?fact (array-added ?before ?after))
         (assert-string ?fact))
      (modify ?drawn (step ?step))))

(deffunction put-back-to (?step)
   (forget-proposals)
   (if (any-factp ((?drawn Drawn)) (> ?drawn:step ?step)) then (draw-again ?step))
   (do-for-all-facts ((?fact Outline Stock Held Extracted RuledOut Seen Laid)) (> ?fact:step ?step)
      (retract ?fact))
   (do-for-fact ((?now Now)) TRUE
      (modify ?now (step ?step))))

; Where a line leaves matches alike, the numbers of their vertices decide (section 4.1).
(deffunction propose (?line ?match $?order)
   (assert (Proposal (line ?line) (match ?match) (order ?order (vertex-order ?match (what-is-left))))))

(deffunction rule-out (?line ?match)
   (do-for-fact ((?now Now)) TRUE
      (assert (RuledOut (match ?match) (step ?now:step) (line ?line) (told FALSE)))))

(deffunction history ()
   (find-all-facts ((?fact Outline Stock Held Extracted)) TRUE))
