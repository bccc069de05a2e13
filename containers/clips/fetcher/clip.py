"""One clip from its post to the working files: fetched, looked through, put away, and its result last."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from fetcher.decoder_client import Decoder, DecoderGone
from fetcher.fetch import ClipFile, fetch
from fetcher.heartbeat import Sign, unwatched
from fetcher.jobs import Footage, Unchecked
from fetcher.log import plain, say
from footy.core.errors import ClipError
from footy.goals.adapters.storage.work import Frame, Work
from footy.goals.clips.copies.hashes import HASH_VERSION
from footy.goals.model.clips import ChosenPost, ClipResult, FetchedClip
from footy.goals.settings import Settings

Lane = AbstractContextManager[object]


def run(
    download_id: str,
    wanted: ChosenPost,
    *,
    work: Work,
    decoder: Decoder,
    lane: Lane,
    settings: Settings,
    sign: Sign = unwatched,
) -> ClipResult:
    """Leaves the clip's files behind, or the reason why there are none; where something of ours lacks it raises."""
    with TemporaryDirectory() as folder:
        made = _attempt(partial(_made, wanted, Path(folder) / "clip.mp4", decoder, lane, settings, sign=sign))
        if isinstance(made, Unchecked):
            raise made
        if isinstance(made, ClipError):
            return left_out(wanted, made)
        clip, footage = made
        _put_away(download_id, clip, footage, work, sign)
    return {"tweet_id": wanted["tweet_id"], "clip": _facts(clip, footage), "outcome": "fetched"}


def left_out(wanted: ChosenPost, why: ClipError) -> ClipResult:
    """A clip that cannot be used is counted under its reason."""
    say("clip_left_out", reason=why.reason, detail=plain(why))
    return {"tweet_id": wanted["tweet_id"], "clip": None, "outcome": why.reason}


def _made(
    wanted: ChosenPost, file: Path, decoder: Decoder, lane: Lane, settings: Settings, *, sign: Sign
) -> tuple[ClipFile, Footage]:
    clip = fetch(wanted, file, settings, sign=sign)
    with lane:
        return clip, decoder.look(clip.file, sign)


def _put_away(download_id: str, clip: ClipFile, footage: Footage, work: Work, sign: Sign) -> None:
    with ThreadPoolExecutor() as pool:
        puts = [
            pool.submit(work.put_frame, download_id, clip.wanted["tweet_id"], percent, frame)
            for percent, frame in _frames(footage)
        ]
        puts.append(pool.submit(work.put_clip, download_id, clip.md5, clip.file, sign))
        for put in as_completed(puts):
            sign()
            put.result()


def _frames(footage: Footage) -> Iterator[tuple[int, Frame]]:
    return ((percent, Frame(jpeg, footage.shape.second(percent))) for percent, jpeg in footage.frames.items())


def _facts(clip: ClipFile, footage: Footage) -> FetchedClip:
    return {
        "md5": clip.md5,
        "source_url": clip.wanted["url"],
        "tweet_id": clip.wanted["tweet_id"],
        "file_size": clip.size,
        "duration": round(footage.shape.duration, 3),
        "width": footage.shape.width,
        "height": footage.shape.height,
        "bitrate": footage.bitrate,
        "perceptual_hash": footage.perceptual_hash,
        "hash_version": HASH_VERSION,
        "hash_views": footage.hash_views,
        "copies": 1,
        "posts": [clip.wanted["tweet_id"]],
    }


def _attempt(work_on: Callable[[], tuple[ClipFile, Footage]]) -> tuple[ClipFile, Footage] | ClipError:
    """Only the end of the decoder ends the worker: whatever else a clip can bring about is its own."""
    try:
        return work_on()
    except ClipError as unusable:
        return unusable
    except DecoderGone:
        raise
    except (MemoryError, OSError) as scarce:
        return Unchecked(repr(scarce))
    except Exception as unforeseen:  # noqa: BLE001 - nobody knows what the next hostile clip will be
        return ClipError("unexplained", repr(unforeseen))
