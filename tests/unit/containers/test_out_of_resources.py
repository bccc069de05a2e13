"""Out of resources: the clip stays unchecked and may be tried again."""

import errno
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import av
import pytest
from av.video.frame import VideoFrame

from fetcher import admission, decoder_process
from fetcher.admission import complete_pictures, open_clip
from fetcher.clip import run
from fetcher.decoder_process import _refusal
from fetcher.jobs import Unchecked
from footy.core.errors import ClipError
from footy.goals.settings import Rules, Settings
from tests.support.clip_files import Answer, Site, chosen_post
from tests.support.goals import DOWNLOAD

OURS: list[Exception] = [
    av.error.BlockingIOError(errno.EAGAIN, "no thread"),
    av.error.OSError(errno.EMFILE, "no file"),
    av.error.OSError(errno.ENFILE, "no file"),
    av.error.OSError(errno.ENOSPC, "no room"),
]
ITS_OWN: list[Exception] = [
    av.error.InvalidDataError(1094995529, "no mp4"),
    av.error.OSError(errno.EINVAL, "odd"),
    ValueError("odd"),
]


def opening(failure: Exception, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opens a file where opening fails like that."""

    def refuse(*_: object, **__: object) -> Any:
        raise failure

    monkeypatch.setattr(admission, "av", SimpleNamespace(open=refuse, FFmpegError=av.FFmpegError))
    with open_clip(file, Rules()):
        pytest.fail("it was opened")


@pytest.mark.parametrize("failure", OURS, ids=repr)
def test_missing_resources_do_not_make_a_bad_file(
    failure: Exception, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Unchecked):
        opening(failure, good, monkeypatch)


@pytest.mark.parametrize("failure", ITS_OWN, ids=repr)
def test_one_that_is_broken_is(failure: Exception, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ClipError) as refused:
        opening(failure, good, monkeypatch)
    assert refused.value.reason == "not_video"


def breaking(failure: Exception, good: Path) -> Iterator[VideoFrame]:
    """A film that ends like that after its first picture."""
    with av.open(str(good)) as container:
        yield next(container.decode(video=0))
    raise failure


def test_a_film_that_stops_for_want_of_something_is_not_damaged(good: Path) -> None:
    with pytest.raises(av.error.BlockingIOError):
        list(complete_pictures(breaking(OURS[0], good), 4.0))
    with pytest.raises(ClipError) as refused:
        list(complete_pictures(breaking(ITS_OWN[0], good), 4.0))
    assert refused.value.reason == "damaged"


@pytest.mark.parametrize(
    ("failure", "short", "reason"),
    [
        (MemoryError(), True, "unchecked"),
        (MemoryError(), False, "too_costly"),
        (OSError(errno.ENOMEM, "full"), True, "unchecked"),
        (OSError(errno.ENOMEM, "full"), False, "too_costly"),
        (OSError(errno.EMFILE, "no file"), False, "unchecked"),
        (OSError(errno.EAGAIN, "no thread"), False, "unchecked"),
        (ClipError("too_large"), True, "too_large"),
    ],
)
def test_only_the_clips_own_memory_is_its_fault(
    monkeypatch: pytest.MonkeyPatch, *, failure: Exception, short: bool, reason: str
) -> None:
    monkeypatch.setattr(decoder_process, "is_out_of_memory", lambda _: short)
    assert _refusal(failure, Rules())["reason"] == reason


def taken_up(site: Site, look: Callable[..., Any]) -> Any:
    """A clip that is fetched, and then looked at like that."""
    site.answers["/a.mp4"] = Answer(b"film")
    how = Settings(media_origins=(site.origin,), rules=Rules(fetch_tries=1))
    ports: dict[str, Any] = {"work": None, "decoder": SimpleNamespace(decode=look), "slot": nullcontext()}
    return run(DOWNLOAD, chosen_post(site.url("/a.mp4")), settings=how, **ports)


def raising(failure: Exception) -> Callable[..., Any]:
    def look(*_: object) -> Any:
        raise failure

    return look


@pytest.mark.parametrize("failure", [MemoryError(), OSError(errno.ENOSPC, "no room"), Unchecked("no process")])
def test_a_worker_that_lacks_something_leaves_the_clip_unchecked(site: Site, failure: Exception) -> None:
    with pytest.raises(Unchecked):
        taken_up(site, raising(failure))
