"""Lambda function of `register_download`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.register_download import register_download

container = GoalsContainer()
handle = function_of(register_download, container)
