"""Lambda function of `search_clips`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.search_clips import search_clips

container = GoalsContainer()
handle = function_of(search_clips, container)
