"""Accuracy of the CPU vision service on scoreboards, and its CPU time per picture."""

import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from bench.clutter import cluttered
from bench.result import Result
from bench.scoreboards import NONE, SIZES, Drawn, drawn
from footy.core.http.client import HttpClient
from footy.goals.adapters.vision.client import ChatVision, Endpoint
from footy.goals.clips.reading.clock import ClockTexts, read_clock
from footy.goals.clips.reading.scoreline import read_score
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.settings import Rules
from local.cli.status import memory_of
from local.stack.eyes import EyesProcess

BOARDS = 240
CLUTTERED = 16
TICKS_PER_SECOND = 100
MEGABYTES = 250


def measure() -> list[Result]:
    """Read every scoreboard with a new server."""
    with tempfile.TemporaryDirectory() as folder:
        server = EyesProcess(Path(folder)).start()
        try:
            return _lines(server)
        finally:
            server.stop()


def _lines(server: EyesProcess) -> list[Result]:
    boards = list(drawn(BOARDS))
    vision = ChatVision(HttpClient("eyes", seconds=120), Endpoint.of_server(server.url), "eyes", Rules())
    vision.read_frames([boards[0].jpeg])
    before = cpu_seconds(server)
    looks = [vision.read_frames([board.jpeg])[0] for board in boards]
    each = (cpu_seconds(server) - before) / len(boards)
    pairs = list(zip(boards, looks, strict=True))
    beside = [(board, vision.read_frames([board.jpeg])[0]) for board in cluttered(CLUTTERED)]
    kinds = _kinds(board for board, _ in beside)
    return [
        *(_rate(f"clock beside {kind}", [pair for pair in beside if pair[0].kind == kind]) for kind in kinds),
        _texts("ADDED in words", [(board.added, look.clock.added) for board, look in beside if board.added != NONE]),
        *(_rate(f"clock of {kind}", [pair for pair in pairs if pair[0].kind == kind]) for kind in _kinds(boards)),
        *(_rate(f"clock, letters of {size} px", [pair for pair in pairs if pair[0].size == size]) for size in SIZES),
        _rate("clock, all", pairs, at_least=0.95),
        _texts("ADDED", [(board.added, look.clock.added) for board, look in pairs if board.added != NONE]),
        _texts(
            "STOPPAGE_CLOCK", [(board.stoppage, look.clock.stoppage) for board, look in pairs if board.stoppage != NONE]
        ),
        _texts("SCORE, with its sides", [(board.score, look.score) for board, look in pairs]),
        _texts("SCORE, the numbers", [(_numbers(board.score), _numbers(look.score)) for board, look in pairs]),
        Result("eyes: CPU per picture of 1280x720", f"{each:.2f} s", "", None, {"cpu_seconds": each}),
        _memory(server),
    ]


def _numbers(score: str) -> str:
    line = read_score(score)
    return f"{line.first}-{line.second}" if line else score


def _kinds(boards: Iterable[Drawn]) -> list[str]:
    return sorted({board.kind for board in boards})


def _rate(what: str, pairs: list[tuple[Drawn, VisionResult]], *, at_least: float | None = None) -> Result:
    """Exact: the same minute; wrong: another minute; missed: none where there is one."""
    counted = Counter(outcome(board, look) for board, look in pairs)
    exact, wrong = counted["exact"] / len(pairs), counted["wrong"] / len(pairs)
    answer = f"{exact:.1%} exact, {wrong:.1%} wrong of {len(pairs)}"
    holds = None if at_least is None else exact >= at_least and wrong <= 1 - at_least
    target = "" if at_least is None else f">= {at_least:.0%}"
    return Result(f"eyes: {what}", answer, target, holds, {"exact": exact, "wrong": wrong, "boards": len(pairs)})


def outcome(board: Drawn, look: VisionResult) -> str:
    """By the minute that the rules make of it, which is all that counts; a break has none."""
    expected = read_clock(ClockTexts(board.clock, board.added, board.stoppage))
    understood = read_clock(look.clock)
    if expected == understood:
        return "exact"
    return "missed" if understood is None else "wrong"


def _texts(what: str, pairs: list[tuple[str, str]]) -> Result:
    exact = sum(expected == answer for expected, answer in pairs) / len(pairs)
    return Result(f"eyes: {what}", f"{exact:.1%} of {len(pairs)}", "", None, {"exact": exact, "boards": len(pairs)})


def _memory(server: EyesProcess) -> Result:
    megabytes = memory_of(server.pid or 0)
    return Result(
        "eyes: memory at work", f"{megabytes} MB", f"<= {MEGABYTES} MB", megabytes <= MEGABYTES, {"MB": megabytes}
    )


def cpu_seconds(server: EyesProcess) -> float:
    """Return the CPU seconds of the server so far, 0 where the system does not report them."""
    stat = Path(f"/proc/{server.pid}/stat")
    if not stat.exists():
        return 0.0
    return sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13])) / TICKS_PER_SECOND
