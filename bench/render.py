"""CPU time of drawing the clips of a replay, as a share of their duration."""

import tempfile
import time
from pathlib import Path

from bench.result import Result
from local.footage.render import render
from local.replay.model import Replay

AFFORDABLE_SHARE = 0.08
CLIPS = 6


def measure() -> list[Result]:
    """Draw some clips of the final, with filmed screens among them."""
    files = [file for _, file in Replay.load("world-cup-final-2022").files().values()]
    costliest_first = sorted(files, key=lambda file: ("filmed" not in file.variants, file.clip.number))[:CLIPS]
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        for number, file in enumerate(costliest_first):
            render(file, Path(folder) / f"{number}.mp4")
        spent = time.process_time() - begun
    clip_seconds = sum(file.seconds for file in costliest_first)
    share = spent / clip_seconds
    return [
        Result(
            work=f"drawing {len(costliest_first)} clips of a replay",
            measured=f"{share:.1%} of their length",
            target=f"<= {AFFORDABLE_SHARE:.0%}",
            holds=share <= AFFORDABLE_SHARE,
            facts={"cpu_seconds": spent, "clip_seconds": clip_seconds},
        )
    ]
