"""Comparison of a clip with stored clips: whole frames, and views without letterbox or borders (H4, H5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from footy.goals.clips.copies.evidence import ClipHashes, evidence, evidence_of_changing_bits
from footy.goals.clips.copies.hashes import digits_of_hash, digits_of_view
from footy.goals.clips.copies.prefilter import prefilter
from footy.goals.clips.copies.spec_match import Corpus
from footy.goals.clips.copies.static_camera import same_static_scene
from footy.goals.model.documents import Video
from footy.goals.settings import Rules

Tier = Literal["plain", "letterbox", "border", "mirror", "crop"]


@dataclass(frozen=True, slots=True)
class Similarity:
    """Similarity to a stored clip: evidence as a share of what its tier requires, and the spec match."""

    index: int
    tier: Tier
    share: float
    matched: bool

    @property
    def same(self) -> bool:
        """Tell whether the two clips are copies."""
        return self.share >= 1

    @property
    def verdict(self) -> str:
        """Return how evidence and spec match agree, for telemetry (H5)."""
        if self.same:
            return f"same_by_{self.tier}" if self.matched else f"same_by_{self.tier}_alone"
        return "matched_without_evidence"


@dataclass(frozen=True, slots=True)
class Views:
    """All views of one clip.

    `between` is without letterbox and `inner` without borders; both are the whole frames where there are none.
    """

    plain: ClipHashes
    between: ClipHashes
    inner: ClipHashes
    crop: ClipHashes
    mirror: ClipHashes
    is_letterboxed: bool
    has_border: bool

    @classmethod
    def of(cls, video: Video) -> "Views":
        """Return the views stored with a clip's hash."""
        texts = video["hash_views"]
        plain = ClipHashes.of_digits(digits_of_hash(video["perceptual_hash"]))
        views = {
            name: ClipHashes.of_digits(digits_of_view(text)) for name, text in texts.items() if isinstance(text, str)
        }
        inner = views.get("border", plain)
        between, crop, mirror = views.get("bars", plain), views.get("crop", inner), views.get("mirror", inner)
        return cls(plain, between, inner, crop, mirror, is_letterboxed="bars" in texts, has_border="border" in texts)


class ClipComparer:
    """Comparer of clips that parses each clip's views once."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._views: dict[tuple[str, ...], Views] = {}

    def similar_clips(self, candidate: Video, pool: Sequence[Video]) -> list[Similarity]:
        """Return the copies in the pool, and the clips whose hashes match; other hash versions never compare."""
        comparable = [index for index, video in enumerate(pool) if video["hash_version"] == candidate["hash_version"]]
        if not comparable:
            return []
        one, others = self._views_of(candidate), [self._views_of(pool[index]) for index in comparable]
        corpus = Corpus([other.plain.hashes for other in others])
        matched = set(corpus.matches(one.plain.hashes, distance=self._rules.hash_distance, run=self._rules.hash_run))
        similarities = [
            _similarity(one, others[at], comparable[at], at in matched, self._rules)
            for at in sorted(matched | _possible_copies(one, others, self._rules))
        ]
        return [similarity for similarity in similarities if similarity.same or similarity.matched]

    def _views_of(self, video: Video) -> Views:
        key = (video["perceptual_hash"], *map(str, video["hash_views"].values()))
        if key not in self._views:
            self._views[key] = Views.of(video)
        return self._views[key]


def similar_clips(candidate: Video, pool: Sequence[Video], *, rules: Rules) -> list[Similarity]:
    """Compare one clip with a pool, once."""
    return ClipComparer(rules).similar_clips(candidate, pool)


def _possible_copies(one: Views, others: Sequence[Views], rules: Rules) -> set[int]:
    """Prefilter every comparison of `_shares`: return the clips of which one may reach the required evidence."""
    bordered = [at for at, other in enumerate(others) if one.has_border or other.has_border]
    letterboxed = [at for at, other in enumerate(others) if other.is_letterboxed]
    inner, between = [others[at].inner for at in bordered], [others[at].between for at in letterboxed]
    comparisons = (
        (one.inner, [other.mirror for other in others], rules.evidence_mirrored),
        (one.inner, [other.crop for other in others], rules.evidence_cropped),
        (one.crop, [other.inner for other in others], rules.evidence_cropped),
    )
    possible = {bordered[at] for at in _prefilter(one.inner, inner, rules.evidence_plain, rules)}
    for hashes in (one.plain, one.between) if one.is_letterboxed else (one.plain,):
        possible |= _prefilter(hashes, [other.plain for other in others], rules.evidence_plain, rules)
        possible |= {letterboxed[at] for at in _prefilter(hashes, between, rules.evidence_plain, rules)}
    return possible.union(*(_prefilter(hashes, stored, needed, rules) for hashes, stored, needed in comparisons))


def _prefilter(hashes: ClipHashes, stored: Sequence[ClipHashes], needed: int, rules: Rules) -> set[int]:
    return prefilter(hashes, stored, distance=rules.evidence_distance, needed=needed)


def _similarity(one: Views, other: Views, index: int, matched: bool, rules: Rules) -> Similarity:  # noqa: FBT001
    share, tier = max(_shares(one, other, rules), key=lambda entry: entry[0])
    return Similarity(index, tier, share, matched)


def _shares(one: Views, other: Views, rules: Rules) -> list[tuple[float, Tier]]:
    """Return the evidence of every comparison as a share of what it requires; the earlier one wins a tie."""
    pairs: list[tuple[ClipHashes, ClipHashes, int, Tier]] = [
        (one.inner, other.mirror, rules.evidence_mirrored, "mirror"),
        (one.inner, other.crop, rules.evidence_cropped, "crop"),
        (one.crop, other.inner, rules.evidence_cropped, "crop"),
    ]
    if one.has_border or other.has_border:
        pairs.insert(0, (one.inner, other.inner, rules.evidence_plain, "border"))
    if one.is_letterboxed:
        pairs.append((one.between, other.plain, rules.evidence_plain, "letterbox"))
    if other.is_letterboxed:
        pairs.append((one.plain, other.between, rules.evidence_plain, "letterbox"))
    if one.is_letterboxed and other.is_letterboxed:
        pairs.append((one.between, other.between, rules.evidence_plain, "letterbox"))
    shares = [(_share(a, b, needed, rules), tier) for a, b, needed, tier in pairs]
    return [(_plain_share(one, other, rules), "plain"), *shares]


def _plain_share(one: Views, other: Views, rules: Rules) -> float:
    """Compare only changing bits when both clips have borders, because borders are alike."""
    needed = rules.evidence_plain
    if one.has_border and other.has_border and not _both_static(one.plain, other.plain):
        return evidence_of_changing_bits(one.plain, other.plain, distance=rules.evidence_distance) / needed
    return _share(one.plain, other.plain, needed, rules)


def _share(one: ClipHashes, other: ClipHashes, needed: int, rules: Rules) -> float:
    """Return the share of the required evidence; for two static cameras all or nothing, by what moves (H7)."""
    if _both_static(one, other):
        return float(same_static_scene(one, other, distance=rules.evidence_distance, needed=needed))
    return evidence(one, other, distance=rules.evidence_distance) / needed


def _both_static(one: ClipHashes, other: ClipHashes) -> bool:
    return one.is_static and other.is_static
