"""One goal's story, from its first sight to the archive, read from its id alone in what functions and task say."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import groupby
from typing import Any, cast

import pytest

from fetcher import log
from fetcher.protection import Protection
from fetcher.worker import Worker
from footy.core.aws.sqs import FifoMessage, ReceivedJob
from footy.core.telemetry import handler, logger
from footy.goals.adapters.storage.work import Frame
from footy.goals.container import GoalsContainer
from footy.goals.model.clips import FRAMES, ChosenPost, ClipResult
from footy.goals.search.posts import SearchAnswer, SearchQuery
from footy.goals.steps.check_completion import check_completion
from footy.goals.steps.finish_tick import finish_tick
from footy.goals.steps.open_search import open_search
from footy.goals.steps.plan_tick import plan_tick
from footy.goals.steps.poll_batch import poll_batch
from footy.goals.steps.register_download import register_download
from footy.goals.steps.search_clips import search_clips
from footy.goals.steps.upload_batch import upload_batch
from footy.goals.steps.validate_clip import validate_clip
from tests.support.clips import fetched
from tests.support.containers import container_of
from tests.support.match import FIXTURE, KICKOFF, MESSI, goal
from tests.support.matchday import Matchday
from tests.support.searches import video
from tests.support.uploads import Stage
from tests.unit.goals.steps.test_validate_clip import Around

GOAL_ID = f"{FIXTURE}_26_{MESSI.id}_Goal_1"
LAPS = 10
CLOCK = "22:40"
CONTEXT: Any = None


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Whatever this process says, as a function or as the task."""
    stream = io.StringIO()
    monkeypatch.setattr(logger.registered_handler, "stream", stream)
    log.set_context()
    fetchers, lines = logging.getLogger("fetcher"), logging.StreamHandler(stream)
    fetchers.addHandler(lines)
    fetchers.setLevel(logging.INFO)
    yield stream
    fetchers.removeHandler(lines)


class Tale:
    """A goal's way through the functions and the task, on one database."""

    def __init__(self, day: Matchday, stage: Stage, patch: pytest.MonkeyPatch) -> None:
        self.day, self.stage, self.patch, self.posts = day, stage, patch, 0
        self.video_filter = "has:videos"
        self.pays = True
        self.orders: list[ReceivedJob] = []
        self.looks: list[str] = []

    def container(self, **given: Any) -> GoalsContainer:
        ports = {name: getattr(self.day.container, name) for name in ("football", "clock", "executions", "leases")}
        mine: dict[str, Any] = {"search_provider": self, "wikidata": self, "download_executions": self.day.executions}
        mine |= {"clip_jobs": self, "validation_jobs": self}
        return container_of(self.stage.database, work=self.stage.work, media=self.stage.media, **ports, **mine, **given)

    def search(self, query: SearchQuery) -> SearchAnswer:
        self.posts += 1
        return SearchAnswer((video(self.posts, posted_at=query.asked_at),))

    def names_of(self, *_: object, **__: object) -> None:
        """Wikidata, which knows nobody."""

    def call(self, step: Callable[[Any, GoalsContainer], Any], request: Any, **ports: Any) -> Any:
        """What the function of that step answers."""
        return handler(step)(lambda event, _: self.container(**ports).run(step, event))(request, CONTEXT)

    def tick(self, seconds: int) -> list[Any]:
        self.day.watch.time = KICKOFF + timedelta(seconds=seconds)
        minute = KICKOFF + timedelta(seconds=seconds - seconds % 60)
        plan = self.call(plan_tick, {"scheduled": minute.isoformat(), "offset": seconds % 60})
        polls = [self.call(poll_batch, {"tick": plan["tick"], "batch": batch}) for batch in plan["batches"]]
        self.call(finish_tick, {"tick": plan["tick"]})
        return [due for poll in polls for due in poll["goals"]]

    def lap(self, attempt: int, started: int) -> Any:
        self.day.watch.time += timedelta(minutes=1)
        return self.call(search_clips, {"event_id": GOAL_ID, "attempt": attempt, "started": started})

    def download(self, order: Any) -> None:
        """Registered, fetched by a worker, looked at, uploaded: each clip at once, and the rest at the end."""
        download_id, clips = order["download"], order["clips"]
        wanted = {"event_id": GOAL_ID, "download_id": download_id, "clips": clips}
        registered = self.call(register_download, wanted)
        self.patch.setattr("fetcher.worker.run", self.run)
        worker = Worker(self.container(), cast("Any", None), Protection(""))
        for clip in clips:
            about = {"event_id": GOAL_ID, "download_id": download_id, "until": registered["until"]}
            handed = {"token": "t", "clip": clip, **about}
            self.orders.append(ReceivedJob(json.dumps(handed), "r", 1))
            worker._run_one()
        eyes = Around()
        for look in self.looks:
            ports = dict.fromkeys(("vision", "task_callbacks", "uploads"), eyes)
            self.call(validate_clip, {"body": look, "receipt": "r", "receives": 1}, **ports)
        self.looks = []
        verdicts = [told for _, told in eyes.answered]
        signal = {"event_id": GOAL_ID, "download_id": download_id, "verdicts": verdicts, "posts": [], "last": True}
        for letter in (*eyes.letters, FifoMessage(json.dumps(signal), GOAL_ID, download_id)):
            message = {"body": letter.body, "group": letter.group, "deduplication_id": letter.deduplication_id}
            self.call(upload_batch, {**message, "receives": 1})

    def receive(self, **_: object) -> ReceivedJob:
        return self.orders.pop()

    def send(self, body: str) -> None:
        """Handed on to whoever looks at it."""
        self.looks.append(body)

    def remove(self, _receipt: str) -> None:
        """Done."""

    def run(self, download_id: str, wanted: ChosenPost, **_: object) -> ClipResult:
        """What a worker brings."""
        clip = fetched(wanted["tweet_id"])
        self.stage.fetch(clip, download=download_id, goal=GOAL_ID)
        self.stage.s3.delete_object(Bucket="work", Key=f"{download_id}/{clip['tweet_id']}.json")
        for percent in FRAMES:
            self.stage.work.put_frame(download_id, clip["tweet_id"], percent, Frame(CLOCK.encode(), 0.12 * percent))
        return {"tweet_id": clip["tweet_id"], "clip": clip, "outcome": "fetched"}


