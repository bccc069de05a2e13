"""The embedded AWS alone, for whoever wants to give its address: python -m local.aws FOLDER [--port 4566]."""

import argparse
import signal
import sys
from pathlib import Path

from local.aws.container import container_environment
from local.aws.server import Ministack
from local.process.errors import LocalError

ENDINGS = (signal.SIGINT, signal.SIGTERM)


def main() -> int:
    """Serves until Ctrl-C, or until it is told to end."""
    parser = argparse.ArgumentParser(prog="python -m local.aws")
    parser.add_argument("folder", type=Path, help="where it keeps what it holds")
    parser.add_argument("--port", type=int, help="default: the one of last time, else a free one")
    options = parser.parse_args()
    try:
        with Ministack(options.folder, options.port, container=container_environment()) as aws:
            # not before: what it starts would be deaf to them too
            signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
            print(aws.url, flush=True)
            signal.sigwait(ENDINGS)
    except LocalError as wrong:
        sys.stderr.write(f"found-footy: {wrong}\n")
        return wrong.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
