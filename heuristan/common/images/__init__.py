"""Pictures read from files, with care: a stranger may have made them. For all systems that read pictures.

`loading` reads a file (begin there), `pages` the pages of a PDF, `headers` tells formats and sizes before anything is
decoded, `pixels` limits sizes and converts channels, `sampling` reads between pixels. It imports nothing of a system;
all but `headers` need OpenCV, `pages` PDFium too.
"""
