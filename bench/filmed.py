"""How eyes answer SOCCER and SCREEN on pictures that are drawn: screens filmed in several ways, and none."""

import tempfile
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from bench.line import Line
from bench.screens import Filmed, filmed
from footy.core.http.client import HttpClient
from footy.goals.adapters.vision.client import ChatVision, Endpoint
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.settings import Rules
from local.stack.eyes import EyesServer

CLIPS = 8
RECALL, FALSE_SHARE = 0.6, 0.01
FALSE_FOOTBALL = 0.006
"""6 of 1,000."""


def measure() -> list[Line]:
    """Asks about both frames of each clip in one question, as the system does."""
    with tempfile.TemporaryDirectory() as folder:
        server = EyesServer(Path(folder)).start()
        try:
            vision = ChatVision(HttpClient("eyes", seconds=120), Endpoint.of_server(server.url), "eyes", Rules())
            return lines([(clip, vision.read_frames(clip.jpegs)) for clip in filmed(CLIPS)])
        finally:
            server.stop()


def lines(seen: Sequence[tuple[Filmed, Sequence[VisionResult]]]) -> list[Line]:
    """Two lines for each kind, and one each for all screens, all football, and what is called so and is not."""
    by_kind = [(kind, list(pairs)) for kind, pairs in groupby(seen, key=lambda pair: pair[0].kind)]
    kinds = [line for kind, pairs in by_kind for line in _kind(kind, pairs)]
    screens = [_is_filmed(looks) for clip, looks in seen if clip.is_screen]
    others = [_is_filmed(looks) for clip, looks in seen if not clip.is_screen]
    football = [look.soccer for clip, looks in seen if clip.is_football for look in looks]
    no_football = [look.soccer for clip, looks in seen if not clip.is_football for look in looks]
    return [
        *kinds,
        _share("eyes: screens that are told", screens, f">= {RECALL:.0%}", at_least=RECALL),
        _share("eyes: others called a screen", others, f"<= {FALSE_SHARE:.0%}", at_most=FALSE_SHARE),
        _share("eyes: football called football", football, ""),
        _share("eyes: others called football", no_football, f"<= {FALSE_FOOTBALL:.1%}", at_most=FALSE_FOOTBALL),
    ]


def _kind(kind: str, pairs: Sequence[tuple[Filmed, Sequence[VisionResult]]]) -> list[Line]:
    return [
        _share(f"eyes, SCREEN: {kind}", [_is_filmed(looks) for _, looks in pairs], ""),
        _share(f"eyes, SOCCER: {kind}", [look.soccer for _, looks in pairs for look in looks], ""),
    ]


def _is_filmed(looks: Sequence[VisionResult]) -> bool:
    """As a clip is judged; of two frames that disagree the third would decide, here they count as none."""
    return 2 * sum(look.screen for look in looks) > len(looks)


def _share(
    what: str, answers: Sequence[bool], target: str, *, at_least: float | None = None, at_most: float | None = None
) -> Line:
    share = sum(answers) / len(answers)
    asked = at_least is not None or at_most is not None
    holds = (share >= (at_least or 0.0)) and (share <= (1.0 if at_most is None else at_most)) if asked else None
    return Line(what, f"{sum(answers)} of {len(answers)}", target, holds, {"share": share, "clips": len(answers)})
