"""`python -m fetcher`: a worker, until it is told to leave."""

import signal
import sys

from fetcher.confinement import close_to_neighbours
from fetcher.decoder import Decoder
from fetcher.log import say, start_log
from footy.world import World


def main() -> int:
    """0 when it was told to leave and has finished what it had begun."""
    start_log()
    close_to_neighbours()
    world = World()
    with Decoder(world.rules) as decoder:  # it gets ready while this process loads what it takes to fetch
        from fetcher.protection import Protection  # noqa: PLC0415
        from fetcher.worker import Worker  # noqa: PLC0415

        worker = Worker(world, decoder, Protection())
        signal.signal(signal.SIGTERM, lambda *_: worker.drain())
        say("worker_begun")
        return worker.run()


if __name__ == "__main__":
    sys.exit(main())
