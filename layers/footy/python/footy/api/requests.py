"""Request helpers of every route."""

import base64
from typing import TYPE_CHECKING, Any, cast

from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

if TYPE_CHECKING:
    from footy.api.container import ApiContainer

# larger than any id of matches, teams and leagues (seven digits)
MAX_ID = 999_999_999_999


def container_of(router: APIGatewayHttpRouter) -> "ApiContainer":
    """Return the container that answers this request."""
    return cast("ApiContainer", router.context["container"])


def normalized(request: dict[str, Any]) -> dict[str, Any]:
    """Normalise a request: every body is JSON whatever its content type, and HEAD is GET."""
    headers = {name: text for name, text in request.get("headers", {}).items() if name.lower() != "content-type"}
    normal = {**request, "headers": headers}
    if request.get("isBase64Encoded"):
        normal |= {"body": _text(request.get("body") or ""), "isBase64Encoded": False}
    http = request["requestContext"]["http"]
    if http["method"] == "HEAD":
        normal["requestContext"] = {**request["requestContext"], "http": {**http, "method": "GET"}}
    return normal


def _text(encoded: str) -> str:
    """Decode a body; an undecodable one is left for the routes to reject."""
    try:
        return base64.b64decode(encoded, validate=True).decode()
    except ValueError:
        return "undecodable"
