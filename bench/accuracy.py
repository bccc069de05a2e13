"""Recall of re-posted goals, and the share of different goals that are taken for the same."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.footage import Film, black, card, film
from bench.result import Result
from bench.variants import NEXT_QUALITY, VARIANTS, Variant, encode
from fetcher.decode import decode, probe
from footy.goals.clips.copies.comparison import similar_clips
from footy.goals.clips.copies.hashes import HASH_VERSION
from footy.goals.model.documents import Video
from footy.goals.settings import Rules
from local.footage.canvas import FRAMES_PER_SECOND

MATCHES = range(11, 17)
GOALS = range(4)
SECONDS = 10.0
RECALL, HARD_RECALL, FALSE_SHARE = 0.99, 0.95, 0.02
RULES = Rules()

Goal = tuple[int, int]
ClipsByGoal = dict[Goal, dict[str, Video]]

FIVE = round(5 * FRAMES_PER_SECOND)
CARDS = ("still end card", "moving end card", "moving title", "black lead")


def measure() -> list[Result]:
    """Measure the recall of every variant, then false matches."""
    with TemporaryDirectory() as folder:
        clips = {(match, goal): _all(Path(folder), match, goal) for match in MATCHES for goal in GOALS}
    counts = {variant.name: _recall(clips, variant) for variant in VARIANTS}
    lines = [_recall_line(variant, *counts[variant.name], len(clips)) for variant in VARIANTS]
    return [*_together(counts, len(clips)), *lines, *_strangers(clips)]


def _all(folder: Path, match: int, goal: int) -> dict[str, Video]:
    """Encode and hash all copies of one goal."""
    original = film(match, goal, SECONDS)
    files = {"original": look(encode(folder / "a.mp4", original))}
    for variant in VARIANTS:
        files[variant.name] = look(encode(folder / "a.mp4", variant.change(original), variant.fps, variant.quality))
    for name, carded in zip(CARDS, _carded(original), strict=True):
        files[name] = look(encode(folder / "a.mp4", carded, quality=NEXT_QUALITY))
    return files


def _carded(original: Film) -> list[Film]:
    """Add the leads and ends that clips of different goals share."""
    return [
        original[:FIVE] + card(1, 2.5, moving=False),
        original[:FIVE] + card(2, 2.5, moving=True),
        card(3, 2.5, moving=True) + original[:FIVE],
        black(2.0) + original[:FIVE],
    ]


def look(file: Path) -> Video:
    """Hash a file as the clips worker does."""
    clips = decode(file, probe(file, RULES), replace(RULES, frame_height=90))
    return {  # type: ignore[typeddict-item] # the rest of a video plays no part
        "perceptual_hash": clips.perceptual_hash,
        "hash_version": HASH_VERSION,
        "hash_views": clips.hash_views,
    }


def _recall(clips: ClipsByGoal, variant: Variant) -> tuple[int, int]:
    """Count the copies that the evidence recognises, and those that a plain match of the hashes would."""
    likes = [similar_clips(files[variant.name], [files["original"]], rules=RULES) for files in clips.values()]
    return sum(like.same for one in likes for like in one), sum(like.matched for one in likes for like in one)


def _recall_line(variant: Variant, same: int, matched: int, count: int) -> Result:
    least = RECALL if variant.strict else HARD_RECALL
    measured = f"{same}/{count} (plain match {matched}/{count})"
    facts = {"recall": same / count, "matched": matched / count}
    return Result(f"same goal, {variant.name}", measured, f">= {least}", same / count >= least, facts)


def _together(counts: dict[str, tuple[int, int]], count: int) -> Iterable[Result]:
    for strict, name, least in ((True, "changed lightly", RECALL), (False, "changed much", HARD_RECALL)):
        kind = [variant.name for variant in VARIANTS if variant.strict == strict]
        recall = sum(counts[variant][0] for variant in kind) / count / len(kind)
        yield Result(f"same goal, {name}", f"{recall:.4f}", f">= {least}", recall >= least, {"recall": recall})


def _strangers(clips: ClipsByGoal) -> list[Result]:
    """Compare goals of one match in all copies, and goals of different matches with shared leads and ends."""
    shapes = [variant.name for variant in VARIANTS]
    within = [(a, b) for a in clips for b in clips if a[0] == b[0] and a != b]
    across = [(a, b) for a, b in combinations(clips, 2) if a[0] != b[0]]
    pairs = [(clips[a][shape], clips[b]["original"]) for a, b in within for shape in shapes]
    carded = [(clips[a][name], clips[b][name]) for a, b in within if a < b for name in CARDS]
    apart = [(clips[a]["original"], clips[b]["original"]) for a, b in across]
    lines = [
        _false("strangers of one match", pairs, FALSE_SHARE),
        _false("strangers of one match with the same lead or end", carded, FALSE_SHARE),
        _false("strangers of two matches", apart, 0),
    ]
    return lines + [
        _false(f"strangers of two matches, {name}", [(clips[a][name], clips[b][name]) for a, b in across], 0)
        for name in CARDS
    ]


def _false(name: str, pairs: list[tuple[Video, Video]], most: float) -> Result:
    likes = [like for one, other in pairs for like in similar_clips(one, [other], rules=RULES)]
    same, matched = sum(like.same for like in likes), sum(like.matched for like in likes)
    share = same / len(pairs)
    measured = f"{same}/{len(pairs)} merged ({share:.2%}; plain match {matched})"
    return Result(name, measured, f"<= {most:.0%}", share <= most, {"share": share, "matched": matched / len(pairs)})
