"""Tells webhooks of goals that have a verified clip: sent once, updated when it changes, taken back with its goal."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypedDict

from footy.core.errors import AddressRefused, AnswerLost, RateLimited, TransientError, WebhookGone
from footy.core.telemetry import count, log_info, log_warning
from footy.goals.container import GoalsContainer
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.webhooks import MessageDocument, TargetDocument, WebhookTarget
from footy.goals.page.messages import (
    GoalMessage,
    MessageAction,
    goal_message,
    goals_by_first_id,
    is_subscribed,
    next_action,
)

# less than the function has; whoever holds a target for longer is dead
ENOUGH = timedelta(seconds=30)
LEASE = timedelta(seconds=55)
# what could not be told for so long is told to nobody
LONGEST_BACK = timedelta(days=1)
FAILURES = (TransientError, AddressRefused, AnswerLost)
# it is there, or it is not any more, as it should be
DONE = frozenset({"standing", "free"})


class Input(TypedDict, total=False):
    """The minute that was scheduled; nothing depends on it."""

    scheduled: str


class Output(TypedDict):
    """How many messages were sent, updated and taken back, and how many targets did not take theirs."""

    sent: int
    updated: int
    taken_back: int
    failed: int


@dataclass(frozen=True, slots=True)
class TargetRun:
    """One target's minute: what changed, and when the time for it is over."""

    target: WebhookTarget
    standing: TargetDocument
    fixtures: list[FixtureDocument]
    ends: datetime
    container: GoalsContainer
    done: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class PendingMessage:
    """One goal that a target may have to hear of."""

    goal: str
    fixture: int
    told: GoalMessage | None
    known: MessageDocument | None

    @property
    def tries(self) -> int:
        return self.known["tries"] if self.known else 0


def send_webhooks(_request: Input, container: GoalsContainer) -> Output:
    """Looks at what changed since each target was served; one that does not answer holds up no other one for long."""
    now = container.machine_clock.now()
    targets = {target.id: target for target in container.webhook_targets}
    standings = container.sent_messages.meet(targets, since=container.clock.now(), now=now)
    served = [one for one in standings if "ended" not in one]
    since = max(min((one["looked_at"] for one in served), default=now), now - LONGEST_BACK)
    changed = container.matches.written_since(since - timedelta(seconds=container.rules.stream_overlap_seconds))
    done = Counter[str]()
    for standing in served:
        begun = container.machine_clock.now()
        if begun < now + ENOUGH and container.sent_messages.take(standing["_id"], begun, LEASE):
            done += _served(TargetRun(targets[standing["_id"]], standing, changed, now + ENOUGH, container), now)
    count("WebhookMessages", done["send"] + done["update"] + done["take_back"])
    container.sent_messages.forget(now - timedelta(days=container.rules.retention_days))
    return {
        "sent": done["send"],
        "updated": done["update"],
        "taken_back": done["take_back"],
        "failed": done["failed"],
    }


def _served(of: TargetRun, looked_at: datetime) -> Counter[str]:
    """What could not be done is looked at again in the next minute, or when the target said so."""
    messages, target, container = of.container.sent_messages, of.target.id, of.container
    rests_until, seen = container.machine_clock.now(), of.standing["looked_at"]
    try:
        if _all_done(of):
            seen = looked_at
    except WebhookGone as gone:
        messages.end(target, str(gone))
        log_warning("webhook_ended", target=target, reason=str(gone))
        count("WebhooksEnded")
    except FAILURES as failure:
        of.done["failed"] += 1
        log_warning("webhook_failed", target=target, reason=str(failure))
        count("WebhooksFailed")
        patience = failure.retry_after if isinstance(failure, RateLimited) else 0
        rests_until = container.machine_clock.now() + timedelta(seconds=patience)
    messages.release(target, rests_until=rests_until, looked_at=seen)
    return of.done


def _all_done(of: TargetRun) -> bool:
    """Whether time was enough; what failed before comes last, so that it keeps nothing else from being told."""
    for errand in sorted(_errands(of), key=lambda one: one.tries):
        known = errand.known
        while act := next_action(errand.told, known):
            if of.container.machine_clock.now() >= of.ends:
                return False
            known = _acted(act, errand, of, known)
            if known is None:
                break
    return True


def _errands(of: TargetRun) -> Iterator[PendingMessage]:
    known = of.container.sent_messages.of(of.target.id, [fixture["_id"] for fixture in of.fixtures])
    for fixture in of.fixtures:
        goals = goals_by_first_id(fixture)
        told = {name for name, message in known.items() if message["fixture"] == fixture["_id"]}
        for name in sorted(told.union(goals if is_subscribed(of.target, fixture) else ())):
            yield PendingMessage(name, fixture["_id"], _telling(fixture, goals, name, of), known.get(name))


def _telling(
    fixture: FixtureDocument, goals: Mapping[str, EventDocument], name: str, of: TargetRun
) -> GoalMessage | None:
    if name not in goals:
        return None
    container = of.container
    return goal_message(
        fixture,
        goals[name],
        site=container.settings.page_url,
        since=of.standing["since"],
        now=container.clock.now(),
        rules=container.rules,
    )


def _acted(
    act: MessageAction, errand: PendingMessage, of: TargetRun, known: MessageDocument | None
) -> MessageDocument | None:
    """The message as it stands after the act; None where it is not ours to act upon."""
    after = _after(act, errand, of, known)
    if after is not None:
        of.done[act.kind if after["state"] in DONE else after["state"]] += 1
        log_info("webhook_message_changed", goal=errand.goal, target=of.target.id, act=act.kind, state=after["state"])
    return after


def _after(
    act: MessageAction, errand: PendingMessage, of: TargetRun, known: MessageDocument | None
) -> MessageDocument | None:
    courier = of.container.webhook_delivery
    if known is None or act.kind == "send":
        return courier.send(of.target, errand.goal, errand.fixture, act.text)
    if act.kind == "update":
        return courier.update(of.target, known, act.text)
    return courier.take_back(of.target, known) if act.kind == "take_back" else courier.lose(known)
