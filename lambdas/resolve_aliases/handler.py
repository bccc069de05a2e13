"""Resolves and caches what one team is called."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.resolve_aliases import Input, Output, resolve_aliases

container = GoalsContainer()


@handler(resolve_aliases)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how many aliases it has."""
    return container.run(resolve_aliases, event)
