"""Pictures as people take and draw them, from seeds: each module makes one manner of them with the figures they show.

`photographed.py` solves them and counts. Begin with `samples`.
"""
