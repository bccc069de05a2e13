"""Use cases of one download, up to the upload signal."""

from typing import Literal

from footy.clips.look import Vision
from footy.clips.manifest import Manifest, Verdict
from footy.clips.validation import Expected, looks_at, unchecked, verdict_on
from footy.errors import UpstreamUnavailable
from footy.media import Work
from footy.settings import Rules
from footy.store.downloads import Downloads
from footy.store.events import Events

Registered = Literal["fetch", "empty", "gone"]


def register_download(manifest: Manifest, *, downloads: Downloads, work: Work) -> Registered:
    """The first act of a download: known to its goal, and its order written down for the task."""
    if not downloads.register(manifest["event_id"], manifest["download_id"]):
        return "gone"
    if not manifest["clips"]:
        return "empty"
    work.put_manifest(manifest)
    return "fetch"


def validate_clip(
    event_id: str, download_id: str, source_url: str, *, events: Events, work: Work, vision: Vision, rules: Rules
) -> Verdict | None:
    """What the vision model says of one wanted clip; None when the task left nothing of it to be looked at."""
    clip = _fetched(source_url, download_id, work)
    if clip is None:
        return None
    event = events.find(event_id)
    if event is None:  # a goal that is gone needs no answer
        return unchecked(clip)
    time = event["time"]
    expected = Expected(time["elapsed"], time["extra"], rules.minute_tolerance)
    looks = looks_at(lambda shares: vision.look([work.frame(download_id, clip, percent) for percent in shares]))
    return verdict_on(clip, looks, expected)


def _fetched(source_url: str, download_id: str, work: Work) -> str | None:
    """The MD5 of what was fetched from there; one of several equal files stands for all."""
    result = work.result(download_id)
    if result is None:
        raise UpstreamUnavailable(f"{download_id} was fetched without a result")
    return next((clip["md5"] for clip in result["clips"] if clip["source_url"] == source_url), None)
