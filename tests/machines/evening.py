"""An evening of many goals on the emulator: the project's own machines, functions and workers, and a faster clock.

What lies outside AWS is played (tests/machines/outside.py), and so is what a clip's file shows.
"""

import json
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pymongo.database import Database

from bench.model.table import Span
from fetcher.decoder_client import Decoder
from fetcher.heartbeat import Heartbeat, no_heartbeat
from fetcher.jobs import DecodedClip
from fetcher.protection import Protection
from fetcher.worker import Worker
from footy.api.container import ApiContainer
from footy.api.settings import ApiRules, ApiSettings
from footy.core.aws.sqs import JobQueue
from footy.core.clock import MatchClock, Pace
from footy.core.text import iso
from footy.goals.adapters.storage.work import Work
from footy.goals.clips.filters import Shape
from footy.goals.model.documents import EventDocument, FixtureDocument
from local.aws.client import client_at
from tests.local.served import served
from tests.machines.deployed import SERVICE, Deployed, settings_of
from tests.machines.outside import JPEG, Dice, Outside, teams
from tests.machines.stage import Stage
from tests.machines.stopwatch import Stopwatch
from tests.support.clips import footage
from tests.support.match import KICKOFF, raw
from tests.support.waiting import PAUSE, while_it_advances

RATE = 6  # match seconds in a second of the machine
BEGIN = KICKOFF + timedelta(minutes=60)
DECODE = Span(0.6, 1.2)
TASK_START = Span(35 / RATE, 55 / RATE)
UNREACHABLE = "http://127.0.0.1:9"
BEFORE = (101, 102)  # fixtures that warm everything up

History = list[dict[str, Any]]


@dataclass(slots=True)
class Slow(Decoder):
    """Decoder that takes the content of a file for its scene, and takes its time."""

    watch: Stopwatch
    dice: Dice

    def decode(self, file: Path, sign: Heartbeat = no_heartbeat) -> DecodedClip:  # noqa: ARG002 - it comes soon
        scene = file.read_text()
        with self.watch.span("decode", scene):
            self.dice.spend(DECODE)
        frames = dict.fromkeys((25, 50, 75), JPEG + scene.encode())
        return DecodedClip(Shape(20.0, 1280, 720), 900_000, footage(scene), {}, frames)


