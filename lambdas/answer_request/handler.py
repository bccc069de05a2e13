"""Lambda function of `answer_request`."""

from footy.api.container import ApiContainer
from footy.api.steps.answer_request import answer_request
from footy.core.function import function_of

container = ApiContainer()
handle = function_of(answer_request, container)
