"""Fixture with three goals close together, and clips that show which is theirs."""

from typing import Any

from footy.goals.model.clips import FetchedClip
from footy.goals.model.documents import EventDocument
from footy.goals.model.ids import download_of
from tests.support.clips import verdict
from tests.support.goals import goal, insert
from tests.support.readings import frames
from tests.support.uploads import Stage

FIRST, SECOND, THIRD = "7_40_9_Goal_1", "7_40_9_Goal_2", "7_41_5_Goal_1"


OF_FIRST, OF_SECOND, OF_THIRD = (
    ("79:16 HOM 0-0 AWA", "79:25 HOM 1-0 AWA"),
    ("80:52 HOM 1-0 AWA", "81:01 HOM 2-0 AWA"),
    ("89:16 HOM 2-0 AWA", "89:25 HOM 2-1 AWA"),
)


NOTHING = ("- -", "- -")


TEAMS = {"home": {"name": "Homeham"}, "away": {"name": "Awayton"}}


def scored(event_id: str, minute: int, before: tuple[int, int], after: tuple[int, int], **facts: Any) -> EventDocument:
    scores = {
        name: {"home": one[0], "away": one[1]} for name, one in (("_score_before", before), ("_score_after", after))
    }
    fields = {"_event_id": event_id, "time": {"elapsed": minute, "extra": None}, **scores}
    return goal(**{**fields, **facts})


def first(**facts: Any) -> EventDocument:
    return scored(FIRST, 80, (0, 0), (1, 0), **facts)


def second(**facts: Any) -> EventDocument:
    return scored(SECOND, 81, (1, 0), (2, 0), **facts)


def third(**facts: Any) -> EventDocument:
    return scored(THIRD, 90, (2, 0), (2, 1), **facts)


def play(stage: Stage, *goals: EventDocument, score: tuple[int, int] | None = None, **facts: Any) -> None:
    """Insert a fixture with these goals; the score is their sum unless `score` is given."""
    last = goals[-1]["_score_after"] if goals else {"home": 0, "away": 0}
    counted = {"home": score[0], "away": score[1]} if score else last
    stage.database["fixtures_active"].delete_many({})
    insert(stage.database, *goals, teams=TEAMS, goals=counted, **facts)


def change(stage: Stage, **facts: Any) -> None:
    stage.database["fixtures_active"].update_one({"_id": 7}, {"$set": facts})


def appears(stage: Stage, event: EventDocument) -> None:
    """Add a goal and its score."""
    score = {"goals": event["_score_after"]}
    stage.database["fixtures_active"].update_one({"_id": 7}, {"$push": {"events": event}, "$set": score})


def bring(stage: Stage, found_at: str, number: int, *clips: tuple[FetchedClip, tuple[str, ...]]) -> None:
    """Upload a download of that goal, whose clips have these readings."""
    stage.fetch(*(clip for clip, _ in clips), download=download_of(number, found_at), goal=found_at)
    verdicts = [{**verdict(clip, verified=False), "frames_read": frames(*read)} for clip, read in clips]
    stage.upload(*verdicts, download=number, goal=found_at)  # type: ignore[arg-type]


def published_files(stage: Stage, event_id: str) -> list[str]:
    return sorted(video["md5"] for video in stage.videos(event_id))


def waiting_files(stage: Stage, event_id: str) -> list[str]:
    return [video["md5"] for video in stage.event(event_id).get("_waiting_videos", [])]


def outcomes(stage: Stage, event_id: str) -> dict[str, int]:
    return stage.event(event_id)["_telemetry"]["downloads"][-1]["outcomes"]
