"""What is known of messages that were sent to webhooks, and of the webhooks themselves."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NotRequired, TypedDict

# free: nothing stands, and something may be sent. claimed: about to be sent. standing: it is there.
# leaving: about to be taken back. The others are ends: it may be there and nobody knows its number (lost), the
# target did not want it (refused), somebody else took it away (removed).
MessageState = Literal["free", "claimed", "standing", "leaving", "lost", "refused", "removed"]


@dataclass(frozen=True, slots=True)
class WebhookTarget:
    """Who hears of goals: of these leagues and teams, of all where neither is named. Its address is a secret."""

    id: str
    url: str
    leagues: frozenset[int] = frozenset()
    teams: frozenset[int] = frozenset()


class MessageDocument(TypedDict):
    """The one message about one goal to one target; `shown` is a digest of what it says, `tries` those in vain."""

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
    """How a target stands: since when it is known, and up to when its goals were all looked at."""

    _id: str
    since: datetime
    looked_at: datetime
    served_at: datetime
    busy_until: datetime
    ended: NotRequired[str]
