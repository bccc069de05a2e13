"""How surely each kind of footage is recognised in what was made of it, and its strangers are kept apart."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.accuracy import look
from bench.footage import FRAMES_PER_SECOND
from bench.line import Line
from bench.shots import SHOTS, Shot
from bench.variants import VARIANTS, Variant, encode
from footy.goals.clips.copies.comparison import similar_clips
from footy.goals.model.documents import Video
from footy.goals.settings import Rules

MATCHES = range(41, 44)
GOALS = range(4)
SECONDS = 8.0
RECALL, FALSE_SHARE = 0.95, 0.02
NOT_RECOGNISED = ("graphics",)
"""Mostly the picture that strangers share: that it is not recognised is what is asked for."""
MADE = ("re-encode", "scale", "gamma darker", "fps 12.5", "watermark", "trim both")
HARDER = ("letterbox", "caption", "speed 1.05")
TAIL = Variant("5.7 s tail", lambda film: film[-round(5.7 * FRAMES_PER_SECOND) :])
RULES = Rules()

Seen = dict[tuple[int, int], dict[str, Video]]


def measure() -> list[Line]:
    """Recall and false merges of every kind."""
    with TemporaryDirectory() as folder:
        return [line for name, shot in SHOTS.items() for line in lines(name, seen_as(shot, Path(folder)))]


def seen_as(shot: Shot, folder: Path) -> Seen:
    """Every goal of every match in this kind of footage: as it was posted first, and what was made of it."""
    return {(match, goal): _all(shot(match, goal, SECONDS), folder) for match in MATCHES for goal in GOALS}


def lines(name: str, seen: Seen) -> Iterator[Line]:
    """Two lines for recall, two for strangers."""
    yield _recall(f"kind: {name}, the same", seen, [*MADE, TAIL.name], asked=name not in NOT_RECOGNISED)
    yield _recall(f"kind: {name}, framed, captioned or faster", seen, HARDER, asked=name not in NOT_RECOGNISED)
    within = [(a, b) for a, b in combinations(seen, 2) if a[0] == b[0]]
    across = [(a, b) for a, b in combinations(seen, 2) if a[0] != b[0]]
    yield _strangers(f"kind: {name}, strangers of one match", seen, within, FALSE_SHARE)
    yield _strangers(f"kind: {name}, strangers of two matches", seen, across, 0)


def _recall(name: str, seen: Seen, copies: Sequence[str], *, asked: bool) -> Line:
    found = {copy: sum(_same(files[copy], files["original"]) for files in seen.values()) for copy in copies}
    recall = sum(found.values()) / len(copies) / len(seen)
    missed = ", ".join(f"{copy} {count}" for copy, count in found.items() if count < len(seen))
    return Line(
        name,
        f"{recall:.1%} of {len(copies) * len(seen)}" + (f" (of {len(seen)}: {missed})" if missed else ""),
        f">= {RECALL}" if asked else "",
        recall >= RECALL if asked else None,
        {"recall": recall, **found},
    )


def _strangers(name: str, seen: Seen, pairs: list[tuple[tuple[int, int], tuple[int, int]]], most: float) -> Line:
    copies = ("original", "re-encode", "trim both", "letterbox")
    merged = sum(_same(seen[a][copy], seen[b]["original"]) for a, b in pairs for copy in copies)
    share = merged / len(pairs) / len(copies)
    return Line(name, f"{merged}/{len(pairs) * len(copies)} merged", f"<= {most:.0%}", share <= most, {"share": share})


def _variants() -> list[Variant]:
    return [*(variant for variant in VARIANTS if variant.name in (*MADE, *HARDER)), TAIL]


def _all(original: list, folder: Path) -> dict[str, Video]:  # type: ignore[type-arg]
    files = {"original": look(encode(folder / "a.mp4", original))}
    for variant in _variants():
        files[variant.name] = look(encode(folder / "a.mp4", variant.change(original), variant.fps, variant.quality))
    return files


def _same(one: Video, other: Video) -> bool:
    return any(like.same for like in similar_clips(one, [other], rules=RULES))
