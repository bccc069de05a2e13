"""Time of one batch of five clips against many stored ones, with S3 simulated in the process.

The target is for the CPU time of comparing clips, because wall time depends on the load of the machine.
"""

import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from pymongo import monitoring

from bench.result import Result
from footy.core.mongo.database import connect
from footy.core.telemetry import logger
from footy.goals.clips.assignment.goal_clips import clip_matcher
from footy.goals.clips.copies.comparison import Similarity
from footy.goals.clips.copies.dedup import Matcher
from footy.goals.clips.copies.hashes import format_views, parse_hash
from footy.goals.model.documents import Video
from footy.goals.settings import Rules
from local.mongo.server import MongoServer
from tests.support.clips import fetched, footage, stored, verdict
from tests.support.goals import goal, insert
from tests.support.uploads import Stage, staged

FRAMES_PER_SECOND = 4
ROUNDS = 5
CLIPS = 5


@dataclass(frozen=True)
class Size:
    """Number and duration of the stored clips, and the target in milliseconds."""

    stored: int
    seconds: int
    most: int | None = None


SIZES = (Size(10, 12), Size(100, 12), Size(500, 12, 150), Size(45, 30), Size(50, 60, 100))


class Meter(monitoring.CommandListener):
    """Meter that adds up the time of each part of a batch."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._since = 0.0

    def started(self, event: monitoring.CommandStartedEvent) -> None:
        """Do nothing: only the end of a command has a duration."""

    def succeeded(self, event: monitoring.CommandSucceededEvent) -> None:
        self.spent["MongoDB"] += event.duration_micros / 1e6

    def failed(self, event: monitoring.CommandFailedEvent) -> None:
        self.spent["MongoDB"] += event.duration_micros / 1e6

    def call_begins(self, **_: object) -> None:
        self._since = time.perf_counter()

    def call_ends(self, **_: object) -> None:
        self.spent["S3"] += time.perf_counter() - self._since

    def comparing(self) -> Matcher:
        """Return the clip matcher of one batch, timed."""
        alike = clip_matcher(Rules())

        def compare(candidate: Video, pool: Sequence[Video]) -> list[Similarity]:
            since = time.process_time()
            similarities = alike(candidate, pool)
            self.spent["compare"] += time.process_time() - since
            return similarities

        return compare


def measure() -> list[Result]:
    """Measure each size."""
    level = logger.log_level
    logger.setLevel("CRITICAL")
    meter = Meter()
    monitoring.register(meter)
    try:
        with tempfile.TemporaryDirectory() as folder, MongoServer(Path(folder), address="") as server:
            database = connect(server.uri, "bench")
            with staged(database) as stage:
                stage.s3.meta.events.register("before-call.s3", meter.call_begins)
                stage.s3.meta.events.register("after-call.s3", meter.call_ends)
                return [_line(stage, meter, size) for size in SIZES]
    finally:
        logger.setLevel(level)


def _line(stage: Stage, meter: Meter, size: Size) -> Result:
    runs = [_one_batch(stage, meter, size, str(n)) for n in range(ROUNDS + 1)][1:]
    spent = {part: 1000 * median(run[part] for run in runs) for part in ("whole", "S3", "MongoDB")}
    spent["compare"] = 1000 * min(run["compare"] for run in runs)
    parts = ", ".join(f"{part} {spent[part]:.1f}" for part in ("compare", "S3", "MongoDB"))
    return Result(
        work=f"a batch of {CLIPS} clips against {size.stored} of {size.seconds} s",
        measured=f"{spent['whole']:.0f} ms ({parts})",
        target=f"compare <= {size.most} ms" if size.most else "",
        holds=spent["compare"] <= size.most if size.most else None,
        facts={f"{part.lower()}_ms": value for part, value in spent.items()},
    )


def _one_batch(stage: Stage, meter: Meter, size: Size, name: str) -> dict[str, float]:
    stage.database["fixtures_active"].delete_many({})
    videos = [stored(f"{n}", **_hashes(f"{n}", size)) for n in range(size.stored)]
    insert(stage.database, goal(_s3_videos=videos))
    clips = [fetched(f"{name}-{n}", **_hashes(f"{name}-{n}", size)) for n in range(CLIPS)]
    stage.fetch(*clips)
    verdicts = [verdict(clip) for clip in clips]
    meter.spent.clear()
    since = time.perf_counter()
    stage.upload(*verdicts, match=meter.comparing())
    meter.spent["whole"] = time.perf_counter() - since
    assert len(stage.videos()) == size.stored + len(clips)
    return dict(meter.spent)


def _hashes(name: str, size: Size) -> dict[str, Any]:
    """Return the hashes of a scene and its views in full length."""
    frames = size.seconds * FRAMES_PER_SECOND
    views = {view: parse_hash(footage(f"{name} {view}", frames)) for view in ("crop", "mirror")}
    return {"perceptual_hash": footage(name, frames), "hash_views": format_views(views)}
