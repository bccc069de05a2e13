"""Discord-compatible webhooks: post, edit and delete a message."""

from typing import Annotated

import httpx
from pydantic import BaseModel, StringConstraints, ValidationError

from footy.core.errors import AnswerLost, MessageGone, UpstreamUnavailable, WebhookGone
from footy.core.http.client import HttpClient, Reply, refusal

SERVICE = "the webhook"
SECONDS = 6.0
LARGEST = 64 * 1024
# names in a message must not notify Discord users
NO_MENTIONS = {"parse": list[str]()}
ENDED = frozenset({401, 404, 410})
# temporary blocks answer 403 too
BLOCKED = frozenset({403})
# the gateway timed out: the message may have been sent
UNDECIDED = frozenset({504, 520, 524})
NEVER_ARRIVED = (httpx.ConnectError, httpx.ConnectTimeout)
UNKNOWN_WEBHOOK = 10015


class _Posted(BaseModel):
    id: Annotated[str, StringConstraints(pattern=r"^[\w-]{1,64}$")]


class _Refused(BaseModel):
    code: int


class WebhookClient:
    """Messages of any webhook; redirects are not followed, and errors never contain the URL."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    def send(self, url: str, text: str) -> str:
        """Post a message and return its id; raise AnswerLost when it may have been sent."""
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
        except ValidationError as invalid:
            raise AnswerLost(f"{SERVICE} accepted the message but returned no id") from invalid

    def update(self, url: str, message: str, text: str) -> None:
        """Replace the text of a message; idempotent."""
        _check_message(self._http.request("PATCH", _message_url(url, message), json=_body(text)))

    def delete(self, url: str, message: str) -> None:
        _check_message(self._http.request("DELETE", _message_url(url, message)))


def _body(text: str) -> dict[str, object]:
    return {"content": text, "allowed_mentions": NO_MENTIONS}


def _message_url(url: str, message: str) -> str:
    """Return the URL of a message, without the thread parameters."""
    base = httpx.URL(url)
    return str(base.copy_with(path=f"{base.path.rstrip('/')}/messages/{message}"))


def _check_message(reply: Reply) -> None:
    """Raise MessageGone for a 404 about the message, WebhookGone for one about the webhook."""
    if reply.status == httpx.codes.NOT_FOUND and _code(reply) != UNKNOWN_WEBHOOK:
        raise MessageGone(f"{SERVICE} no longer has the message")
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
    """Return Discord's error code, if any."""
    try:
        return _Refused.model_validate_json(reply.body).code
    except ValidationError:
        return None
