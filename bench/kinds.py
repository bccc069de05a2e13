"""Recall and false matches for each kind of footage."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.accuracy import look
from bench.footage import SHOTS, Shot
from bench.result import Result
from bench.variants import VARIANTS, Variant, encode
from footy.goals.clips.copies.comparison import similar_clips
from footy.goals.model.documents import Video
from footy.goals.settings import Rules
from local.footage.canvas import FRAMES_PER_SECOND

MATCHES = range(41, 44)
GOALS = range(4)
SECONDS = 8.0
RECALL, FALSE_SHARE = 0.95, 0.02
NOT_RECOGNISED = ("graphics",)
"""Mostly a picture that different goals share, so that low recall is right."""
COPIES = ("re-encode", "scale", "gamma darker", "fps 12.5", "watermark", "trim both")
HARD_COPIES = ("letterbox", "caption", "speed 1.05")
TAIL = Variant("5.7 s tail", lambda film: film[-round(5.7 * FRAMES_PER_SECOND) :])
RULES = Rules()

ClipsByGoal = dict[tuple[int, int], dict[str, Video]]


def measure() -> list[Result]:
    """Measure recall and false matches of every kind."""
    with TemporaryDirectory() as folder:
        return [line for name, shot in SHOTS.items() for line in lines(name, hash_goals(shot, Path(folder)))]


def hash_goals(shot: Shot, folder: Path) -> ClipsByGoal:
    """Hash every goal of every match in this kind of footage: the original and its copies."""
    return {(match, goal): _all(shot(match, goal, SECONDS), folder) for match in MATCHES for goal in GOALS}


def lines(name: str, clips: ClipsByGoal) -> Iterator[Result]:
    """Return two results for recall and two for false matches."""
    yield _recall(f"kind: {name}, the same", clips, [*COPIES, TAIL.name], has_target=name not in NOT_RECOGNISED)
    yield _recall(
        f"kind: {name}, framed, captioned or faster", clips, HARD_COPIES, has_target=name not in NOT_RECOGNISED
    )
    within = [(a, b) for a, b in combinations(clips, 2) if a[0] == b[0]]
    across = [(a, b) for a, b in combinations(clips, 2) if a[0] != b[0]]
    yield _strangers(f"kind: {name}, strangers of one match", clips, within, FALSE_SHARE)
    yield _strangers(f"kind: {name}, strangers of two matches", clips, across, 0)


def _recall(name: str, clips: ClipsByGoal, copies: Sequence[str], *, has_target: bool) -> Result:
    counts = {copy: sum(_same(files[copy], files["original"]) for files in clips.values()) for copy in copies}
    recall = sum(counts.values()) / len(copies) / len(clips)
    missed = ", ".join(f"{copy} {count}" for copy, count in counts.items() if count < len(clips))
    return Result(
        name,
        f"{recall:.1%} of {len(copies) * len(clips)}" + (f" (of {len(clips)}: {missed})" if missed else ""),
        f">= {RECALL}" if has_target else "",
        recall >= RECALL if has_target else None,
        {"recall": recall, **counts},
    )


def _strangers(
    name: str, clips: ClipsByGoal, pairs: list[tuple[tuple[int, int], tuple[int, int]]], most: float
) -> Result:
    copies = ("original", "re-encode", "trim both", "letterbox")
    merged = sum(_same(clips[a][copy], clips[b]["original"]) for a, b in pairs for copy in copies)
    share = merged / len(pairs) / len(copies)
    return Result(
        name, f"{merged}/{len(pairs) * len(copies)} merged", f"<= {most:.0%}", share <= most, {"share": share}
    )


def _variants() -> list[Variant]:
    return [*(variant for variant in VARIANTS if variant.name in (*COPIES, *HARD_COPIES)), TAIL]


def _all(original: list, folder: Path) -> dict[str, Video]:  # type: ignore[type-arg]
    files = {"original": look(encode(folder / "a.mp4", original))}
    for variant in _variants():
        files[variant.name] = look(encode(folder / "a.mp4", variant.change(original), variant.fps, variant.quality))
    return files


def _same(one: Video, other: Video) -> bool:
    return any(like.same for like in similar_clips(one, [other], rules=RULES))
