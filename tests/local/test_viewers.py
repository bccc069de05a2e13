"""Two thousand people on a Saturday: what reaches the function, what it costs, and what each of them receives.

Time is virtual, so that a Saturday takes a minute; the function, its database and the cache are the real ones.
"""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.api.container import ApiContainer
from footy.api.settings import ApiSettings
from footy.api.steps.answer_request import answer_request
from footy.goals.model.documents import FixtureDocument
from local.front.cache import Cache, Stored, lasting
from tests.unit.api.asking import request
from tests.unit.goals.page.matchday import clip, goal, match

GOALS, MATCHES, SECONDS, STEP = 40, 20, 300.0, 0.1
POLL, JITTER = 3.0, 37
FEW, MANY = 200, 2000
# status line and headers of an answer, as CloudFront sends them
HEADERS_BYTES, NOTHING_NEW_BYTES = 450, 250
OWN_SECONDS = 0.050
EARLY = datetime(2026, 5, 2, 15, 0, tzinfo=UTC)


class Virtual:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return EARLY + timedelta(seconds=self.seconds)


@dataclass(slots=True)
class Viewer:
    """Somebody who polls, and reads anew what has changed."""

    due: float
    cursor: str = ""
    stamps: dict[int, int] = field(default_factory=dict)
    etags: dict[str, str] = field(default_factory=dict)
    received: int = 0
    requests: int = 0


@dataclass(slots=True)
class Saturday:
    """Matches in a database, goals that fall, and a cache of seconds before the one who tells of them."""

    database: Database[FixtureDocument]
    clock: Virtual = field(default_factory=Virtual)
    calls: list[float] = field(default_factory=list)
    cache: Cache = field(init=False)
    container: ApiContainer = field(init=False)

    def __post_init__(self) -> None:
        self.cache = Cache(lambda: self.clock.seconds)
        self.container = ApiContainer(ApiSettings(page="open"))
        self.container.database, self.container.clock, self.container.machine_clock = (
            self.database,
            self.clock,
            self.clock,
        )
        kickoff = int(EARLY.timestamp())
        for n in range(MATCHES):
            played = cast("dict[str, Any]", match(status="1H"))
            played |= {"_id": n + 1, "_stamped_at": EARLY, "events": []}
            played["fixture"] = {**played["fixture"], "id": n + 1, "timestamp": kickoff}
            self.database["fixtures_active"].insert_one(cast("FixtureDocument", played))

    def score(self, n: int) -> None:
        """The nth goal falls, with two clips."""
        number = n % MATCHES + 1
        fallen = goal(n, minute=n + 1, _first_seen=self.clock.now(), _event_id=f"{number}_26_154_Goal_{n}")
        fallen["_s3_videos"] = [clip(f"{number:x}-{n:012x}"), clip(f"{number:x}-{n + 999:012x}", rank=2)]
        self.database["fixtures_active"].update_one(
            {"_id": number}, {"$push": {"events": fallen}, "$set": {"_stamped_at": self.clock.now()}}
        )

    async def ask(self, viewer: Viewer, path: str, query: str = "", cursor: str = "") -> str:
        """What the edge gives a viewer, who keeps what was read with its ETag."""
        found = await self.cache.answer((path, query, cursor), partial(self._answer, path, query, cursor))
        viewer.requests += 1
        etag = found.headers.get("etag", "")
        if etag and viewer.etags.get(path) == etag and not cursor:
            viewer.received += NOTHING_NEW_BYTES
        else:
            viewer.received += HEADERS_BYTES + len(found.body)
            viewer.etags[path] = etag
        return found.body.decode()

    async def _answer(self, path: str, query: str, cursor: str) -> Stored:
        began = time.process_time()
        said = answer_request(
            request("GET", path, query, **({"last_event_id": cursor} if cursor else {})), self.container
        )
        self.calls.append(time.process_time() - began)
        headers = {name.lower(): text for name, text in said["headers"].items()}
        status = int(said["statusCode"])
        assert status == 200
        return Stored(status, headers, said["body"].encode(), self.clock.seconds + lasting(status, headers))

    async def look(self, viewer: Viewer) -> None:
        """One poll, and what follows from it."""
        said = await self.ask(viewer, "/api/v1/stream", cursor=viewer.cursor)
        lines = dict(line.split(": ", 1) for line in said.splitlines() if line)
        viewer.cursor = lines["id"]
        for changed in json.loads(lines["data"]).get("fixtures", []) if lines["event"] == "invalidate" else []:
            if viewer.stamps.get(changed["id"], 0) < changed["stamp"]:
                told = json.loads(await self.ask(viewer, f"/api/v1/fixtures/{changed['id']}"))
                viewer.stamps[changed["id"]] = told["match"]["stamp"]

    async def play(self, viewers: Sequence[Viewer]) -> None:
        """From the first whistle to the last."""
        for viewer in viewers:
            await self.ask(viewer, "/api/v1/fixtures", "date=2026-05-02")
        fallen = 0
        while self.clock.seconds < SECONDS:
            self.clock.seconds += STEP
            while fallen < GOALS and self.clock.seconds >= fallen * (SECONDS - 30) / GOALS:
                self.score(fallen)
                fallen += 1
            for viewer in viewers:
                if viewer.due <= self.clock.seconds:
                    viewer.due += POLL
                    await self.look(viewer)


@dataclass(frozen=True, slots=True)
class Figures:
    """What it came to."""

    calls_per_minute: float
    p95: float
    bytes_per_hour: float
    requests_per_hour: float
    goals_seen: set[int]


def watched(database: Database[FixtureDocument], people: int) -> Figures:
    saturday = Saturday(database)
    viewers = [Viewer(due=POLL * (n * JITTER % people) / people) for n in range(people)]
    asyncio.run(saturday.play(viewers))
    hours = SECONDS / 3600
    costs = sorted(saturday.calls)
    final = {document["_id"]: document["_stamped_at"] for document in database["fixtures_active"].find()}
    stamps = {number: int(at.timestamp() * 1000) for number, at in final.items()}
    up_to_date = {sum(viewer.stamps.get(number) == stamp for number, stamp in stamps.items()) for viewer in viewers}
    return Figures(
        calls_per_minute=len(costs) / (SECONDS / 60),
        p95=costs[int(len(costs) * 0.95)],
        bytes_per_hour=sum(viewer.received for viewer in viewers) / people / hours,
        requests_per_hour=sum(viewer.requests for viewer in viewers) / people / hours,
        goals_seen=up_to_date,
    )


@pytest.mark.soak
@pytest.mark.long
def test_ten_times_the_viewers_are_no_more_calls_of_the_function(
    database: Database[FixtureDocument], capsys: pytest.CaptureFixture[str]
) -> None:
    few = watched(database, FEW)
    database["fixtures_active"].delete_many({})
    many = watched(database, MANY)
    with capsys.disabled():
        for people, figures in ((FEW, few), (MANY, many)):
            print(
                f"\n{people} viewers: {figures.calls_per_minute:.0f} calls a minute, "
                f"p95 {1000 * figures.p95:.1f} ms of own CPU, {figures.bytes_per_hour / 1e6:.2f} MB and "
                f"{figures.requests_per_hour:.0f} requests per viewer and hour"
            )
    assert few.goals_seen == many.goals_seen == {MATCHES}, "everybody saw everything"
    assert many.calls_per_minute <= 1.25 * few.calls_per_minute
    assert many.p95 <= OWN_SECONDS
