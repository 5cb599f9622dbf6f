"""The page without a server, behind ``heuristan site``: a folder of files for any host, where a browser has Python.

Pyodide, which is CPython for browsers, runs the same `answering` in a worker of the page. Begin with `site_folder`,
which writes the folder; `pyodide_files` gets Pyodide, and `python_bundle` what it is to run. In the browser `python.js`
takes the place of `server.js`, its worker runs `in_browser`. `lessons` adds the course in JupyterLite.
"""
