"""OpenAI-compatible chat for questions about pictures."""

import base64
import binascii
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

NOTHING = "NONE"
Finding = TypeVar("Finding")
MOST_BYTES = 32 * 1024 * 1024
_PICTURE = re.compile(r"data:image/[a-z]+;base64,(.+)", re.DOTALL)


class InvalidQuestion(ValueError):
    """Request that is not a chat about pictures."""


class VisionUnavailable(Exception):
    """The model is unavailable; the same question may succeed later."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Six answers about one picture, with confidences (D10)."""

    soccer: bool
    screen: bool
    clock: str = NOTHING
    added: str = NOTHING
    stoppage: str = NOTHING
    score: str = NOTHING
    confidence: dict[str, float] = field(default_factory=dict)

    def as_json(self) -> dict[str, str]:
        return {
            "SOCCER": "yes" if self.soccer else "no",
            "SCREEN": "yes" if self.screen else "no",
            "CLOCK": self.clock,
            "ADDED": self.added,
            "STOPPAGE_CLOCK": self.stoppage,
            "SCORE": self.score,
        }


class Chat(Generic[Finding]):
    """Chat service over a model for single pictures; `agree` combines the pictures of one question into answers."""

    def __init__(
        self, model: str, look: Callable[[bytes], Finding], agree: Callable[[Sequence[Finding]], list[Answer]]
    ) -> None:
        self._model = model
        self._look = look
        self._agree = agree

    def app(self) -> Starlette:
        """Return the application; like llama.cpp's server it accepts chats with and without /v1."""
        return Starlette(
            routes=[
                Route("/v1/chat/completions", self._chat, methods=["POST"]),
                Route("/chat/completions", self._chat, methods=["POST"]),
                Route("/v1/models", self._models),
                Route("/health", _health),
            ]
        )

    async def _chat(self, request: Request) -> Response:
        try:
            question = json.loads(await _body(request))
            answers = self._agree([await run_in_threadpool(self._look, picture) for picture in _pictures(question)])
        except (ValueError, RecursionError) as error:
            return _refusal(400, "invalid_request_error", str(error))
        except VisionUnavailable as failure:
            return _refusal(503, "unavailable_error", str(failure))
        return JSONResponse(_completion(str(question.get("model", self._model)), answers))

    async def _models(self, _: Request) -> Response:
        model = {"id": self._model, "object": "model", "created": 0, "owned_by": "found-footy"}
        return JSONResponse({"object": "list", "data": [model]})


def _refusal(code: int, kind: str, message: str) -> Response:
    return JSONResponse({"error": {"message": message, "type": kind, "code": code}}, code)


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise InvalidQuestion(f"a question may have {MOST_BYTES} bytes")
    return bytes(body)


def _pictures(question: Any) -> list[bytes]:
    """Return the images of all messages, in order."""
    if not isinstance(question, dict) or not isinstance(question.get("messages"), list):
        raise InvalidQuestion("messages is required")
    pictures = [_decoded(url) for message in question["messages"] for url in _image_urls(message)]
    if not pictures:
        raise InvalidQuestion("the messages contain no image")
    return pictures


def _image_urls(message: Any) -> Iterator[str]:
    content = message.get("content") if isinstance(message, dict) else None
    for part in content if isinstance(content, list) else []:
        if isinstance(part, dict) and part.get("type") == "image_url":
            image = part.get("image_url")
            yield str(image.get("url", "")) if isinstance(image, dict) else str(image)


def _decoded(url: str) -> bytes:
    match = _PICTURE.fullmatch(url)
    if not match:
        raise InvalidQuestion("an image must be a data url with base64")
    try:
        return base64.b64decode(match[1], validate=True)
    except binascii.Error as error:
        raise InvalidQuestion("an image is not valid base64") from error


def _completion(model: str, answers: list[Answer]) -> dict[str, Any]:
    """Answer one picture with an object, several with an object that lists them."""
    contents = [answer.as_json() for answer in answers]
    content = json.dumps(contents[0] if len(contents) == 1 else {"FRAMES": contents})
    return {
        "id": f"chatcmpl-{time.time_ns()}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model,
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
        # outside the content, which must match the requested schema
        "confidence": [answer.confidence for answer in answers],
    }


async def _health(_: Request) -> Response:
    return JSONResponse({"status": "ok"})
