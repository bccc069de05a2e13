"""One batch of five clips against many stored ones: where its time goes. S3 is simulated in process."""

import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from pymongo import monitoring

from footy.adapters.mongo.database import connect
from footy.clips.likeness import Likeness, alike
from footy.model.documents import Video
from footy.settings import Rules
from footy.telemetry import logger
from local.mongo.server import MongoServer
from tests.bench.line import Line
from tests.unit.clips.goals import goal, insert
from tests.unit.clips.making import fetched, footage, stored, verdict
from tests.unit.uploads import Stage, staged

FRAMES = 48
SIZES = (10, 100, 500)
ROUNDS = 5


class Meter(monitoring.CommandListener):
    """Adds up what each part of a batch takes."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._since = 0.0

    def started(self, event: monitoring.CommandStartedEvent) -> None:
        """Nothing to add yet."""

    def succeeded(self, event: monitoring.CommandSucceededEvent) -> None:
        self.spent["MongoDB"] += event.duration_micros / 1e6

    def failed(self, event: monitoring.CommandFailedEvent) -> None:
        self.spent["MongoDB"] += event.duration_micros / 1e6

    def call_begins(self, **_: object) -> None:
        self._since = time.perf_counter()

    def call_ends(self, **_: object) -> None:
        self.spent["S3"] += time.perf_counter() - self._since

    def compare(self, candidate: Video, pool: Sequence[Video], *, rules: Rules) -> list[Likeness]:
        since = time.perf_counter()
        found = alike(candidate, pool, rules=rules)
        self.spent["compare"] += time.perf_counter() - since
        return found


def measure() -> list[Line]:
    """One line for each number of stored clips."""
    level = logger.log_level
    logger.setLevel("CRITICAL")
    meter = Meter()
    monitoring.register(meter)
    try:
        with tempfile.TemporaryDirectory() as folder, MongoServer(Path(folder), given="") as server:
            database = connect(server.uri, "bench")
            with staged(database) as stage:
                stage.s3.meta.events.register("before-call.s3", meter.call_begins)
                stage.s3.meta.events.register("after-call.s3", meter.call_ends)
                return [_line(stage, meter, size) for size in SIZES]
    finally:
        logger.setLevel(level)


def _line(stage: Stage, meter: Meter, size: int) -> Line:
    runs = [_one_batch(stage, meter, size, str(n)) for n in range(ROUNDS + 1)][1:]
    spent = {part: 1000 * median(run[part] for run in runs) for part in ("whole", "compare", "S3", "MongoDB")}
    told = ", ".join(f"{part} {spent[part]:.1f}" for part in ("compare", "S3", "MongoDB"))
    return Line(
        work=f"a batch of 5 clips against {size} stored",
        measured=f"{spent['whole']:.0f} ms ({told})",
        target="",
        holds=None,
        facts={f"{part.lower()}_ms": value for part, value in spent.items()},
    )


def _one_batch(stage: Stage, meter: Meter, size: int, name: str) -> dict[str, float]:
    stage.database["fixtures_active"].delete_many({})
    videos = [stored(f"{n}", perceptual_hash=footage(f"{n}", FRAMES)) for n in range(size)]
    insert(stage.database, goal(_s3_videos=videos))
    clips = [fetched(f"{name}-{n}", perceptual_hash=footage(f"{name}-{n}", FRAMES)) for n in range(5)]
    stage.fetch(*clips)
    verdicts = [verdict(clip) for clip in clips]
    meter.spent.clear()
    since = time.perf_counter()
    stage.upload(*verdicts, match=meter.compare)
    meter.spent["whole"] = time.perf_counter() - since
    assert len(stage.videos()) == size + len(clips)
    return dict(meter.spent)
