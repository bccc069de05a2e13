"""Webhook messages about goals with a verified clip: sent once, updated, and deleted with their goal."""

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

# less than the time limit of the function, so that an expired lease means that its holder crashed
RUN_TIME = timedelta(seconds=30)
LEASE = timedelta(seconds=55)
# older changes are not announced any more
LONGEST_BACK = timedelta(days=1)
FAILURES = (TransientError, AddressRefused, AnswerLost)
DONE = frozenset({"standing", "free"})

Input = Mapping[str, object]


class Output(TypedDict):
    """Numbers of messages that were sent, updated and deleted, and of targets that failed."""

    sent: int
    updated: int
    taken_back: int
    failed: int


@dataclass(frozen=True, slots=True)
class TargetRun:
    """One target in one run: its state, the changed matches, and the end of the run."""

    target: WebhookTarget
    state: TargetDocument
    fixtures: list[FixtureDocument]
    ends: datetime
    container: GoalsContainer
    counts: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class PendingMessage:
    """One goal for one target: the text that is due, and the message as it was sent."""

    goal: str
    fixture: int
    due: GoalMessage | None
    sent: MessageDocument | None


def send_webhooks(_request: Input, container: GoalsContainer) -> Output:
    """Serve every target with the changes since its last run, the least recently served first."""
    now = container.machine_clock.now()
    targets = {target.id: target for target in container.webhook_targets}
    states = container.sent_messages.meet(targets, since=container.clock.now(), now=now)
    open_states = [state for state in states if "ended" not in state]
    since = max(min((state["looked_at"] for state in open_states), default=now), now - LONGEST_BACK)
    changes = container.matches.written_since(since - timedelta(seconds=container.rules.stream_overlap_seconds))
    counts = Counter[str]()
    for state in open_states:
        moment = container.machine_clock.now()
        if moment < now + RUN_TIME and container.sent_messages.take(state["_id"], moment, LEASE):
            counts += _serve(TargetRun(targets[state["_id"]], state, changes, now + RUN_TIME, container), now)
    count("WebhookMessages", counts["send"] + counts["update"] + counts["take_back"])
    container.sent_messages.forget(now - timedelta(days=container.rules.retention_days))
    return {
        "sent": counts["send"],
        "updated": counts["update"],
        "taken_back": counts["take_back"],
        "failed": counts["failed"],
    }


def _serve(run: TargetRun, started: datetime) -> Counter[str]:
    """Serve one target; the next run repeats what failed, or a later one if the target asks to wait."""
    messages, target, clock = run.container.sent_messages, run.target.id, run.container.machine_clock
    rests_until, looked_at = clock.now(), run.state["looked_at"]
    try:
        if _send_all(run):
            looked_at = started
    except WebhookGone as gone:
        messages.end(target, str(gone))
        log_warning("webhook_ended", target=target, reason=str(gone))
        count("WebhooksEnded")
    except FAILURES as failure:
        run.counts["failed"] += 1
        log_warning("webhook_failed", target=target, reason=str(failure))
        count("WebhooksFailed")
        retry_after = failure.retry_after if isinstance(failure, RateLimited) else 0
        rests_until = clock.now() + timedelta(seconds=retry_after)
    messages.release(target, rests_until=rests_until, looked_at=looked_at)
    return run.counts


def _send_all(run: TargetRun) -> bool:
    """Send until the run ends, messages that failed before last; return whether all were handled."""
    for message in sorted(_pending(run), key=lambda one: one.sent["tries"] if one.sent else 0):
        sent = message.sent
        while action := next_action(message.due, sent):
            if run.container.machine_clock.now() >= run.ends:
                return False
            sent = _perform(action, message, run, sent)
            if sent is None:
                break
    return True


def _pending(run: TargetRun) -> Iterator[PendingMessage]:
    """Yield the goals of the changed matches that the target subscribed to, and those it has messages about."""
    messages = run.container.sent_messages.of(run.target.id, [fixture["_id"] for fixture in run.fixtures])
    for fixture in run.fixtures:
        goals = goals_by_first_id(fixture)
        ids = {name for name, message in messages.items() if message["fixture"] == fixture["_id"]}
        for name in sorted(ids.union(goals if is_subscribed(run.target, fixture) else ())):
            yield PendingMessage(name, fixture["_id"], _due(fixture, goals, name, run), messages.get(name))


def _due(fixture: FixtureDocument, goals: Mapping[str, EventDocument], name: str, run: TargetRun) -> GoalMessage | None:
    if name not in goals:
        return None
    container = run.container
    return goal_message(
        fixture,
        goals[name],
        site=container.settings.page_url,
        since=run.state["since"],
        now=container.clock.now(),
        rules=container.rules,
    )


def _perform(
    action: MessageAction, message: PendingMessage, run: TargetRun, sent: MessageDocument | None
) -> MessageDocument | None:
    """Perform an action; return the message after it, or None when another run handles it."""
    after = _deliver(action, message, run, sent)
    if after is not None:
        run.counts[action.kind if after["state"] in DONE else after["state"]] += 1
        facts = {"goal": message.goal, "target": run.target.id, "act": action.kind, "state": after["state"]}
        log_info("webhook_message_changed", **facts)
    return after


def _deliver(
    action: MessageAction, message: PendingMessage, run: TargetRun, sent: MessageDocument | None
) -> MessageDocument | None:
    delivery = run.container.webhook_delivery
    if sent is None or action.kind == "send":
        return delivery.send(run.target, message.goal, message.fixture, action.text)
    if action.kind == "update":
        return delivery.update(run.target, sent, action.text)
    return delivery.delete(run.target, sent) if action.kind == "take_back" else delivery.lose(sent)
