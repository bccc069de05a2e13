"""Structured logs, metrics and traces of every function."""

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
# frames between a log call and the line that it names: the logger, log_info, the caller
CALLER = 3
CONTEXT_KEYS = ("event_id", "download_id", "tick", "attempt")
SIGNATURE = frozenset({"timestamp", "level", "location", "message", "action", "service", "module", "xray_trace_id"})


def one_line(entry: Mapping[str, Any]) -> str:
    """Format a log entry as one line for local development."""
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
    """Log one structured line."""
    logger.info(action, stacklevel=CALLER, extra={"action": action, **facts})


def log_warning(action: str, **facts: object) -> None:
    """Log one structured line about something that people may have to look at."""
    logger.warning(action, stacklevel=CALLER, extra={"action": action, **facts})


def count(name: str, value: float = 1) -> None:
    """Add to a metric; the handler sends it."""
    metrics.add_metric(name=name, unit=MetricUnit.Count, value=value)


def record_share(name: str, part: float) -> None:
    """Record a share as a percentage."""
    metrics.add_metric(name=name, unit=MetricUnit.Percent, value=100 * part)


def record_seconds(name: str, seconds: float) -> None:
    """Record a duration."""
    metrics.add_metric(name=name, unit=MetricUnit.Seconds, value=seconds)


@contextmanager
def log_context(name: str, ids: Mapping[str, object]) -> Iterator[None]:
    """Add these ids to every log line and to the X-Ray subsegment of the work within."""
    annotations = {key: ids[key] for key in CONTEXT_KEYS if key in ids}
    subsegment = Subsegment(name, annotations)
    try:
        with logger.append_context_keys(**annotations):
            yield
    except Exception as failure:
        subsegment.end(failure)
        raise
    subsegment.end()


def handler(step: Callable[..., object]) -> Callable[[Handle[Event, Value]], Handle[Event, Value]]:
    """Decorate a function's handler: log its ids, send its metrics, log and raise its failure."""

    def frame(function: Handle[Event, Value]) -> Handle[Event, Value]:
        @functools.wraps(function)
        def framed(event: Event, context: Any) -> Value:
            logger.append_keys(module=step.__name__)
            try:
                with log_context(step.__name__, event), gc_paused():
                    return _logged(function, event, context)
            finally:
                logger.remove_keys(["module"])
                if metrics.metric_set:
                    metrics.flush_metrics()

        return framed

    return frame


def _logged(function: Handle[Event, Value], event: Event, context: Any) -> Value:
    try:
        answer = function(event, context)
    except Exception as failure:
        logger.exception("failed", extra={"action": "failed", "error": type(failure).__name__})
        raise
    log_info("done")
    return answer


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause garbage collection for one invocation: in a large tick it takes a third of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def isolate_failure(fixture_id: int, work: Callable[[], Result], *, otherwise: Result) -> Result:
    """Return the result of one fixture's work; log and count a failure so that others go on."""
    try:
        return work()
    except Exception:
        logger.exception("fixture_failed", extra={"action": "fixture_failed", "fixture_id": fixture_id})
        count("FixturesFailed")
        return otherwise
