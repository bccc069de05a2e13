"""`python -m fetcher`: works through the manifest of the download named by DOWNLOAD_ID."""

import os
import signal
import sys
from typing import NoReturn

from fetcher.confinement import close_to_neighbours
from fetcher.decoder import Decoder
from fetcher.log import about, say, start_log, warn
from footy.model.ids import goal_of
from footy.world import World


def main() -> int:
    """0 whatever became of the clips (the result tells); 1 when there was nothing to work from."""
    start_log()
    signal.signal(signal.SIGTERM, _stop)
    close_to_neighbours()
    world = World()
    with Decoder(world.rules) as decoder:  # it gets ready while the files are fetched
        from fetcher.task import run  # and while this process loads what it takes to fetch them  # noqa: PLC0415

        download_id = os.environ["DOWNLOAD_ID"]
        about(event_id=goal_of(download_id), download_id=download_id)
        say("fetch_begun")
        manifest = world.work.manifest(download_id)
        if manifest is None:
            warn("no_manifest")
            return 1
        result = run(manifest, work=world.work, decoder=decoder, settings=world.settings)
    say("fetched", clips=len(result["clips"]), outcomes=result["outcomes"])
    return 0


def _stop(number: int, _frame: object) -> NoReturn:
    """At once: the first process of a container dies of no signal by itself, and there is nothing to finish.

    The decoder ends with this process, and all that it started with the decoder.
    """
    say("stopped", signal=number)
    os._exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
