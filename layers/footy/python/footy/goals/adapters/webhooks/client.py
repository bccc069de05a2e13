"""Webhooks that speak as Discord's do: a message is posted, edited by its number, and deleted."""

from typing import Annotated

import httpx
from pydantic import BaseModel, StringConstraints, ValidationError

from footy.core.errors import AnswerLost, MessageGone, UpstreamUnavailable, WebhookGone
from footy.core.http.client import HttpClient, Reply, refusal

SERVICE = "the webhook"
SECONDS = 6.0
LARGEST = 64 * 1024
# nobody is called by a message, whatever the names in it look like
NO_MENTIONS = {"parse": list[str]()}
ENDED = frozenset({401, 404, 410})
# whoever blocks for a while says "forbidden" too
BLOCKED = frozenset({403})
# the gateway did not wait for the answer of what stands behind it
UNDECIDED = frozenset({504, 520, 524})
NEVER_ARRIVED = (httpx.ConnectError, httpx.ConnectTimeout)
UNKNOWN_WEBHOOK = 10015


class _Posted(BaseModel):
    id: Annotated[str, StringConstraints(pattern=r"^[\w-]{1,64}$")]


class _Refused(BaseModel):
    code: int


class WebhookClient:
    """The messages at any address; none follows where an answer leads, and no error tells the address."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    def send(self, url: str, text: str) -> str:
        """The number of the message; AnswerLost when it may be there without our knowing it."""
        try:
            reply = self._http.request(
                "POST", str(httpx.URL(url).copy_merge_params({"wait": "true"})), json=_body(text)
            )
        except UpstreamUnavailable as failure:
            if isinstance(failure.__cause__, NEVER_ARRIVED):
                raise
            raise AnswerLost(str(failure)) from failure
        if reply.status in UNDECIDED:
            raise AnswerLost(f"{SERVICE} answered {reply.status}")
        _check(reply)
        try:
            return _Posted.model_validate_json(reply.body).id
        except ValidationError as odd:
            raise AnswerLost(f"{SERVICE} took the message and did not tell its number") from odd

    def update(self, url: str, message: str, text: str) -> None:
        """The message says this from now on; done twice it changes nothing."""
        _check_known(self._http.request("PATCH", _place(url, message), json=_body(text)))

    def take_back(self, url: str, message: str) -> None:
        """The message is there no more."""
        _check_known(self._http.request("DELETE", _place(url, message)))


def _body(text: str) -> dict[str, object]:
    return {"content": text, "allowed_mentions": NO_MENTIONS}


def _place(url: str, message: str) -> str:
    """Where a message is; what the address says of its thread stays behind it."""
    base = httpx.URL(url)
    return str(base.copy_with(path=f"{base.path.rstrip('/')}/messages/{message}"))


def _check_known(reply: Reply) -> None:
    """Of a message that was there, "not found" means it, unless the webhook itself is said to be gone."""
    if reply.status == httpx.codes.NOT_FOUND and _code(reply) != UNKNOWN_WEBHOOK:
        raise MessageGone(f"{SERVICE} does not know the message any more")
    _check(reply)


def _check(reply: Reply) -> None:
    if httpx.codes.is_success(reply.status):
        return
    if reply.status in ENDED:
        raise WebhookGone(f"{SERVICE} answered {reply.status}")
    if reply.status in BLOCKED:
        raise UpstreamUnavailable(f"{SERVICE} answered {reply.status}")
    raise refusal(reply)


def _code(reply: Reply) -> int | None:
    """Discord's own number for a refusal; None where none is told."""
    try:
        return _Refused.model_validate_json(reply.body).code
    except ValidationError:
        return None
