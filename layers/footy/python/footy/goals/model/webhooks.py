"""Webhook targets and the state of their messages."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NotRequired, TypedDict

# free: no message, one may be sent. claimed: about to be sent. standing: it exists.
# leaving: about to be deleted. Final states: its number is unknown (lost), the target rejected it (refused),
# others deleted it (removed).
MessageState = Literal["free", "claimed", "standing", "leaving", "lost", "refused", "removed"]


@dataclass(frozen=True, slots=True)
class WebhookTarget:
    """Webhook for the goals of these leagues and teams, or of all when both are empty; its URL is a secret."""

    id: str
    url: str
    leagues: frozenset[int] = frozenset()
    teams: frozenset[int] = frozenset()


class MessageDocument(TypedDict):
    """Message about one goal to one target; `shown` is a digest of its text, `tries` counts failures."""

    _id: str
    goal: str
    target: str
    fixture: int
    state: MessageState
    at: datetime
    tries: int
    message: NotRequired[str]
    shown: NotRequired[str]


class TargetDocument(TypedDict):
    """Delivery state of a target: known since, and its changes handled up to when."""

    _id: str
    since: datetime
    looked_at: datetime
    served_at: datetime
    busy_until: datetime
    ended: NotRequired[str]
