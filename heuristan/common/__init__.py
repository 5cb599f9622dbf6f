"""The parts that the four systems share. It imports none of them. Begin with `results`.

`results` (status, faults, verdicts, advice), `kernels` (plain and compiled backends; `bundles` and `linking` for
numba), `overlay` (of plane figures) and `trapezoids` (the same in plain Python), `clock` (time limits), `files`,
`plain_yaml` and `json_text` (input that is read with care), `quoting` (what strangers wrote), `images` (pictures from
files), `svg` (pictures that are drawn).
"""
