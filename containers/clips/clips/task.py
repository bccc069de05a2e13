"""The whole task: fetch side by side, filter, count equal files once, look, put away, and report last."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from clips.decode import Probed, Seen, look_through, probe
from clips.direct import make_client
from clips.fetch import Fetched, fetch
from clips.log import say
from footy.clips.filters import refusal
from footy.clips.hashes import HASH_VERSION
from footy.clips.manifest import FetchedClip, Manifest, Result
from footy.errors import ClipError
from footy.media import Work
from footy.settings import Rules, Settings

SIDE_BY_SIDE = 2  # clips decoded at a time

Item = TypeVar("Item")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Clip:
    """A file that fits the filters, with how many copies of it came."""

    fetched: Fetched
    probed: Probed
    copies: int


def run(manifest: Manifest, work: Work, settings: Settings) -> Result:
    """Does the work of one download and leaves its result behind."""
    outcomes = Counter[str]()
    with TemporaryDirectory() as folder:
        fetched = _fetch_all(manifest, Path(folder), settings, outcomes)
        clips = _distinct(_fitting(fetched, settings.rules, outcomes), outcomes)
        looked = _each(lambda clip: _look(clip, settings.rules), clips, SIDE_BY_SIDE, outcomes)
        _put_away(manifest["download_id"], looked, work)
    result: Result = {
        "download_id": manifest["download_id"],
        "clips": [_told(clip, seen) for clip, seen in looked],
        "outcomes": dict(+outcomes),
    }
    work.put_result(result)
    return result


def _fetch_all(manifest: Manifest, folder: Path, settings: Settings, outcomes: Counter[str]) -> list[Fetched]:
    wanted = list(enumerate(manifest["clips"]))
    with make_client() as client:
        return _each(
            lambda each: fetch(each[1], folder / f"{each[0]}.mp4", client=client, settings=settings),
            wanted,
            max(1, len(wanted)),
            outcomes,
        )


def _fitting(fetched: Iterable[Fetched], rules: Rules, outcomes: Counter[str]) -> list[tuple[Fetched, Probed]]:
    def checked(one: Fetched) -> tuple[Fetched, Probed]:
        probed = probe(one.file)
        reason = refusal(probed.shape, rules)
        if reason is not None:
            raise ClipError(reason)
        return one, probed

    return _each(checked, list(fetched), 1, outcomes)


def _distinct(fitting: Sequence[tuple[Fetched, Probed]], outcomes: Counter[str]) -> list[Clip]:
    copies = Counter(fetched.md5 for fetched, _ in fitting)
    firsts = {fetched.md5: (fetched, probed) for fetched, probed in reversed(fitting)}
    outcomes["duplicate_file"] += len(fitting) - len(firsts)
    return [Clip(fetched, probed, copies[md5]) for md5, (fetched, probed) in firsts.items()]


def _look(clip: Clip, rules: Rules) -> tuple[Clip, Seen]:
    return clip, look_through(clip.fetched.file, clip.probed.shape.duration, rules.frame_height)


def _put_away(download_id: str, looked: Sequence[tuple[Clip, Seen]], work: Work) -> None:
    with ThreadPoolExecutor() as pool:
        puts = [
            pool.submit(work.put_frame, download_id, clip.fetched.md5, percent, jpeg)
            for clip, seen in looked
            for percent, jpeg in seen.frames.items()
        ]
        puts += [pool.submit(work.put_clip, download_id, clip.fetched.md5, clip.fetched.file) for clip, _ in looked]
    for put in puts:
        put.result()


def _told(clip: Clip, seen: Seen) -> FetchedClip:
    wanted, shape = clip.fetched.wanted, clip.probed.shape
    return {
        "md5": clip.fetched.md5,
        "source_url": wanted["source_url"],
        "tweet_id": wanted["tweet_id"],
        "file_size": clip.fetched.size,
        "duration": round(shape.duration, 3),
        "width": shape.width,
        "height": shape.height,
        "bitrate": clip.probed.bitrate,
        "perceptual_hash": seen.perceptual_hash,
        "hash_version": HASH_VERSION,
        "copies": clip.copies,
    }


def _each(
    work_on: Callable[[Item], Made], items: Sequence[Item], side_by_side: int, outcomes: Counter[str]
) -> list[Made]:
    """Works on all of them; one that cannot be used is counted under its reason and holds up nobody."""

    def attempt(item: Item) -> Made | ClipError:
        try:
            return work_on(item)
        except ClipError as unusable:
            return unusable

    made: list[Made] = []
    with ThreadPoolExecutor(side_by_side) as pool:
        for outcome in pool.map(attempt, items):
            if isinstance(outcome, ClipError):
                outcomes[outcome.reason] += 1
                say("clip_left_out", reason=outcome.reason, detail=str(outcome))
            else:
                made.append(outcome)
    return made
