"""Answers of the CPU vision service to SOCCER and SCREEN for drawn pictures: filmed screens and others."""

import tempfile
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from bench.result import Result
from bench.screens import Filmed, filmed
from footy.core.http.client import HttpClient
from footy.goals.adapters.vision.client import ChatVision, Endpoint
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.settings import Rules
from local.stack.eyes import EyesProcess

CLIPS = 8
RECALL, FALSE_SHARE = 0.6, 0.01
FALSE_FOOTBALL = 0.006
"""6 of 1,000."""


def measure() -> list[Result]:
    """Ask about both frames of each clip in one request, as the system does."""
    with tempfile.TemporaryDirectory() as folder:
        server = EyesProcess(Path(folder)).start()
        try:
            vision = ChatVision(HttpClient("eyes", seconds=120), Endpoint.of_server(server.url), "eyes", Rules())
            return lines([(clip, vision.read_frames(clip.jpegs)) for clip in filmed(CLIPS)])
        finally:
            server.stop()


def lines(answers_by_clip: Sequence[tuple[Filmed, Sequence[VisionResult]]]) -> list[Result]:
    """Return two results per kind, and one each for all screens, other clips, football and other sports."""
    by_kind = [(kind, list(pairs)) for kind, pairs in groupby(answers_by_clip, key=lambda pair: pair[0].kind)]
    kinds = [line for kind, pairs in by_kind for line in _kind(kind, pairs)]
    screens = [_is_filmed(looks) for clip, looks in answers_by_clip if clip.is_screen]
    others = [_is_filmed(looks) for clip, looks in answers_by_clip if not clip.is_screen]
    football = [look.soccer for clip, looks in answers_by_clip if clip.is_football for look in looks]
    no_football = [look.soccer for clip, looks in answers_by_clip if not clip.is_football for look in looks]
    return [
        *kinds,
        _share("vision: screens recognised", screens, f">= {RECALL:.0%}", at_least=RECALL),
        _share("vision: others taken for a screen", others, f"<= {FALSE_SHARE:.0%}", at_most=FALSE_SHARE),
        _share("vision: football recognised", football, ""),
        _share("vision: others taken for football", no_football, f"<= {FALSE_FOOTBALL:.1%}", at_most=FALSE_FOOTBALL),
    ]


def _kind(kind: str, pairs: Sequence[tuple[Filmed, Sequence[VisionResult]]]) -> list[Result]:
    return [
        _share(f"vision, SCREEN: {kind}", [_is_filmed(looks) for _, looks in pairs], ""),
        _share(f"vision, SOCCER: {kind}", [look.soccer for _, looks in pairs for look in looks], ""),
    ]


def _is_filmed(looks: Sequence[VisionResult]) -> bool:
    """Return whether most frames show a screen; two frames that disagree count as no."""
    return 2 * sum(look.screen for look in looks) > len(looks)


def _share(
    what: str, answers: Sequence[bool], target: str, *, at_least: float | None = None, at_most: float | None = None
) -> Result:
    share = sum(answers) / len(answers)
    has_target = at_least is not None or at_most is not None
    holds = (share >= (at_least or 0.0)) and (share <= (1.0 if at_most is None else at_most)) if has_target else None
    return Result(what, f"{sum(answers)} of {len(answers)}", target, holds, {"share": share, "clips": len(answers)})
