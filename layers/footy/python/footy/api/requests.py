"""What every route needs of the request: the container that it is answered from, and how large a number may be."""

import base64
from typing import TYPE_CHECKING, Any, cast

from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

if TYPE_CHECKING:
    from footy.api.container import ApiContainer

# the API's ids of matches, teams and leagues have seven digits at most
MAX_ID = 999_999_999_999


def container_of(router: APIGatewayHttpRouter) -> "ApiContainer":
    """The container that this request is answered from."""
    return cast("ApiContainer", router.context["container"])


def normalized(request: dict[str, Any]) -> dict[str, Any]:
    """The request as routes read it: every body is JSON, whatever it calls itself, and HEAD asks what GET does."""
    headers = {name: text for name, text in request.get("headers", {}).items() if name.lower() != "content-type"}
    asked = {**request, "headers": headers}
    if request.get("isBase64Encoded"):
        asked |= {"body": _text(request.get("body") or ""), "isBase64Encoded": False}
    http = request["requestContext"]["http"]
    if http["method"] == "HEAD":
        asked["requestContext"] = {**request["requestContext"], "http": {**http, "method": "GET"}}
    return asked


def _text(encoded: str) -> str:
    """What is no text is no JSON either: the routes say so."""
    try:
        return base64.b64decode(encoded, validate=True).decode()
    except ValueError:
        return "no text"
