"""The whole task: fetch side by side, count equal files once, look at each, put away, and report last."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from fetcher.decoder import Decoder
from fetcher.fetch import ClipFile, fetch
from fetcher.log import say
from fetcher.orders import Footage
from footy.adapters.work import Work
from footy.clips.hashes import HASH_VERSION
from footy.errors import ClipError
from footy.model.clips import FetchedClip, Manifest, Result, WantedClip
from footy.settings import Settings

SIDE_BY_SIDE = 2  # clips decoded at a time

Item = TypeVar("Item")
Made = TypeVar("Made")


def run(manifest: Manifest, *, work: Work, decoder: Decoder, settings: Settings) -> Result:
    """Does the work of one download and leaves its result behind."""
    outcomes = Counter[str]()
    with TemporaryDirectory() as folder:
        clips = _distinct(_fetch_all(manifest, Path(folder), settings, outcomes), outcomes)
        looked = _each(partial(_look, decoder), clips, SIDE_BY_SIDE, outcomes)
        _put_away(manifest["download_id"], looked, work)
    result: Result = {
        "download_id": manifest["download_id"],
        "clips": [_facts(clip, footage) for clip, footage in looked],
        "outcomes": dict(+outcomes),
    }
    work.put_result(result)
    return result


def _fetch_all(manifest: Manifest, folder: Path, settings: Settings, outcomes: Counter[str]) -> list[ClipFile]:
    def fetched(wanted: tuple[int, WantedClip]) -> ClipFile:
        number, clip = wanted
        return fetch(clip, folder / f"{number}.mp4", settings)

    return _each(fetched, list(enumerate(manifest["clips"])), max(1, len(manifest["clips"])), outcomes)


def _distinct(files: Sequence[ClipFile], outcomes: Counter[str]) -> list[ClipFile]:
    copies = Counter(one.md5 for one in files)
    firsts = {one.md5: one for one in reversed(files)}
    outcomes["duplicate_file"] += len(files) - len(firsts)
    return [replace(one, copies=copies[md5]) for md5, one in firsts.items()]


def _look(decoder: Decoder, clip: ClipFile) -> tuple[ClipFile, Footage]:
    return clip, decoder.look(clip.file)


def _put_away(download_id: str, looked: Sequence[tuple[ClipFile, Footage]], work: Work) -> None:
    with ThreadPoolExecutor() as pool:
        puts = [
            pool.submit(work.put_frame, download_id, clip.wanted["tweet_id"], percent, jpeg)
            for clip, footage in looked
            for percent, jpeg in footage.frames.items()
        ]
        puts += [pool.submit(work.put_clip, download_id, clip.md5, clip.file) for clip, _ in looked]
    for put in puts:
        put.result()


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
