"""How surely the same goal is recognised in what people made of it, and strangers are kept apart."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.footage import FRAMES_PER_SECOND, Film, black, card, film
from bench.line import Line
from bench.variants import NEXT_QUALITY, VARIANTS, Variant, encode
from fetcher.decode import look_through, probe
from footy.goals.clips.copies.comparison import similar_clips
from footy.goals.clips.copies.hashes import HASH_VERSION
from footy.goals.model.documents import Video
from footy.goals.settings import Rules

MATCHES = range(11, 17)
GOALS = range(4)
SECONDS = 10.0
RECALL, HARD_RECALL, FALSE_SHARE = 0.99, 0.95, 0.02
RULES = Rules()

Goal = tuple[int, int]
Seen = dict[Goal, dict[str, Video]]

FIVE = round(5 * FRAMES_PER_SECOND)
CARDS = ("still end card", "moving end card", "moving title", "black lead")


def measure() -> list[Line]:
    """Recall of every variant, then strangers."""
    with TemporaryDirectory() as folder:
        seen = {(match, goal): _all(Path(folder), match, goal) for match in MATCHES for goal in GOALS}
    found = {variant.name: _recall(seen, variant) for variant in VARIANTS}
    lines = [_recall_line(variant, *found[variant.name], len(seen)) for variant in VARIANTS]
    return [*_together(found, len(seen)), *lines, *_strangers(seen)]


def _all(folder: Path, match: int, goal: int) -> dict[str, Video]:
    """One goal in every shape."""
    original = film(match, goal, SECONDS)
    files = {"original": look(encode(folder / "a.mp4", original))}
    for variant in VARIANTS:
        files[variant.name] = look(encode(folder / "a.mp4", variant.change(original), variant.fps, variant.quality))
    for name, carded in zip(CARDS, _carded(original), strict=True):
        files[name] = look(encode(folder / "a.mp4", carded, quality=NEXT_QUALITY))
    return files


def _carded(original: Film) -> list[Film]:
    """What strangers share at their ends; the same for every goal."""
    return [
        original[:FIVE] + card(1, 2.5, moving=False),
        original[:FIVE] + card(2, 2.5, moving=True),
        card(3, 2.5, moving=True) + original[:FIVE],
        black(2.0) + original[:FIVE],
    ]


def look(file: Path) -> Video:
    """What the clips task says of a file, as far as clips are compared by it."""
    seen = look_through(file, probe(file, RULES), replace(RULES, frame_height=90))
    return {  # type: ignore[typeddict-item] # the rest of a video plays no part
        "perceptual_hash": seen.perceptual_hash,
        "hash_version": HASH_VERSION,
        "hash_views": seen.hash_views,
    }


def _recall(seen: Seen, variant: Variant) -> tuple[int, int]:
    """How many are recognised by the evidence, and how many the plain match of the hashes would find."""
    likes = [similar_clips(files[variant.name], [files["original"]], rules=RULES) for files in seen.values()]
    return sum(like.same for one in likes for like in one), sum(like.matched for one in likes for like in one)


def _recall_line(variant: Variant, same: int, matched: int, count: int) -> Line:
    least = RECALL if variant.strict else HARD_RECALL
    measured = f"{same}/{count} (plain match {matched}/{count})"
    facts = {"recall": same / count, "matched": matched / count}
    return Line(f"same goal, {variant.name}", measured, f">= {least}", same / count >= least, facts)


def _together(found: dict[str, tuple[int, int]], count: int) -> Iterable[Line]:
    for strict, name, least in ((True, "changed lightly", RECALL), (False, "changed much", HARD_RECALL)):
        kind = [variant.name for variant in VARIANTS if variant.strict == strict]
        recall = sum(found[variant][0] for variant in kind) / count / len(kind)
        yield Line(f"same goal, {name}", f"{recall:.4f}", f">= {least}", recall >= least, {"recall": recall})


def _strangers(seen: Seen) -> list[Line]:
    """Goals of one match meet in every shape; those of different matches with what strangers share at their ends."""
    shapes = [variant.name for variant in VARIANTS]
    within = [(a, b) for a in seen for b in seen if a[0] == b[0] and a != b]
    across = [(a, b) for a, b in combinations(seen, 2) if a[0] != b[0]]
    pairs = [(seen[a][shape], seen[b]["original"]) for a, b in within for shape in shapes]
    carded = [(seen[a][name], seen[b][name]) for a, b in within if a < b for name in CARDS]
    apart = [(seen[a]["original"], seen[b]["original"]) for a, b in across]
    lines = [
        _false("strangers of one match", pairs, FALSE_SHARE),
        _false("strangers of one match with the same lead or end", carded, FALSE_SHARE),
        _false("strangers of two matches", apart, 0),
    ]
    return lines + [
        _false(f"strangers of two matches, {name}", [(seen[a][name], seen[b][name]) for a, b in across], 0)
        for name in CARDS
    ]


def _false(name: str, pairs: list[tuple[Video, Video]], most: float) -> Line:
    likes = [like for one, other in pairs for like in similar_clips(one, [other], rules=RULES)]
    same, matched = sum(like.same for like in likes), sum(like.matched for like in likes)
    share = same / len(pairs)
    measured = f"{same}/{len(pairs)} merged ({share:.2%}; plain match {matched})"
    return Line(name, measured, f"<= {most:.0%}", share <= most, {"share": share, "matched": matched / len(pairs)})
