"""What drawing a replay's clips costs, against the time they last: the demo draws dozens beside everything else."""

import tempfile
import time
from pathlib import Path

from bench.line import Line
from local.footage.render import render
from local.replay.model import Replay

AFFORDABLE_SHARE = 0.08
CLIPS = 6


def measure() -> list[Line]:
    """Draws some clips of the final, filmed ones among them."""
    files = [file for _, file in Replay.load("world-cup-final-2022").files().values()]
    costliest_first = sorted(files, key=lambda file: ("filmed" not in file.variants, file.clip.number))[:CLIPS]
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        for number, file in enumerate(costliest_first):
            render(file, Path(folder) / f"{number}.mp4")
        spent = time.process_time() - begun
    lasted = sum(file.seconds for file in costliest_first)
    share = spent / lasted
    return [
        Line(
            work=f"drawing {len(costliest_first)} clips of a replay",
            measured=f"{share:.1%} of their length",
            target=f"<= {AFFORDABLE_SHARE:.0%}",
            holds=share <= AFFORDABLE_SHARE,
            facts={"cpu_seconds": spent, "clip_seconds": lasted},
        )
    ]
