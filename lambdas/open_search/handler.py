"""Lambda function of `open_search`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.open_search import open_search

container = GoalsContainer()
handle = function_of(open_search, container)
