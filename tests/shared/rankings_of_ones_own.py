"""Rankings with rules that somebody wrote in CLIPS notation: they look at what was left, taken and ruled out before."""

from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import ranking_in

BELOW = (
    "  - {rule: pieces-direct, repeat: true}\n"
    "  - {rule: composites-direct, repeat: true}\n"
    "  - pieces-2-3-edges\n"
    "  - composites-2-3-edges\n"
    "  - pieces-1.5-2.5-edges\n"
    "  - pieces-3-edges-only\n"
    "  - pieces-2-edges-only\n"
)
GOOD = "(grades EEE|EEM|EEX|EEEE|EEEM|EEEX)"
LOOK_BACK = {
    "near-last": f"""
(deffunction touches (?before ?last ?outline ?match)
   (loop-for-count (?i 1 3)
      (loop-for-count (?k 1 3)
         (if (and (> (length$ (corner ?before ?last ?i)) 0)
                  (eq (corner ?before ?last ?i) (corner ?outline ?match ?k))) then (return TRUE))))
   FALSE)
(defrule near-last "A piece, if possible one that touches what was taken last"
   (Now (step ?step))
   ?outline <- (Outline (step ?step))
   (Extracted (step ?step) (kind piece) (match ?last))
   ?before <- (Outline (step =(- ?step 1)))
   (Match (id ?match) (kind piece) {GOOD})
   =>
   (propose ?match (if (touches ?before ?last ?outline ?match) then 0 else 1)))""",
    "no-small-early": """
(defrule no-small-early "No small triangle in the first two steps"
   (Now (step ?step&:(< ?step 2)))
   (Match (id ?match) (name small-triangle))
   =>
   (rule-out ?match))
(defrule small-again "A small triangle may be taken again from the third step on"
   (declare (salience 8500))
   (Now (step ?step&:(>= ?step 2)))
   ?out <- (RuledOut (match ?match) (line 1))
   =>
   (retract ?out))""",
    "same-again": f"""
(defrule same-again "A piece of the kind that was taken last"
   (Now (step ?step))
   (Extracted (step ?step) (name ?name))
   (Match (id ?match) (name ?name) {GOOD})
   =>
   (propose ?match))""",
    "counted": f"""
(deftemplate Count (slot n))
(deffacts counting (Count (n 0)))
(defrule count-steps "Counts what was taken"
   (Extracted (step ?step))
   ?count <- (Count (n ?n&=(- ?step 1)))
   =>
   (modify ?count (n ?step)))
(defrule every-other "Every other piece is a large one"
   (Count (n ?n&:(= 0 (mod ?n 2))))
   (Match (id ?match) (kind piece) (name large-triangle|medium-triangle|square) {GOOD})
   =>
   (propose ?match))""",
}
"""Rules by names."""


def ranking_with(rules: str) -> Ranking:
    """Return a ranking with rules of one's own above those of the paper."""
    indented = "\n".join(f"      {line}" for line in rules.splitlines())
    return ranking_in(f"rules:\n  - rule: own\n    clips: |\n{indented}\n{BELOW}", "mine")
