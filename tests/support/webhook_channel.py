"""Match and channel with webhook messages, minute by minute; the sender may crash at any write."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast

from pymongo.database import Database

from footy.core.http.client import HttpClient
from footy.goals.adapters.mongo.page.sent_messages import SentMessages
from footy.goals.adapters.webhooks.client import SERVICE, WebhookClient
from footy.goals.container import GoalsContainer
from footy.goals.model.documents import EventDocument, FixtureDocument, Video
from footy.goals.model.webhooks import MessageDocument, WebhookTarget
from footy.goals.settings import Settings
from footy.goals.steps.send_webhooks import Output, send_webhooks
from tests.support.discord import Discord
from tests.support.match import FIXTURE, KICKOFF
from tests.support.matchday import Watch
from tests.support.page_match import clip, goal, match, tombstone

SITE = "https://goals.example"
MINUTE = timedelta(minutes=1)


class DeathError(BaseException):
    """The function ended in the middle of something: its time was over, or its machine."""


class Mortal(SentMessages):
    """Dies before or after one of its writes."""

    deaths: list[int]

    def claim(self, *arguments: Any) -> MessageDocument | None:
        self._die()
        done = super().claim(*arguments)
        self._die()
        return done

    def note(self, *arguments: Any, **facts: Any) -> MessageDocument:
        self._die()
        done = super().note(*arguments, **facts)
        self._die()
        return done

    def release(self, *arguments: Any, **facts: Any) -> None:
        self._die()
        super().release(*arguments, **facts)
        self._die()

    def _die(self) -> None:
        if self.deaths:
            self.deaths[0] -= 1
            if self.deaths[0] < 0:
                self.deaths.clear()
                raise DeathError


@dataclass
class Hurried:
    """A clock on which every look takes some time."""

    time: datetime
    pace: timedelta

    def now(self) -> datetime:
        self.time += self.pace
        return self.time


@dataclass
class Channel:
    """Goals by number, the server of the webhook, and the minutes that pass."""

    database: Database[FixtureDocument]
    place: Discord
    targets: Sequence[WebhookTarget] = ()
    goals: dict[int, EventDocument] = field(default_factory=dict)
    removed_goals: dict[int, EventDocument] = field(default_factory=dict)
    minutes: int = 0
    clips: int = 0
    deaths: list[int] = field(default_factory=list)
    pace: timedelta = timedelta()

    def __post_init__(self) -> None:
        self.targets = self.targets or [WebhookTarget("channel", self.place.url)]
        self.raw = cast("Any", self.database)["fixtures_active"]
        self.write()
        self.pass_minute()

    @property
    def container(self) -> GoalsContainer:
        container = GoalsContainer(Settings(page_url=SITE))
        container.database = self.database
        messages = Mortal(self.database)
        messages.deaths = self.deaths
        now = Watch(KICKOFF + self.minutes * MINUTE)
        ports = {
            "clock": now,
            "machine_clock": Hurried(now.time, self.pace),
            "webhook_targets": self.targets,
            "webhooks": WebhookClient(HttpClient(SERVICE, seconds=20)),
            "sent_messages": messages,
        }
        for name, port in ports.items():
            setattr(container, name, port)
        return container

    def pass_minute(self) -> Output | None:
        """Run one minute; return the answer, or None after a crash."""
        self.minutes += 1
        try:
            return send_webhooks({}, self.container)
        except DeathError:
            return None

    def score(self, n: int) -> None:
        """Goal number n falls."""
        first_seen = KICKOFF + self.minutes * MINUTE
        self.goals[n] = goal(n, scorer=f"Scorer {n}", _first_seen=first_seen, _score_after={"home": n, "away": 0})
        self.write()

    def publish(self, n: int, *, verified: bool = True) -> str:
        """Publish a new best clip; return its link."""
        self.clips += 1
        link = f"{FIXTURE:x}-{n:06x}{self.clips:06x}"
        older: list[Video] = self.goals[n]["_s3_videos"]
        later = [cast("Video", {**video, "rank": video["rank"] + 1}) for video in older]
        self.goals[n]["_s3_videos"] = [clip(link, rank=1, timestamp_verified=verified), *later]
        self.write()
        return link

    def correct(self, n: int) -> None:
        """Correct the scorer, which changes the id."""
        event = self.goals[n]
        former = [*event["_previous_ids"], event["_event_id"]]
        self.goals[n] = cast(
            "EventDocument",
            {
                **event,
                "_event_id": f"{event['_event_id']}c",
                "_previous_ids": former,
                "player": {"id": 9, "name": f"Corrected {len(former)} of {n}"},
            },
        )
        self.write()

    def take(self, n: int) -> None:
        """Remove the goal."""
        self.removed_goals[n] = self.goals.pop(n)
        self.write()

    def give(self, n: int) -> None:
        """Return the goal under a new id."""
        self.goals[n] = self.removed_goals.pop(n)
        self.correct(n)

    def hide(self, n: int) -> None:
        """Hide the clips of the goal."""
        hiding = {"by": "operator", "at": KICKOFF}
        videos = self.goals[n]["_s3_videos"]
        self.goals[n]["_s3_videos"] = [cast("Video", {**video, "hidden": hiding}) for video in videos]
        self.write()

    def write(self) -> None:
        """Write the fixture with its stamp."""
        stones = [tombstone(event) for event in self.removed_goals.values()]
        document = cast("Any", match(*self.goals.values(), _removed_events=stones))
        document["_stamped_at"] = KICKOFF + self.minutes * MINUTE
        self.raw.replace_one({"_id": FIXTURE}, document, upsert=True)

    def messages_about(self, n: int) -> list[str]:
        """Return the messages about goal n."""
        return [text for text in self.place.messages.values() if is_about(text, n)]

    def state(self, n: int) -> str:
        """Return the stored state of the message about goal n."""
        message = cast("Any", self.database)["webhook_messages"].find_one({"goal": goal(n)["_event_id"]})
        return str(message["state"]) if message else ""


def is_about(text: str, n: int) -> bool:
    """Links of the clips of a goal begin alike."""
    return f"/v/{FIXTURE:x}-{n:06x}" in text
