"""What the system says of itself: structured log lines, metrics, and the frame around every function."""

import functools
import gc
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit

from footy.core.traces import Subsegment

NAMESPACE = "FoundFooty"
CONTEXT_KEYS = ("event_id", "download_id", "tick", "attempt")
SIGNATURE = frozenset({"timestamp", "level", "location", "message", "action", "service", "module", "xray_trace_id"})


def one_line(entry: Mapping[str, Any]) -> str:
    """A log entry for people at their desks: when, how bad, who, what, and the facts that go with it."""
    who = entry.get("module", entry.get("service", ""))
    what = entry.get("action", entry.get("message", ""))
    moment = str(entry.get("timestamp", ""))[11:19]
    facts = " ".join(f"{name}={fact}" for name, fact in entry.items() if name not in SIGNATURE)
    return f"{moment} {entry.get('level', ''):<7} {who} {what} {facts}".rstrip()


Event = TypeVar("Event", bound=Mapping[str, Any])
Value = TypeVar("Value")
Result = TypeVar("Result")

Handle: TypeAlias = Callable[[Event, Any], Value]

logger = Logger(json_serializer=one_line if os.environ.get("LOG_FORMAT") == "pretty" else None)
metrics = Metrics(namespace=os.environ.get("POWERTOOLS_METRICS_NAMESPACE", NAMESPACE))


def log_info(action: str, **facts: object) -> None:
    """One structured line: what happened, to what."""
    logger.info(action, extra={"action": action, **facts})


def log_warning(action: str, **facts: object) -> None:
    """One structured line about something that people may have to look at."""
    logger.warning(action, extra={"action": action, **facts})


def count(name: str, value: float = 1) -> None:
    """Adds to a metric; the handler's frame sends it."""
    metrics.add_metric(name=name, unit=MetricUnit.Count, value=value)


def record_share(name: str, part: float) -> None:
    """Adds a share of something limited, as a percentage."""
    metrics.add_metric(name=name, unit=MetricUnit.Percent, value=100 * part)


def record_seconds(name: str, seconds: float) -> None:
    """Adds how long something took."""
    metrics.add_metric(name=name, unit=MetricUnit.Seconds, value=seconds)


@contextmanager
def log_context(name: str, ids: Mapping[str, object]) -> Iterator[None]:
    """One matter: its ids are on every log line within, and X-Ray finds by them what was done and for how long."""
    known = {key: ids[key] for key in CONTEXT_KEYS if key in ids}
    matter = Subsegment(name, known)
    try:
        with logger.append_context_keys(**known):
            yield
    except Exception as failure:
        matter.over(failure)
        raise
    matter.over()


def handler(step: Callable[..., object]) -> Callable[[Handle[Event, Value]], Handle[Event, Value]]:
    """The frame around a step's function: its ids on every log line, its metrics sent, its failure told and raised."""

    def frame(function: Handle[Event, Value]) -> Handle[Event, Value]:
        @functools.wraps(function)
        def framed(event: Event, context: Any) -> Value:
            logger.append_keys(module=step.__name__)
            try:
                with log_context(step.__name__, event), gc_paused():
                    return _told(function, event, context)
            finally:
                logger.remove_keys(["module"])
                if metrics.metric_set:
                    metrics.flush_metrics()

        return framed

    return frame


def _told(function: Handle[Event, Value], event: Event, context: Any) -> Value:
    try:
        answer = function(event, context)
    except Exception as failure:
        logger.exception("failed", extra={"action": "failed", "error": type(failure).__name__})
        raise
    log_info("done")
    return answer


@contextmanager
def gc_paused() -> Iterator[None]:
    """Keeps Python from looking for circles among what an invocation holds: it is over before there are many.

    Of a tick over many fixtures the search for them is a third.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def isolate_failure(fixture_id: int, work: Callable[[], Result], *, otherwise: Result) -> Result:
    """What comes of one fixture's work; a failure is told and counted, stays with it and never stops the others."""
    try:
        return work()
    except Exception:
        logger.exception("fixture_failed", extra={"action": "fixture_failed", "fixture_id": fixture_id})
        count("FixturesFailed")
        return otherwise
