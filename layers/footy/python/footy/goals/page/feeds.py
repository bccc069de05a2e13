"""The newest goals of a league or a team as an Atom feed, for whoever reads that way."""

from collections.abc import Callable, Sequence
from datetime import datetime
from html import escape

from footy.core.text import iso
from footy.goals.page.schemas import GoalCard

ENTRIES = 50


def feed(title: str, path: str, site: str, cards: Sequence[GoalCard], now: datetime) -> str:
    """Entries keep their ids, so that a goal whose clips change is the same entry, updated."""
    shown = cards[:ENTRIES]
    updated = max((_updated(card) for card in shown), default=now)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>{escape(title)}</title>\n<id>{escape(site + path)}</id>\n"
        f'<link rel="self" href="{escape(site + path)}"/>\n<updated>{iso(updated)}</updated>\n'
        "<author><name>found-footy</name></author>\n" + "".join(_entry(card, site) for card in shown) + "</feed>\n"
    )


def headline(card: GoalCard, name: Callable[[str], str] = str) -> str:
    """A goal in one line, foreign names written as `name` has them."""
    match, goal = card.match, card.goal
    score = f"{goal.score_after.home}-{goal.score_after.away}"
    scorer = name(goal.scorer) if goal.scorer else "Goal"
    return f"{scorer} {goal.minute.text} · {name(match.home.name)} {score} {name(match.away.name)}"


def _entry(card: GoalCard, site: str) -> str:
    goal = card.goal
    link = f"{site}{goal.clips[0].share}" if goal.clips else f"{site}/"
    return (
        f"<entry>\n<title>{escape(headline(card))}</title>\n<id>{escape(f'{site}/goals/{_lasting_id(card)}')}</id>\n"
        f'<link href="{escape(link)}"/>\n<published>{iso(goal.first_seen)}</published>\n'
        f"<updated>{iso(_updated(card))}</updated>\n<summary>{escape(goal.state.text)}</summary>\n</entry>\n"
    )


def _updated(card: GoalCard) -> datetime:
    """The last moment that means something to a reader: seen, its first clip to watch, taken back."""
    goal = card.goal
    return max(at for at in (goal.first_seen, goal.first_clip_at, goal.removed_at) if at)


def _lasting_id(card: GoalCard) -> str:
    """Outlives a corrected scorer: the match, the side and the score after it."""
    goal = card.goal
    return f"{goal.fixture_id}-{goal.side}-{goal.score_after.home}-{goal.score_after.away}"
