"""Parts that all commands share, one idea in each file. Begin with `running`.

`groups` and `commands` make groups and commands of functions; `choices`, `seconds`, `several` and `outputs` are for
their options; `sources` reads files, folders and patterns; `running` solves and writes results as they come (`writers`
in each format, `folders` a file for each), `verdicts` writes verdicts, `progress` shows progress, or `moving_line` if
one thing takes long; `telling` explains and records runs, `advising` writes hints; `failing` ends a command that cannot
go on. Every command takes two `options`: `quiet` leaves out what is neither a result nor a fault, and `debugging` shows
the traceback of an error of heuristan itself, which is one line otherwise.
"""
