"""``python -m heuristan`` and the command ``heuristan``."""

import gc
import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is loaded ends it without a traceback too."""
    # modules are many objects without waste: to search them again and again takes a sixth of a short command's time
    gc.set_threshold(50_000)
    try:
        from heuristan.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        gc.freeze()  # nor are they searched at the end


if __name__ == "__main__":
    main()
