"""Webhook messages about goals: their text, and the next action for each."""

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

# characters of Discord's markdown, links and mentions
MARKS = frozenset("\\*_~`|<>[]()#@:/")
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class GoalMessage:
    """Text about a goal; `first` while it is recent and verified enough for a first message."""

    text: str
    first: bool


@dataclass(frozen=True, slots=True)
class MessageAction:
    """Action on one message, with its new text."""

    kind: Literal["send", "update", "take_back", "lose"]
    text: str = ""


def is_subscribed(target: WebhookTarget, fixture: FixtureDocument) -> bool:
    """Tell whether a target subscribed to the goals of a match."""
    sides = {fixture["teams"][side].get("id") for side in ("home", "away")}
    everything = not target.leagues and not target.teams
    return everything or fixture["league"].get("id") in target.leagues or bool(sides & target.teams)


def goals_by_first_id(fixture: FixtureDocument) -> dict[str, EventDocument]:
    """Return the goals that count by their first id, which survives corrected scorers and returns."""
    return {first_id(event): event for event in fixture.get("events", [])}


def goal_message(
    fixture: FixtureDocument, event: EventDocument, *, site: str, since: datetime, now: datetime, rules: Rules
) -> GoalMessage | None:
    """Return a line about the goal with a link to its best clip, or None if it has no clip."""
    goal = goal_of(fixture, event, rules)
    if not goal.clips:
        return None
    best = next((clip for clip in goal.clips if clip.verified), goal.clips[0])
    return GoalMessage(_text(GoalCard(head_of(fixture), goal), best, site), _is_first(goal, best, since, now, rules))


def next_action(due: GoalMessage | None, sent: MessageDocument | None) -> MessageAction | None:
    """Return the action that makes the message correct, or None if it is correct."""
    state = sent["state"] if sent else "free"
    if state == "leaving":
        return MessageAction("take_back")
    if state == "free":
        return MessageAction("send", due.text) if due and due.first else None
    if state == "claimed":  # its sender crashed: a target is served by one run at a time
        return MessageAction("lose")
    if state != "standing" or sent is None:
        return None
    if due is None:
        return MessageAction("take_back")
    return MessageAction("update", due.text) if digest(due.text) != sent.get("shown") else None


def digest(text: str) -> str:
    """Return a short digest of the text of a message."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def escaped(name: str) -> str:
    """Return a foreign name on one line, shortened, with its markdown escaped."""
    plain = "".join(letter if letter.isprintable() else " " for letter in name)
    short = " ".join(plain.split())[:LONGEST_NAME]
    return "".join(f"\\{letter}" if letter in MARKS else letter for letter in short)


def _is_first(goal: GoalView, best: ClipView, since: datetime, now: datetime, rules: Rules) -> bool:
    """Tell whether a goal is verified, and recent enough for its target."""
    return best.verified and goal.first_seen >= max(since, now - timedelta(hours=rules.webhook_hours))


def _text(card: GoalCard, best: ClipView, site: str) -> str:
    return f"{headline(card, escaped)} · {escaped(card.match.league.name)}\n{site}{best.share}"
