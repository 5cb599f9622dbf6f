"""What two rankings differ in, and what each difference is worth.

Begin with `mixing`, which says what a difference is and makes rankings that have some of them; `ablation` runs them.
Imports the laboratory's evaluators (`searching`) and its statistics (`reporting`).
"""
