"""Pictures read from files, with care: a stranger may have made them. For all systems that read pictures.

`loading` reads a file (begin there), `rendering` the pages of a PDF, `headers` tells formats before anything
is decoded, `pixels` converts channels and reads between pixels. It imports nothing of a system; all but `headers` need
OpenCV, `rendering` PDFium too.
"""
