"""Lambda function of `answer_organization`."""

from footy.api.container import ApiContainer
from footy.api.steps.answer_organization import answer_organization
from footy.core.function import function_of

container = ApiContainer()
handle = function_of(answer_organization, container)
