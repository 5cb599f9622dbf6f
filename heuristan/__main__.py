"""``python -m heuristan`` and the command ``heuristan``."""

from heuristan.cli import main

if __name__ == "__main__":
    main()
