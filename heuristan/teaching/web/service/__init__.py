"""The server: it checks requests, queues them, and hands them to worker processes, which may be killed.

Begin with `app`. A request passes `connections` (the socket), `security` (whose it is, its size), `app` (what it asks),
`fair_queue` (whose turn it is) and `server` (the same was asked before; a worker's time and memory); `worker` is the
process that answers.
"""
