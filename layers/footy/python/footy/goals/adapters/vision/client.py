"""Vision model behind an OpenAI-compatible chat: six questions about each frame.

The same client serves a server with or without a key, and a SageMaker endpoint.
"""

import base64
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol, Self

import httpx
from pydantic import Field

from footy.core.errors import FootyError, MalformedAnswer, RequestRefused, UpstreamUnavailable
from footy.core.http.client import HttpClient, Reply, refusal
from footy.core.http.lenient import LenientModel, ReadableItems
from footy.goals.adapters.vision.answers import FRAMES, LIMITS, read_answers, schema_for
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.settings import Rules

TEMPERATURE = 0.1
DEFAULT_WAIT_SECONDS = 5.0
TOKENS_PER_FRAME = 200
QUESTIONS = """SOCCER: is it a football (soccer) match on a pitch? yes or no.
SCREEN: is it a camera filming a television or another screen? yes or no.
CLOCK: the match clock of the broadcast exactly as written, with its period if shown, such as 67:23, 2H 05:10, 45+2, HT.
Not the timer of a player or of a screen recorder, and no minute from a list of scorers.
ADDED: the announced stoppage time exactly as written, such as +4.
STOPPAGE_CLOCK: the second, separate clock that runs in stoppage time, such as 02:36.
SCORE: the score of the match as it is shown, first the side that stands first, with the letters of the sides where they
are shown, such as 2-1 or ARG 2-1 FRA. Not an aggregate in brackets.
Write NONE for a text that is not there. Never guess a clock or a score."""
ONE = "Look at this frame of a video and answer six questions."
SEVERAL = "Look at these {} frames of a video and answer six questions about each, in their order, as " + FRAMES + "."


class _Message(LenientModel):
    content: object = None


class _Choice(LenientModel):
    message: _Message


class _Chat(LenientModel):
    choices: ReadableItems[_Choice]

    @property
    def content(self) -> object:
        """Return the content of the first message, if any."""
        return next((choice.message.content for choice in self.choices), None)


class _SageMakerError(LenientModel):
    """SageMaker's error about the model server."""

    status: int = Field(default=0, alias="OriginalStatusCode")


class VisionModel(Protocol):
    """Vision model that reads JPEG frames of one clip, in their order."""

    def read_frames(self, jpegs: Sequence[bytes]) -> list[VisionResult]: ...


@dataclass(frozen=True, slots=True)
class Endpoint:
    """URL of a chat, and the headers that every request needs."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_server(cls, url: str) -> Self:
        """Return the endpoint of a server with OpenAI's paths."""
        return cls(f"{url.rstrip('/')}/chat/completions")

    @classmethod
    def of_endpoint(cls, endpoint: str, component: str, region: str) -> Self:
        """Return the endpoint of a SageMaker inference component."""
        return cls(
            f"https://runtime.sagemaker.{region}.amazonaws.com/endpoints/{endpoint}/invocations",
            {"X-Amzn-SageMaker-Inference-Component": component},
        )


class ChatVision:
    """Vision model behind a chat endpoint."""

    def __init__(self, http: HttpClient, endpoint: Endpoint, model: str, rules: Rules) -> None:
        self._http = http
        self._endpoint = endpoint
        self._model = model
        self._rules = rules
        self._limited = True

    def read_frames(self, jpegs: Sequence[bytes]) -> list[VisionResult]:
        """Return the vision results of the frames in order; answers are never invented."""
        at_once = max(1, self._rules.vision_images_per_request)
        groups = (jpegs[start : start + at_once] for start in range(0, len(jpegs), at_once))
        return [look for group in groups for look in self._read_group(group)]

    def _read_group(self, jpegs: Sequence[bytes]) -> list[VisionResult]:
        """Read frames in one request, or one by one when the model cannot take several."""
        if len(jpegs) > 1:
            with suppress(MalformedAnswer, RequestRefused):
                return self._ask(jpegs)
        return [look for jpeg in jpegs for look in self._read_with_retries(jpeg)]

    def _read_with_retries(self, jpeg: bytes) -> list[VisionResult]:
        """Retry when an answer is unusable."""
        for _ in range(self._rules.vision_tries - 1):
            try:
                return self._ask([jpeg])
            except MalformedAnswer:
                continue
        return self._ask([jpeg])

    def _ask(self, jpegs: Sequence[bytes]) -> list[VisionResult]:
        reply = self._http.request(
            "POST", self._endpoint.url, headers=self._endpoint.headers, json=self._question(jpegs)
        )
        if self._limited and _refuses_limits(reply):
            self._limited = False
            return self._ask(jpegs)
        if not reply.good:
            overrides = sagemaker_statuses(reply) if self._endpoint.headers else None
            raise refusal(reply, patience=DEFAULT_WAIT_SECONDS, detail=f": {_beginning(reply)}", but=overrides)
        try:
            return read_answers(_Chat.model_validate(reply.json()).content, len(jpegs))
        except (ValueError, UpstreamUnavailable) as unusable:
            raise MalformedAnswer(f"vision: unusable answer {_beginning(reply)}") from unusable

    def _question(self, jpegs: Sequence[bytes]) -> dict[str, Any]:
        opening = ONE if len(jpegs) == 1 else SEVERAL.format(len(jpegs))
        content = [{"type": "text", "text": f"{opening}\n{QUESTIONS}"}, *map(_picture, jpegs)]
        return {
            "model": self._model,
            "temperature": TEMPERATURE,
            "max_tokens": TOKENS_PER_FRAME * len(jpegs),
            "messages": [{"role": "user", "content": content}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {
                    "name": "frames",
                    "strict": True,
                    "schema": schema_for(len(jpegs), limited=self._limited),
                },
            },
        }


def sagemaker_statuses(reply: Reply) -> Mapping[int, type[FootyError]]:
    """Map SageMaker's statuses: 400 means no copy or throttling, 424 wraps the model server's status."""
    try:
        error = _SageMakerError.model_validate(reply.json())
    except (UpstreamUnavailable, MalformedAnswer):
        error = _SageMakerError()
    refused = httpx.codes.is_client_error(error.status)
    return {400: UpstreamUnavailable, 424: RequestRefused if refused else UpstreamUnavailable}


def _refuses_limits(reply: Reply) -> bool:
    """Return True for a client error that names a schema limit; a failing server may quote them too."""
    refused = HTTPStatus.BAD_REQUEST <= reply.status < HTTPStatus.INTERNAL_SERVER_ERROR
    return refused and any(limit.encode() in reply.body for limit in LIMITS)


def _picture(jpeg: bytes) -> dict[str, Any]:
    url = "data:image/jpeg;base64," + base64.b64encode(jpeg).decode()
    return {"type": "image_url", "image_url": {"url": url}}


def _beginning(reply: Reply) -> str:
    return repr(reply.body[:200].decode(errors="replace"))
