"""Has the vision model look at one clip."""

from collections.abc import Sequence
from typing import TypedDict

from footy.adapters.work import Frame
from footy.clips.look import Look
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
    frames: list[Frame] = []

    def see(shares: Sequence[int]) -> list[Look]:
        shown = [world.work.frame(download_id, clip, percent) for percent in shares]
        frames.extend(shown)
        return world.vision.look([frame.jpeg for frame in shown])

    looks = without_timer(looks_at(see), [frame.second for frame in frames])
    verdict: Verdict = {**verdict_on(clip, looks, expected), "frames_read": frames_read(looks)}
    say("clip_judged", clip=clip, outcome=verdict["outcome"], status=verdict["status"], minute=verdict["minute"])
    return verdict