def story(told: io.StringIO, event_id: str) -> list[str]:
    """Who did what of that goal, what was said again and again only once."""
    lines = map(json.loads, told.getvalue().splitlines())
    said = (f"{line['module']} {line['action']}" for line in lines if line.get("event_id") == event_id)
    return [one for one, _ in groupby(one for one in said if not one.endswith(" done"))]


def test_a_goal_can_be_followed_by_its_id_from_first_sight_to_the_archive(
    watched: Matchday, stage: Stage, told: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    tale = Tale(watched, stage, monkeypatch)
    watched.play(goal(23))
    [due] = [due for seconds in (0, 30, 60) for due in tale.tick(seconds)]
    tale.call(open_search, {"event_id": due["event_id"], "execution": due["execution"]})
    for lap in range(LAPS):
        tale.download(tale.lap(lap, lap))
    assert tale.lap(LAPS, LAPS)["outcome"] == "settle"
    tale.call(check_completion, {"event_id": GOAL_ID})
    watched.play(goal(23), status="FT")
    for seconds in (6000, 6030, 6060):
        tale.tick(seconds)
    assert watched.where() == ["completed"]
    lap_of_one = [
        "search_clips searched",
        "register_download download_registered",
        "fetcher clip_begun",
        "fetcher clip_ended",
        "validate_clip clip_judged",
        "upload_batch batch_taken",
        "upload_batch batch_finished",
        "upload_batch batch_ended",
        "upload_batch batch_taken",
        "upload_batch batch_finished",
    ]
    told_of_it = story(told, GOAL_ID)
    assert told_of_it[:3] == ["poll_batch goal_discovered", "poll_batch search_due", "open_search search_opened"]
    assert told_of_it[3 : 3 + len(lap_of_one)] == lap_of_one
    assert told_of_it.count("validate_clip clip_judged") == LAPS
    assert told_of_it.count("upload_batch batch_finished") == 2 * LAPS
    assert told_of_it[-4:] == [
        "upload_batch goal_closed",
        "upload_batch batch_ended",
        "search_clips search_settled",
        "finish_tick goal_archived",
    ]
