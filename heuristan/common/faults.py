"""Faults that end a command without a traceback, whichever system raises them."""


class InputError(ValueError):
    """A file or source that cannot be used; the message names the file, the line, the fault and the smallest fix."""
