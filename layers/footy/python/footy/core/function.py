"""Lambda functions that run one step."""

from collections.abc import Callable
from typing import Any, TypeVar

from footy.core.container import CoreContainer
from footy.core.telemetry import Event, Handle, Value, handler

Dependencies = TypeVar("Dependencies", bound=CoreContainer)


def function_of(step: Callable[[Event, Dependencies], Value], container: Dependencies) -> Handle[Event, Value]:
    """Return the Lambda function of a step: its event is the step's input, its answer the step's output."""

    @handler(step)
    def handle(event: Event, _context: Any) -> Value:
        return container.run(step, event)

    return handle
