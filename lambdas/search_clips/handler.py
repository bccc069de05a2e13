"""Makes the next attempt at finding clips of a goal, while one is wanted."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.search_clips import Input, Output, search_clips

container = GoalsContainer()


@handler(search_clips)
def handle(event: Input, context: LambdaContext) -> Output:
    """One search at most; asked again, its answer is the same."""
    return container.run(search_clips, event)
