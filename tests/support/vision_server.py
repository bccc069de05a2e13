"""Vision model server with scripted answers."""

from collections.abc import Callable
from typing import Any

import httpx

from footy.goals.adapters.vision.client import ChatVision, Endpoint
from footy.goals.clips.reading.clock import ClockTexts
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.settings import Rules
from tests.support.http_clients import client_answering

ANSWER = {"SOCCER": "yes", "SCREEN": "no", "CLOCK": "67:23", "ADDED": "NONE", "STOPPAGE_CLOCK": "NONE", "SCORE": "2-1"}
Server = Callable[[httpx.Request], httpx.Response]
LOOK = VisionResult(soccer=True, screen=False, clock=ClockTexts("67:23", "NONE", "NONE"), score="2-1")


def answered(message: dict[str, Any]) -> httpx.Response:
    return httpx.Response(200, json={"choices": [{"index": 0, "message": {"role": "assistant", **message}}]})


def chat_reply(content: str) -> httpx.Response:
    return answered({"content": content})


def vision(server: Server) -> ChatVision:
    return ChatVision(client_answering(server), Endpoint.of_server("http://model/v1/"), "qwen", Rules())


def in_turn(*answers: httpx.Response | Exception) -> tuple[Server, list[httpx.Request]]:
    requests: list[httpx.Request] = []

    def serve(request: httpx.Request) -> httpx.Response:
        answer = answers[len(requests)]
        requests.append(request)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return serve, requests
