"""The embedded AWS without a stack: `python -m local.aws FOLDER [--port 4566]`."""

import argparse
import signal
import sys
from pathlib import Path

from local.aws.server import Ministack, container_environment
from local.process.errors import LocalError

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def main() -> int:
    """Serve until Ctrl-C or SIGTERM."""
    parser = argparse.ArgumentParser(prog="python -m local.aws")
    parser.add_argument("folder", type=Path, help="where it stores its state")
    parser.add_argument("--port", type=int, help="default: the previous one, else a free one")
    options = parser.parse_args()
    try:
        with Ministack(options.folder, options.port, container=container_environment()) as aws:
            # not earlier: child processes would inherit the blocked signals
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
            print(aws.url, flush=True)
            signal.sigwait(SIGNALS)
    except LocalError as error:
        sys.stderr.write(f"found-footy: {error}\n")
        return error.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
