"""Reference model: what the system may know, must know, and must never do."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from footy.goals.model.documents import EventDocument, FixtureDocument
from tests.stateful.identity import Identity
from tests.stateful.pitch import Answer, Happening, Pitch
from tests.stateful.trust import Trust
from tests.support.match import UNKNOWN_SCORER

STABLE, DROPPED = 3, 3


def ids() -> defaultdict[str, set[str]]:
    return defaultdict(set)


@dataclass
class Referee:
    """Bounds of the counted ticks: possible ticks from above, certain ticks from below."""

    pitch: Pitch
    sights: defaultdict[str, set[str]] = field(default_factory=ids)
    sure_sights: defaultdict[str, set[str]] = field(default_factory=ids)
    misses: defaultdict[str, set[str]] = field(default_factory=ids)
    sure_misses: defaultdict[str, set[str]] = field(default_factory=ids)
    since_sure: list[Answer] = field(default_factory=lambda: [Answer(())])
    seen_tags: set[str] = field(default_factory=set)
    named: dict[str, str] = field(default_factory=dict)
    buried: set[str] = field(default_factory=set)
    trust: Trust = field(default_factory=Trust)
    identity: Identity = field(default_factory=Identity)

    def attempt(self, tick: str, answer: Answer, now: datetime, *, absence_counts: bool = True) -> None:
        """Note an answer whose writes are still unknown."""
        absent = self.seen_tags - set(answer.tags) if absence_counts else set[str]()
        for tag in answer.named:
            self.sights[tag].add(tick)
        for tag in answer.tags:
            self.sure_misses[tag] = set()  # if it was counted, earlier misses are reset
        for tag in absent:
            if self.trust.may_miss(tag, answer, now):
                self.misses[tag].add(tick)
        self.trust.attempt(answer, now, absent)
        self.identity.attempt(answer, {tag for tag, ticks in self.misses.items() if len(ticks) >= DROPPED})
        self.seen_tags |= set(answer.tags)
        self.since_sure.append(answer)

    def surely(self, tick: str, answer: Answer, now: datetime) -> None:
        """Note a complete tick."""
        absent = self.seen_tags - set(answer.tags)
        missed = {tag for tag in absent if self.trust.must_miss(tag, answer, now)}
        self.trust.surely(answer, now, absent)
        for tag in answer.named:
            seen_before = set[str]() if self.identity.begins_anew(tag) else self.sure_sights[tag]
            self.sure_sights[tag] = {*seen_before, tick}
        for tag in answer.tags:
            self.misses[tag], self.sure_misses[tag] = set(), set()
        for tag in missed:
            self.sure_misses[tag].add(tick)
        self.since_sure = [answer]

    def counts_anew(self, goal: Happening) -> None:
        """Reset the ticks of a goal whose kind changed (G9)."""
        self.sights[goal.tag], self.sure_sights[goal.tag] = set(), set()

    def may_miss(self, goal: Happening) -> bool:
        """Return whether one more miss is still below the limit (G10)."""
        return len(self.misses[goal.tag]) < DROPPED - 1

    def must_be_listed(self, goal: Happening, tick: str) -> bool:
        return len(self.misses[goal.tag] | {tick}) >= DROPPED

    def may_rename(self, goal: Happening) -> bool:
        """Return whether a correction can be recognised: no earlier goal may change in the same tick (G13)."""
        now = self.pitch.answer().before(goal.minute)
        unchanged = all(goal.tag in answer.tags and answer.before(goal.minute) == now for answer in self.since_sure)
        return goal.reported and unchanged and not self.pitch.hidden_before(goal.minute)

    def knows_scorer(self, goal: Happening) -> bool:
        """Return whether the scorer never changed."""
        players = [answer.scorers(after=0).get(goal.tag) for answer in (*self.since_sure, self.pitch.answer())]
        return all(player == goal.player for player in players)

    def may_change_score(self, minute: int) -> bool:
        now = self.pitch.answer().scorers(after=minute)
        earlier = [answer.scorers(after=minute) for answer in self.since_sure]
        same = all(
            now[tag] in (scorers.get(tag), UNKNOWN_SCORER) for scorers in earlier for tag in now.keys() & scorers.keys()
        )
        return same and not self.pitch.forgotten_after(minute)

    def check_fixture(self, fixture: FixtureDocument) -> None:
        """Check the invariants of every moment."""
        events, buried = fixture["events"], fixture.get("_removed_events", [])
        names = [event["_event_id"] for event in (*events, *buried)]
        assert len(names) == len(set(names)), f"an id was used twice: {names}"

        counts = Counter(event["comments"] for event in events)
        assert not counts or max(counts.values()) == 1, f"a goal is tracked twice: {counts}"
        self._check_burials(fixture)

    def _check_burials(self, fixture: FixtureDocument) -> None:
        """Check that no goal is dropped without enough misses (G10)."""
        stones = fixture.get("_removed_events", [])
        dropped = {tombstone["_event_id"] for tombstone in stones if tombstone["why"] in ("var", "returned")}
        for tag in (self.named[event_id] for event_id in dropped - self.buried if event_id in self.named):
            assert tag in self.pitch.ever_cancelled, f"{tag} was dropped without a cancellation"
            assert len(self.misses[tag]) >= DROPPED, f"{tag} was dropped after {len(self.misses[tag])} misses"
        self.buried |= dropped
        self.named |= {event["_event_id"]: event["comments"] or "" for event in fixture["events"]}

    def check_after_sure_tick(self, fixture: FixtureDocument, answer: Answer) -> None:
        """Check the state after a complete tick."""
        tracked = {event["comments"]: event for event in fixture["events"]}
        assert set(answer.tags) <= tracked.keys(), f"not tracked: {set(answer.tags) - tracked.keys()}"

        cancelled = {tag for tag, ticks in self.sure_misses.items() if len(ticks) >= DROPPED}
        assert not cancelled & tracked.keys(), f"cancelled, and still tracked: {cancelled & tracked.keys()}"
        for row in answer.rows:
            _check_told(row.comments or "", tracked[row.comments], answer)
        self.identity.check(answer, fixture["events"])


def _check_told(tag: str, event: EventDocument, answer: Answer) -> None:
    row = next(row for row in answer.rows if row.comments == tag)
    assert event["team"]["id"] == row.team_id, f"{tag} is credited to the wrong side"
    assert event["_drop_workflows"] == [], f"{tag} is listed, and still in doubt"
    if row.player.has_name:
        assert event["player"] == {"id": row.player.id, "name": row.player.name}
        assert event["time"]["elapsed"] == row.elapsed
