"""What every route needs of the request: the world that it is answered from, and how large a number may be."""

from typing import TYPE_CHECKING, cast

from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

if TYPE_CHECKING:
    from footy.world import World

# the API's ids of matches, teams and leagues have seven digits at most
MATCH = 999_999_999_999


def world_of(router: APIGatewayHttpRouter) -> "World":
    """The world that this request is answered from."""
    return cast("World", router.context["world"])
