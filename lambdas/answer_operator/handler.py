"""Lambda function of `answer_operator`."""

from footy.api.container import ApiContainer
from footy.api.steps.answer_operator import answer_operator
from footy.core.function import function_of

container = ApiContainer()
handle = function_of(answer_operator, container)
