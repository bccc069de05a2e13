"""Step: answer one request of the page."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from footy.api.application import operator_application, page_application
from footy.api.container import ApiContainer
from footy.api.requests import normalized
from footy.api.steps.answer_organization import for_organizations

if TYPE_CHECKING:
    from aws_lambda_powertools.event_handler import APIGatewayHttpResolver
    from aws_lambda_powertools.utilities.typing import LambdaContext

Input: TypeAlias = dict[str, Any]
Output: TypeAlias = dict[str, Any]


def answer_request(request: Input, container: ApiContainer) -> Output:
    """Answer a request; failures become problem JSON."""
    app = page_application(applications)
    app.append_context(container=container)  # type: ignore[no-untyped-call]
    return app.resolve(normalized(request), cast("LambdaContext", None))


def applications() -> "Iterable[APIGatewayHttpResolver]":
    """Return all applications of the API, for the OpenAPI document."""
    return page_application(applications), operator_application(), for_organizations()
