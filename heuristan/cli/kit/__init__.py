"""What all commands share, one idea in each file.

`groups` and `commands` make groups and commands of functions; `seconds`, `outputs` and `several` are their options;
`sources` reads files, folders and patterns; `running` solves and writes results as they come, `verdicts` writes
verdicts, `progress` shows how far the work is, and `failing` ends a command that cannot go on.
"""
