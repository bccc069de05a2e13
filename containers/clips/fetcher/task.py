"""The whole task: fetch side by side, count equal files once, look at each, put away, and report last."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from fetcher.decoder import Decoder, DecoderGone
from fetcher.fetch import ClipFile, fetch
from fetcher.log import plain, say
from fetcher.orders import Footage, Unchecked
from footy.adapters.work import Frame, Work
from footy.clips.hashes import HASH_VERSION
from footy.errors import ClipError
from footy.model.clips import FetchedClip, Manifest, Result, WantedClip
from footy.settings import Settings

SIDE_BY_SIDE = 2  # clips decoded at a time

Made = TypeVar("Made")
Job = tuple[WantedClip, Callable[[], Made]]


@dataclass(slots=True)
class Tally:
    """Why clips were left out, and which of them nobody could look at."""

    outcomes: Counter[str] = field(default_factory=Counter)
    unchecked: list[str] = field(default_factory=list)

    def leave_out(self, wanted: WantedClip, why: ClipError) -> None:
        self.outcomes[why.reason] += 1
        if isinstance(why, Unchecked):
            self.unchecked.append(wanted["tweet_id"])
        say("clip_left_out", reason=why.reason, detail=plain(why))


def run(manifest: Manifest, *, work: Work, decoder: Decoder, settings: Settings) -> Result:
    """Does the work of one download and leaves its result behind."""
    tally = Tally()
    with TemporaryDirectory() as folder:
        clips = _distinct(_fetch_all(manifest, Path(folder), settings, tally), tally)
        looks = [(clip.wanted, partial(_look, decoder, clip)) for clip in clips]
        looked = _each(looks, SIDE_BY_SIDE, tally)
        _put_away(manifest["download_id"], looked, work)
    result: Result = {
        "download_id": manifest["download_id"],
        "clips": [_facts(clip, footage) for clip, footage in looked],
        "outcomes": dict(+tally.outcomes),
        "unchecked": tally.unchecked,
    }
    work.put_result(result)
    return result


def _fetch_all(manifest: Manifest, folder: Path, settings: Settings, tally: Tally) -> list[ClipFile]:
    clips = manifest["clips"]
    fetches = [(clip, partial(fetch, clip, folder / f"{n}.mp4", settings)) for n, clip in enumerate(clips)]
    return _each(fetches, max(1, len(clips)), tally)


def _distinct(files: Sequence[ClipFile], tally: Tally) -> list[ClipFile]:
    posts: dict[str, list[str]] = {}
    for one in files:
        posts.setdefault(one.md5, []).append(one.wanted["tweet_id"])
    firsts = {one.md5: one for one in reversed(files)}
    tally.outcomes["duplicate_file"] += len(files) - len(firsts)
    return [replace(one, posts=tuple(posts[md5])) for md5, one in firsts.items()]


def _look(decoder: Decoder, clip: ClipFile) -> tuple[ClipFile, Footage]:
    return clip, decoder.look(clip.file)


def _put_away(download_id: str, looked: Sequence[tuple[ClipFile, Footage]], work: Work) -> None:
    with ThreadPoolExecutor() as pool:
        puts = [
            pool.submit(work.put_frame, download_id, clip.wanted["tweet_id"], percent, frame)
            for clip, footage in looked
            for percent, frame in _frames(footage)
        ]
        puts += [pool.submit(work.put_clip, download_id, clip.md5, clip.file) for clip, _ in looked]
    for put in puts:
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
        "copies": len(clip.posts),
        "posts": list(clip.posts),
    }


def _each(jobs: Sequence[Job[Made]], side_by_side: int, tally: Tally) -> list[Made]:
    """Does all of them; one that cannot be used is counted under its reason, and nothing in it harms another."""
    made: list[Made] = []
    with ThreadPoolExecutor(side_by_side) as pool:
        for (wanted, _), outcome in zip(jobs, pool.map(_attempt, jobs), strict=True):
            if isinstance(outcome, ClipError):
                tally.leave_out(wanted, outcome)
            else:
                made.append(outcome)
    return made


def _attempt(job: Job[Made]) -> Made | ClipError:
    """Only the end of the decoder ends the task: whatever else a clip can bring about is its own."""
    _, work_on = job
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
