"""Use cases of one download, up to the upload signal."""

from typing import TYPE_CHECKING, Literal

from footy.clips.look import Vision
from footy.clips.manifest import Manifest, Verdict
from footy.clips.validation import Expected, looks_at, unchecked, verdict_on
from footy.errors import UpstreamUnavailable
from footy.media import Work
from footy.settings import Rules

if TYPE_CHECKING:  # collecting needs no database, and its driver is slow to load
    from footy.store.downloads import Downloads
    from footy.store.events import Events

Registered = Literal["fetch", "empty", "gone"]


def register_download(manifest: Manifest, *, downloads: "Downloads", work: Work) -> Registered:
    """The first act of a download: known to its goal, and its order written down for the task."""
    if not downloads.register(manifest["event_id"], manifest["download_id"]):
        return "gone"
    if not manifest["clips"]:
        return "empty"
    work.put_manifest(manifest)
    return "fetch"


def collect_clips(download_id: str, *, work: Work) -> list[str]:
    """The clips that the task left to be looked at, by their MD5."""
    result = work.result(download_id)
    if result is None:
        raise UpstreamUnavailable(f"{download_id} was fetched without a result")
    return [clip["md5"] for clip in result["clips"]]


def validate_clip(
    event_id: str, download_id: str, clip: str, *, events: "Events", work: Work, vision: Vision, rules: Rules
) -> Verdict:
    """What the vision model says of one clip; a goal that is gone needs no answer."""
    event = events.find(event_id)
    if event is None:
        return unchecked(clip)
    time = event["time"]
    expected = Expected(time["elapsed"], time["extra"], rules.minute_tolerance)
    looks = looks_at(lambda shares: vision.look([work.frame(download_id, clip, percent) for percent in shares]))
    return verdict_on(clip, looks, expected)
