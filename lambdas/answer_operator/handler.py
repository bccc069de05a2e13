"""Answers requests of operators, as API Gateway hands them over."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.api.container import ApiContainer
from footy.api.steps.answer_operator import Input, Output, answer_operator
from footy.core.telemetry import handler

container = ApiContainer()


@handler(answer_operator)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers with status, headers and body."""
    return container.run(answer_operator, event)
