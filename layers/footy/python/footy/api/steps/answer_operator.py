"""Step: answer one request of an operator."""

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from footy.api.application import operator_application
from footy.api.container import ApiContainer
from footy.api.requests import normalized

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

Input: TypeAlias = dict[str, Any]
Output: TypeAlias = dict[str, Any]


def answer_operator(request: Input, container: ApiContainer) -> Output:
    """Answer in a function separate from the public one, because it has more rights."""
    app = operator_application()
    app.append_context(container=container)  # type: ignore[no-untyped-call]
    return app.resolve(normalized(request), cast("LambdaContext", None))
