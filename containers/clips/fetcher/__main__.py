"""`python -m fetcher`: a worker that runs until SIGTERM requests its graceful shutdown."""

import signal
import sys
import threading

from fetcher.decoder_client import Decoder
from fetcher.log import say, start_log
from footy.core.sandbox.process import deny_inspection
from footy.goals.container import GoalsContainer


def main() -> int:
    """Return 0 after a graceful shutdown."""
    shutdown = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: shutdown.set())  # first: the kernel ignores SIGTERM for process 1 without
    start_log()
    deny_inspection()
    container = GoalsContainer()
    with Decoder(container.rules) as decoder:  # the decoder starts while this process imports the rest
        from fetcher.protection import Protection  # noqa: PLC0415
        from fetcher.worker import Worker  # noqa: PLC0415

        say("worker_begun")
        return Worker(container, decoder, Protection(), shutdown).run()


if __name__ == "__main__":
    sys.exit(main())
