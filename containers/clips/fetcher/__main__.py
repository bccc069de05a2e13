"""`python -m fetcher`: a worker, until it is told to leave."""

import signal
import sys
import threading

from fetcher.decoder_client import Decoder
from fetcher.log import say, start_log
from fetcher.sandbox import close_to_neighbours
from footy.goals.container import GoalsContainer


def main() -> int:
    """0 when it was told to leave and has finished what it had begun."""
    leaving = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: leaving.set())  # at once: the first process of a container is deaf else
    start_log()
    close_to_neighbours()
    container = GoalsContainer()
    with Decoder(container.rules) as decoder:  # it gets ready while this process loads what it takes to fetch
        from fetcher.protection import Protection  # noqa: PLC0415
        from fetcher.worker import Worker  # noqa: PLC0415

        say("worker_begun")
        return Worker(container, decoder, Protection(), leaving).run()


if __name__ == "__main__":
    sys.exit(main())
