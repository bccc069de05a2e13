"""Answers requests of the page, as API Gateway hands them over."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.api.container import ApiContainer
from footy.api.steps.answer_request import Input, Output, answer_request
from footy.core.telemetry import handler

container = ApiContainer()


@handler(answer_request)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers with status, headers and body."""
    return container.run(answer_request, event)
