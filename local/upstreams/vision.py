"""A vision model behind an OpenAI-compatible chat, answering from the replay's truth until a real one takes its place.

It looks at nothing but the mark that the renderer leaves in the corner of every frame, and says what the picture
with that mark shows. A picture without a readable mark is not football.
"""

import base64
import binascii
import json
import re
import time
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import cv2
import numpy as np
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from footy.clock import Clock
from local.replays import mark
from local.replays.broadcast import Graphics
from local.replays.posts import Clip

MODEL = "replay-truth"
NOTHING = "NONE"
_PICTURE = re.compile(r"data:image/[a-z]+;base64,(.+)", re.DOTALL)


class NotAQuestion(ValueError):
    """A request that is not a chat about pictures."""


class Vision:
    """The model of one replay."""

    def __init__(self, clips: Mapping[int, Clip], clock: Clock) -> None:
        self._clips = clips
        self._clock = clock
        self._first_asked: dict[int, datetime] = {}

    def app(self) -> Starlette:
        """The service as an application; like llama.cpp's server it takes chats with and without /v1."""
        return Starlette(
            routes=[
                Route("/v1/chat/completions", self._chat, methods=["POST"]),
                Route("/chat/completions", self._chat, methods=["POST"]),
                Route("/v1/models", _models),
                Route("/health", _health),
            ]
        )

    async def _chat(self, request: Request) -> Response:
        try:
            asked = json.loads(await request.body())
            pictures = _pictures(asked)
            if any(map(self._is_away, pictures)):
                return JSONResponse({"error": {"message": "the model is away", "type": "unavailable_error"}}, 503)
            answers = [self.look(picture) for picture in pictures]
        except (NotAQuestion, ValueError) as error:
            return JSONResponse({"error": {"message": str(error), "type": "invalid_request_error", "code": 400}}, 400)
        content = json.dumps(answers[0] if len(answers) == 1 else answers)
        return JSONResponse(_completion(str(asked.get("model", MODEL)), content))

    def _is_away(self, jpeg: bytes) -> bool:
        """Counted from the first question, not from a moment: a slow machine asks late."""
        seen, now = _mark_in(jpeg), self._clock.now()
        clip = self._clips.get(seen.clip) if seen else None
        return clip is not None and now < self._first_asked.setdefault(clip.number, now) + clip.model_away

    def look(self, jpeg: bytes) -> dict[str, str]:
        """The five answers about one picture."""
        seen = _mark_in(jpeg)
        clip = self._clips.get(seen.clip) if seen else None
        if seen is None or clip is None:
            return _answers(soccer=False, screen=False, graphics=None)
        graphics = clip.board.at(seen.second) if clip.is_football else None
        return _answers(soccer=clip.is_football, screen=seen.filmed, graphics=graphics)


def _answers(*, soccer: bool, screen: bool, graphics: Graphics | None) -> dict[str, str]:
    return {
        "SOCCER": "yes" if soccer else "no",
        "SCREEN": "yes" if screen else "no",
        "CLOCK": (graphics.clock if graphics else "") or NOTHING,
        "ADDED": (graphics.added if graphics else "") or NOTHING,
        "STOPPAGE_CLOCK": (graphics.stoppage if graphics else "") or NOTHING,
    }


def _mark_in(jpeg: bytes) -> mark.Mark | None:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE) if jpeg else None
    if picture is None:
        raise NotAQuestion("an image could not be decoded")
    return mark.read(np.asarray(picture, np.uint8))


def _pictures(asked: Any) -> list[bytes]:
    """Every image of the messages, in order."""
    if not isinstance(asked, dict) or not isinstance(asked.get("messages"), list):
        raise NotAQuestion("messages is required")
    pictures = [_decoded(url) for message in asked["messages"] for url in _image_urls(message)]
    if not pictures:
        raise NotAQuestion("there is no image to look at")
    return pictures


def _image_urls(message: Any) -> Iterator[str]:
    content = message.get("content") if isinstance(message, dict) else None
    for part in content if isinstance(content, list) else []:
        if isinstance(part, dict) and part.get("type") == "image_url":
            yield str(part.get("image_url", {}).get("url", ""))


def _decoded(url: str) -> bytes:
    found = _PICTURE.fullmatch(url)
    if not found:
        raise NotAQuestion("an image must be a data url with base64")
    try:
        return base64.b64decode(found[1], validate=True)
    except binascii.Error as error:
        raise NotAQuestion("an image is not valid base64") from error


def _completion(model: str, content: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": content}
    return {
        "id": "chatcmpl-replay",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    }


async def _models(_: Request) -> Response:
    return JSONResponse(
        {"object": "list", "data": [{"id": MODEL, "object": "model", "created": 0, "owned_by": "local"}]}
    )


async def _health(_: Request) -> Response:
    return JSONResponse({"status": "ok"})
