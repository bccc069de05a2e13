"""Answers one request of the page: what an API Gateway hands over, and what it hands back."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from footy.api.application import for_desk, for_people
from footy.api.container import ApiContainer
from footy.api.requests import plainly
from footy.api.steps.answer_organization import for_organizations

if TYPE_CHECKING:
    from aws_lambda_powertools.event_handler import APIGatewayHttpResolver
    from aws_lambda_powertools.utilities.typing import LambdaContext

Input: TypeAlias = dict[str, Any]
Output: TypeAlias = dict[str, Any]


def answer_request(request: Input, container: ApiContainer) -> Output:
    """Every request has an answer; what fails behind it is told as a problem."""
    app = for_people(applications)
    app.append_context(container=container)  # type: ignore[no-untyped-call]
    return app.resolve(plainly(request), cast("LambdaContext", None))


def applications() -> "Iterable[APIGatewayHttpResolver]":
    """All that the API consists of, whichever function answers for it."""
    return for_people(applications), for_desk(), for_organizations()
