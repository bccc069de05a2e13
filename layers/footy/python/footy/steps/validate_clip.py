"""Has the vision model look at one clip."""

from math import inf
from typing import TypedDict

from footy.clips.reading import frames_read
from footy.clips.timers import without_timer
from footy.clips.validation import Expected, looks_at, unchecked, verdict_on
from footy.model.clips import Verdict
from footy.telemetry import say
from footy.world import World


class Input(TypedDict):
    """Which of the clips that a download was to fetch."""

    event_id: str
    download_id: str
    tweet_id: str


Output = Verdict | None


def validate_clip(request: Input, world: World) -> Output:
    """Whether it is football, not off a screen, and of the goal's minute; None when nothing of it was fetched."""
    download_id, clip = request["download_id"], request["tweet_id"]
    if not world.work.has_frames(download_id, clip):
        return None
    event = world.events.find(request["event_id"])
    if event is None:  # a goal that is gone needs no answer
        return unchecked(clip)
    time = event["time"]
    expected = Expected(time["elapsed"], time["extra"], world.rules.minute_tolerance)
    seen = looks_at(
        lambda shares: world.vision.look([world.work.frame(download_id, clip, percent) for percent in shares])
    )
    looks = without_timer(seen, _seconds(download_id, clip, world))
    verdict: Verdict = {**verdict_on(clip, looks, expected), "frames_read": frames_read(looks)}
    say("clip_judged", clip=clip, outcome=verdict["outcome"], status=verdict["status"], minute=verdict["minute"])
    return verdict


def _seconds(download_id: str, clip: str, world: World) -> float:
    """How long the clip lasts; endless when the task never came to say, and then nothing of it is published."""
    result = world.work.result(download_id)
    lengths = {known["tweet_id"]: known["duration"] for known in result["clips"]} if result else {}
    return lengths.get(clip, inf)
