"""Atom feed of the newest goals of a league or a team."""

from collections.abc import Callable, Sequence
from datetime import datetime
from html import escape

from footy.core.text import iso
from footy.goals.page.schemas import GoalCard

ENTRIES = 50


def feed(title: str, path: str, site: str, cards: Sequence[GoalCard], now: datetime) -> str:
    """Return the feed; ids are stable, so that a changed goal updates its entry."""
    entries = cards[:ENTRIES]
    updated = max((_updated(card) for card in entries), default=now)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>{escape(title)}</title>\n<id>{escape(site + path)}</id>\n"
        f'<link rel="self" href="{escape(site + path)}"/>\n<updated>{iso(updated)}</updated>\n'
        "<author><name>found-footy</name></author>\n" + "".join(_entry(card, site) for card in entries) + "</feed>\n"
    )


def headline(card: GoalCard, name: Callable[[str], str] = str) -> str:
    """Return a goal in one line; `name` escapes foreign names."""
    match, goal = card.match, card.goal
    score = f"{goal.score_after.home}-{goal.score_after.away}"
    scorer = name(goal.scorer) if goal.scorer else "Goal"
    return f"{scorer} {goal.minute.text} · {name(match.home.name)} {score} {name(match.away.name)}"


def _entry(card: GoalCard, site: str) -> str:
    goal = card.goal
    link = f"{site}{goal.clips[0].share}" if goal.clips else f"{site}/"
    return (
        f"<entry>\n<title>{escape(headline(card))}</title>\n<id>{escape(f'{site}/goals/{_stable_id(card)}')}</id>\n"
        f'<link href="{escape(link)}"/>\n<published>{iso(goal.first_seen)}</published>\n'
        f"<updated>{iso(_updated(card))}</updated>\n<summary>{escape(goal.state.text)}</summary>\n</entry>\n"
    )


def _updated(card: GoalCard) -> datetime:
    """Return the last change for readers: first sight, first clip, or removal."""
    goal = card.goal
    return max(at for at in (goal.first_seen, goal.first_clip_at, goal.removed_at) if at)


def _stable_id(card: GoalCard) -> str:
    """Return an id that survives a corrected scorer."""
    goal = card.goal
    return f"{goal.fixture_id}-{goal.side}-{goal.score_after.home}-{goal.score_after.away}"