@dataclass(slots=True)
class Evening:
    """Evening of `goals` goals within `window` seconds, with `looks` concurrent vision requests."""

    stage: Stage
    database: Database[FixtureDocument]
    uri: str
    folder: Path
    goals: int
    window: float
    looks: int
    chosen: tuple[int, ...]
    rules: Mapping[str, int]
    watch: Stopwatch = field(init=False)
    clock: MatchClock = field(init=False)
    outside: Outside = field(init=False)
    deployed: Deployed = field(init=False)
    over: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.watch = Stopwatch(self.folder / "stopwatch.jsonl")
        self.watch.forget()
        self.clock = MatchClock(self.folder / "clock.json")
        self.clock.write(Pace(time.time(), BEGIN, RATE))
        self.outside = Outside(self.clock, self.watch, self.chosen, {})

    def play(self) -> None:
        """Play from the first tick to the end of the last download."""
        with ExitStack() as ending:
            self.outside.url = ending.enter_context(served(self.outside.app()))
            self.deployed = Deployed(self.stage, self._settings(), self.uri, str(self.watch.file), self.looks)
            for task in (self._tick, self._size):
                thread = threading.Thread(target=task, daemon=True)
                thread.start()
                ending.callback(thread.join)
            ending.callback(self.over.set)
            self._kick_off(BEFORE, 0.0)
            while_it_advances(self._through, self._progress, "the end of what comes before")
            self.watch.forget()
            self.outside.found.clear()
            self._kick_off(range(1, self.goals + 1), self.window)
            while_it_advances(self._through, self._progress, "the end of all downloads")

    def events(self) -> list[EventDocument]:
        """Return the goals of the evening, without the warm-up."""
        mine = {"_id": {"$lte": self.goals}}
        return [event for one in self.database["fixtures_active"].find(mine) for event in one["events"]]

    def seconds_after_word(self, event: EventDocument) -> float:
        """Return the wall seconds from the API's answer to the first clip."""
        word = self.outside.words[int(event["_event_id"].split("_")[0])]
        return self._real(event["_telemetry"]["first_clip_at"]) - word

    def seconds_after_search(self, event: EventDocument) -> float:
        """Return the wall seconds from the search that found it to the first clip."""
        looked = {turn.key: turn.ended for turn in self.watch.turns("validate_clip")}
        first = min((post for video in event["_s3_videos"] for post in video["posts"]), key=looked.__getitem__)
        return self._real(event["_telemetry"]["first_clip_at"]) - self.outside.found[first]

    def downloads(self) -> list[History]:
        """Return the history of each download."""
        states, machine = self.stage.states, self.deployed.machines["download"]
        found = states.list_executions(stateMachineArn=machine)["executions"]
        own = [one for one in found if not one["name"].partition("-")[2].startswith(tuple(map(str, BEFORE)))]
        histories = states.get_paginator("get_execution_history")
        return [
            [event for page in histories.paginate(executionArn=one["executionArn"]) for event in page["events"]]
            for one in own
        ]

    def _real(self, moment: datetime) -> float:
        pace = self.clock.pace()
        return pace.real + (moment.replace(tzinfo=UTC) - pace.match).total_seconds() / pace.rate

    def _kick_off(self, fixtures: Sequence[int], window: float) -> None:
        """Spread the goals evenly over the time between two ticks."""
        now = time.time()
        words = {one: now + (n + 0.5) * window / len(fixtures) for n, one in enumerate(fixtures)}
        self.outside.words = {**self.outside.words, **words}
        self.database["fixtures_active"].insert_many([_fixture(one) for one in fixtures])

    def _through(self) -> bool:
        events = [event for one in self.database["fixtures_active"].find() for event in one["events"]]
        done = sum(len(event["_finished_downloads"]) == len(self.chosen) for event in events)
        return done == len(self.outside.words)

    def _progress(self) -> int:
        return self.watch.file.stat().st_size

    def _tick(self) -> None:
        """Run the monitor minute by minute."""
        minute = self.clock.now().replace(second=0, microsecond=0) + timedelta(minutes=1)
        while not self.over.wait(PAUSE):
            if self.clock.now() >= minute:
                self.stage.states.start_execution(
                    stateMachineArn=self.deployed.machines["monitor"], input=json.dumps({"scheduled": iso(minute)})
                )
                minute += timedelta(minutes=1)

    def _size(self) -> None:
        """Start a worker whenever the pool grows, after the start time of a container."""
        ecs, cluster = self.stage.aws.client("ecs"), self.deployed.settings["clips_cluster"]
        begun: list[threading.Thread] = []
        while not self.over.wait(10 * PAUSE):
            [service] = ecs.describe_services(cluster=cluster, services=[SERVICE])["services"]
            while len(begun) < service["desiredCount"]:
                begun.append(threading.Thread(target=self._work, daemon=True))
                begun[-1].start()
        for thread in begun:
            thread.join()

    def _work(self) -> None:
        self.outside.dice.spend(TASK_START)
        worker = Worker(self._world(), Slow(self.watch, self.outside.dice), Protection(""))
        threading.Thread(target=self._drain, args=(worker,), daemon=True).start()
        worker.run()

    def _drain(self, worker: Worker) -> None:
        self.over.wait()
        worker.shutdown.set()

    def _world(self) -> ApiContainer:
        """Build the container of a worker."""
        places, url = self.deployed.settings, self.stage.aws.client("sqs").meta.endpoint_url
        container = ApiContainer(ApiSettings(media_origins=(self.outside.url,), rules=ApiRules(fetch_tries=1)))
        ports: dict[str, Any] = {
            "clock": self.clock,
            "work": Work(client_at(url, "s3"), places["work_bucket"]),
            "clip_jobs": JobQueue(client_at(url, "sqs"), places["clips_queue"]),
            "validation_jobs": JobQueue(client_at(url, "sqs"), places["looks_queue"]),
        }
        for name, port in ports.items():
            setattr(container, name, port)
        return container

    def _settings(self) -> dict[str, str]:
        url = self.outside.url
        return settings_of(
            {"settle_minutes": 1, "registration_seconds": 3600, "searches_per_goal": len(self.chosen), **self.rules},
            mongodb_database=self.database.name,
            api_football_url=url,
            x_api_url=f"{url}/2",
            vision_url=f"{url}/eyes",
            wikidata_search_url=UNREACHABLE,
            wikidata_sparql_url=UNREACHABLE,
            clock_file=str(self.folder / "clock.json"),
        )


def _fixture(fixture_id: int) -> Any:
    """Build a fixture without goals."""
    home, away = teams(fixture_id)
    told = raw("2H", fixture_id=fixture_id, elapsed=58)
    told["teams"]["home"] |= {"id": home}
    told["teams"]["away"] |= {"id": away}
    return {"_id": fixture_id, **told, "events": [], "activated_at": KICKOFF, "_last_monitor": BEGIN}
