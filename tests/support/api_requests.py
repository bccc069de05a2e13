"""Requests to the API as API Gateway sends them, and their answers."""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from footy.api.container import ApiContainer
from footy.api.steps.answer_request import answer_request


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of the API."""

    status: int
    headers: Mapping[str, str]
    body: str
    cookies: list[str]

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def request(method: str, path: str, query: str = "", body: str | None = None, **headers: str) -> dict[str, Any]:
    """Return a request in payload format 2.0."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    cookies = named.pop("cookie", "")
    event: dict[str, Any] = {
        "version": "2.0",
        "routeKey": "$default",
        "rawPath": path,
        "rawQueryString": query,
        "headers": named,
        "queryStringParameters": dict(parse_qsl(query, keep_blank_values=True)),
        "requestContext": {
            "http": {
                "method": method,
                "path": path,
                "protocol": "HTTP/1.1",
                "sourceIp": "192.0.2.7",
                "userAgent": "test",
            },
            "stage": "$default",
            "requestId": "one",
        },
        "isBase64Encoded": False,
    }
    if cookies:
        event["cookies"] = cookies.split("; ")
    return event if body is None else {**event, "body": body}


def ask(
    container: ApiContainer, path: str, query: str = "", *, method: str = "GET", body: str | None = None, **headers: str
) -> Answer:
    """Return this container's answer."""
    reply = answer_request(request(method, path, query, body, **headers), container)
    text = base64.b64decode(reply["body"]).decode() if reply["isBase64Encoded"] else reply.get("body") or ""
    return Answer(int(reply["statusCode"]), reply["headers"], text, reply.get("cookies", []))
