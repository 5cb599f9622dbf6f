"""The trace: everything that happened in a run, as frozen events in order. It imports nothing but `heuristan.common`.

Begin with `events`; `kept_path` takes a run apart, and `lines` writes a trace as JSON lines and reads it back.
"""
