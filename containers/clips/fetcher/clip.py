"""Processing of one clip: fetch, decode, store the working files, then the result."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from fetcher.decoder_client import Decoder, DecoderGone
from fetcher.fetch import ClipFile, fetch
from fetcher.heartbeat import Heartbeat, no_heartbeat
from fetcher.jobs import DecodedClip, Unchecked
from fetcher.log import plain, say
from footy.core.errors import ClipError
from footy.goals.adapters.storage.work import Frame, Work
from footy.goals.clips.copies.hashes import HASH_VERSION
from footy.goals.model.clips import ChosenPost, ClipResult, FetchedClip
from footy.goals.settings import Settings

DecoderSlot = AbstractContextManager[object]


def run(
    download_id: str,
    post: ChosenPost,
    *,
    work: Work,
    decoder: Decoder,
    slot: DecoderSlot,
    settings: Settings,
    heartbeat: Heartbeat = no_heartbeat,
) -> ClipResult:
    """Store the clip's files, or return the reason why it is skipped; raise if our resources ran out."""
    with TemporaryDirectory() as folder:
        outcome = _attempt(
            partial(_processed, post, Path(folder) / "clip.mp4", decoder, slot, settings, heartbeat=heartbeat)
        )
        if isinstance(outcome, Unchecked):
            raise outcome
        if isinstance(outcome, ClipError):
            return skipped(post, outcome)
        clip, decoded = outcome
        _store(download_id, clip, decoded, work, heartbeat)
    return {"tweet_id": post["tweet_id"], "clip": _facts(clip, decoded), "outcome": "fetched"}


def skipped(post: ChosenPost, why: ClipError) -> ClipResult:
    """Return the result of an unusable clip, counted under its reason."""
    say("clip_left_out", reason=why.reason, detail=plain(why))
    return {"tweet_id": post["tweet_id"], "clip": None, "outcome": why.reason}


def _processed(
    post: ChosenPost, file: Path, decoder: Decoder, slot: DecoderSlot, settings: Settings, *, heartbeat: Heartbeat
) -> tuple[ClipFile, DecodedClip]:
    clip = fetch(post, file, settings, heartbeat=heartbeat)
    with slot:
        return clip, decoder.decode(clip.file, heartbeat)


def _store(download_id: str, clip: ClipFile, decoded: DecodedClip, work: Work, heartbeat: Heartbeat) -> None:
    with ThreadPoolExecutor() as pool:
        puts = [
            pool.submit(work.put_frame, download_id, clip.post["tweet_id"], percent, frame)
            for percent, frame in _frames(decoded)
        ]
        puts.append(pool.submit(work.put_clip, download_id, clip.md5, clip.file, heartbeat))
        for put in as_completed(puts):
            heartbeat()
            put.result()


def _frames(decoded: DecodedClip) -> Iterator[tuple[int, Frame]]:
    return ((percent, Frame(jpeg, decoded.shape.second(percent))) for percent, jpeg in decoded.frames.items())


def _facts(clip: ClipFile, decoded: DecodedClip) -> FetchedClip:
    return {
        "md5": clip.md5,
        "source_url": clip.post["url"],
        "tweet_id": clip.post["tweet_id"],
        "file_size": clip.size,
        "duration": round(decoded.shape.duration, 3),
        "width": decoded.shape.width,
        "height": decoded.shape.height,
        "bitrate": decoded.bitrate,
        "perceptual_hash": decoded.perceptual_hash,
        "hash_version": HASH_VERSION,
        "hash_views": decoded.hash_views,
        "copies": 1,
        "posts": [clip.post["tweet_id"]],
    }


def _attempt(work_on: Callable[[], tuple[ClipFile, DecodedClip]]) -> tuple[ClipFile, DecodedClip] | ClipError:
    """Turn any failure of a clip into its reason; only the end of the decoder ends the worker."""
    try:
        return work_on()
    except ClipError as unusable:
        return unusable
    except DecoderGone:
        raise
    except (MemoryError, OSError) as failure:
        return Unchecked(repr(failure))
    except Exception as unknown:  # noqa: BLE001 - hostile clips fail in unforeseen ways
        return ClipError("unexplained", repr(unknown))
