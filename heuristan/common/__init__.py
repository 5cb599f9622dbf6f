"""The parts that the four systems share. It imports none of them. Begin with `results`.

`results` (status, faults, verdicts), `advice` (hints), `kernels` (plain and compiled backends), `overlay` (of plane
figures) and `trapezoids` (the same in plain Python), `files`, `plain_yaml` and `json_text` (input that is read with
care), `images` (pictures from files), `svg` and `plots` (pictures that are drawn).
"""
