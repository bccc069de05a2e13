"""What a webhook is told of a goal, and whether that is something new: sent, updated, or taken back."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from footy.goals.clips.assignment.goal_clips import first_id
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.webhooks import MessageDocument, WebhookTarget
from footy.goals.page.feeds import headline
from footy.goals.page.goals import goal_of
from footy.goals.page.matches import head_of
from footy.goals.page.schemas import ClipView, GoalCard, GoalView
from footy.goals.settings import Rules

# what Discord makes letters bold, links, mentions or quotes by
MARKS = frozenset("\\*_~`|<>[]()#@:/")
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class GoalMessage:
    """What is to be said of a goal by now; `first` while it is new enough, and sure enough, for a first message."""

    text: str
    first: bool


@dataclass(frozen=True, slots=True)
class MessageAction:
    """What is to be done about one message, and what it says afterwards."""

    kind: Literal["send", "update", "take_back", "lose"]
    text: str = ""


def is_subscribed(target: WebhookTarget, fixture: FixtureDocument) -> bool:
    """Whether a target asked for goals of that match."""
    sides = {fixture["teams"][side].get("id") for side in ("home", "away")}
    everything = not target.leagues and not target.teams
    return everything or fixture["league"].get("id") in target.leagues or bool(sides & target.teams)


def goals_by_first_id(fixture: FixtureDocument) -> dict[str, EventDocument]:
    """The goals that count, by a name that outlives corrected scorers, and goals that were taken back and return."""
    return {first_id(event): event for event in fixture.get("events", [])}


def goal_message(
    fixture: FixtureDocument, event: EventDocument, *, site: str, since: datetime, now: datetime, rules: Rules
) -> GoalMessage | None:
    """A line about the goal and a link to its best clip, a verified one before all others; None without any."""
    goal = goal_of(fixture, event, rules)
    if not goal.clips:
        return None
    best = next((clip for clip in goal.clips if clip.verified), goal.clips[0])
    return GoalMessage(_text(GoalCard(head_of(fixture), goal), best, site), _is_first(goal, best, since, now, rules))


def next_action(told: GoalMessage | None, known: MessageDocument | None) -> MessageAction | None:
    """What is to be done so that the message is right; asked again after it was done it says nothing."""
    state = known["state"] if known else "free"
    if state == "leaving":
        return MessageAction("take_back")
    if state == "free":
        return MessageAction("send", told.text) if told and told.first else None
    if state == "claimed":  # whoever claimed it is dead, for one at a time serves a target
        return MessageAction("lose")
    if state != "standing" or known is None:
        return None
    if told is None:
        return MessageAction("take_back")
    return MessageAction("update", told.text) if digest(told.text) != known.get("shown") else None


def digest(text: str) -> str:
    """What a message says, short enough to keep."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def escaped(name: str) -> str:
    """A name as plain letters on one line, whatever a foreign service put into it."""
    plain = "".join(letter if letter.isprintable() else " " for letter in name)
    short = " ".join(plain.split())[:LONGEST_NAME]
    return "".join(f"\\{letter}" if letter in MARKS else letter for letter in short)


def _is_first(goal: GoalView, best: ClipView, since: datetime, now: datetime, rules: Rules) -> bool:
    """What happened before somebody listened, or hours ago, is no news."""
    return best.verified and goal.first_seen >= max(since, now - timedelta(hours=rules.webhook_hours))


def _text(card: GoalCard, best: ClipView, site: str) -> str:
    return f"{headline(card, escaped)} · {escaped(card.match.league.name)}\n{site}{best.share}"
