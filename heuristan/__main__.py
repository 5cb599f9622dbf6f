"""``python -m heuristan`` and the command ``heuristan``."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is loaded ends it without a traceback too."""
    try:
        from heuristan.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
