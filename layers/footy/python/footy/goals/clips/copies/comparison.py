"""Which stored clips show what a new one shows: the evidence decides, the spec match is told beside it."""

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

Tier = Literal["plain", "bars", "border", "mirror", "crop"]


@dataclass(frozen=True, slots=True)
class Similarity:
    """What speaks for a stored clip being the same: evidence as a share of what its tier asks for, and the match."""

    index: int
    tier: Tier
    share: float
    matched: bool

    @property
    def same(self) -> bool:
        """Whether the two clips are to be one."""
        return self.share >= 1

    @property
    def verdict(self) -> str:
        """How evidence and match agree, for telemetry."""
        if self.same:
            return f"same_by_{self.tier}" if self.matched else f"same_by_{self.tier}_alone"
        return "matched_without_evidence"


@dataclass(frozen=True, slots=True)
class Views:
    """All footage of one clip; `between` is without bars, `inner` without borders, the plain one where none are."""

    plain: ClipHashes
    between: ClipHashes
    inner: ClipHashes
    crop: ClipHashes
    mirror: ClipHashes
    barred: bool
    bordered: bool

    @classmethod
    def of(cls, video: Video) -> "Views":
        """The views kept beside a clip's hash."""
        told = video["hash_views"]
        plain = ClipHashes.of_digits(digits_of_hash(video["perceptual_hash"]))
        seen = {
            name: ClipHashes.of_digits(digits_of_view(text)) for name, text in told.items() if isinstance(text, str)
        }
        inner = seen.get("border", plain)
        between, crop, mirror = seen.get("bars", plain), seen.get("crop", inner), seen.get("mirror", inner)
        return cls(plain, between, inner, crop, mirror, barred="bars" in told, bordered="border" in told)


class ClipComparer:
    """Clips that are compared with each other; each is read once, however often it is asked for."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._views: dict[tuple[str, ...], Views] = {}

    def similar_clips(self, candidate: Video, pool: Sequence[Video]) -> list[Similarity]:
        """The clips in the pool that are the same or whose hashes match; hashes of another version never are."""
        comparable = [index for index, video in enumerate(pool) if video["hash_version"] == candidate["hash_version"]]
        if not comparable:
            return []
        seen, others = self._of(candidate), [self._of(pool[index]) for index in comparable]
        corpus = Corpus([other.plain.hashes for other in others])
        matched = set(corpus.matches(seen.plain.hashes, distance=self._rules.hash_distance, run=self._rules.hash_run))
        likenesses = [
            _likeness(seen, others[at], comparable[at], at in matched, self._rules)
            for at in sorted(matched | _hopeful(seen, others, self._rules))
        ]
        return [likeness for likeness in likenesses if likeness.same or likeness.matched]

    def _of(self, video: Video) -> Views:
        key = (video["perceptual_hash"], *map(str, video["hash_views"].values()))
        if key not in self._views:
            self._views[key] = Views.of(video)
        return self._views[key]


def similar_clips(candidate: Video, pool: Sequence[Video], *, rules: Rules) -> list[Similarity]:
    """One clip against some, once."""
    return ClipComparer(rules).similar_clips(candidate, pool)


def _hopeful(one: Views, others: Sequence[Views], rules: Rules) -> set[int]:
    """Those of which some comparison may reach what it needs: each that is made in full is asked here first."""
    framed = [at for at, other in enumerate(others) if one.bordered or other.bordered]
    barred = [at for at, other in enumerate(others) if other.barred]
    inner, between = [others[at].inner for at in framed], [others[at].between for at in barred]
    compared = (
        (one.inner, [other.mirror for other in others], rules.evidence_mirrored),
        (one.inner, [other.crop for other in others], rules.evidence_cropped),
        (one.crop, [other.inner for other in others], rules.evidence_cropped),
    )
    hopeful = {framed[at] for at in _prospects(one.inner, inner, rules.evidence_plain, rules)}
    for seen in (one.plain, one.between) if one.barred else (one.plain,):
        hopeful |= _prospects(seen, [other.plain for other in others], rules.evidence_plain, rules)
        hopeful |= {barred[at] for at in _prospects(seen, between, rules.evidence_plain, rules)}
    return hopeful.union(*(_prospects(seen, stored, needed, rules) for seen, stored, needed in compared))


def _prospects(seen: ClipHashes, stored: Sequence[ClipHashes], needed: int, rules: Rules) -> set[int]:
    return prefilter(seen, stored, distance=rules.evidence_distance, needed=needed)


def _likeness(one: Views, other: Views, index: int, matched: bool, rules: Rules) -> Similarity:  # noqa: FBT001
    share, tier = max(_shares(one, other, rules), key=lambda found: found[0])
    return Similarity(index, tier, share, matched)


def _shares(one: Views, other: Views, rules: Rules) -> list[tuple[float, Tier]]:
    """The evidence of every comparison as a share of what it needs; the earlier one wins when equal."""
    pairs: list[tuple[ClipHashes, ClipHashes, int, Tier]] = [
        (one.inner, other.mirror, rules.evidence_mirrored, "mirror"),
        (one.inner, other.crop, rules.evidence_cropped, "crop"),
        (one.crop, other.inner, rules.evidence_cropped, "crop"),
    ]
    if one.bordered or other.bordered:
        pairs.insert(0, (one.inner, other.inner, rules.evidence_plain, "border"))
    if one.barred:
        pairs.append((one.between, other.plain, rules.evidence_plain, "bars"))
    if other.barred:
        pairs.append((one.plain, other.between, rules.evidence_plain, "bars"))
    if one.barred and other.barred:
        pairs.append((one.between, other.between, rules.evidence_plain, "bars"))
    shares = [(_share(a, b, needed, rules), tier) for a, b, needed, tier in pairs]
    return [(_plain_share(one, other, rules), "plain"), *shares]


def _plain_share(one: Views, other: Views, rules: Rules) -> float:
    """Two clips that both have borders are alike in them, so of these what changes in either is compared."""
    needed = rules.evidence_plain
    if one.bordered and other.bordered and not _both_stand(one.plain, other.plain):
        return evidence_of_changing_bits(one.plain, other.plain, distance=rules.evidence_distance) / needed
    return _share(one.plain, other.plain, needed, rules)


def _share(one: ClipHashes, other: ClipHashes, needed: int, rules: Rules) -> float:
    """The evidence as a share of what it needs; what two clips of a camera that stands share is no evidence alone."""
    if _both_stand(one, other):
        return float(same_static_scene(one, other, distance=rules.evidence_distance, needed=needed))
    return evidence(one, other, distance=rules.evidence_distance) / needed


def _both_stand(one: ClipHashes, other: ClipHashes) -> bool:
    return one.stands and other.stands
