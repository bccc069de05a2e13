"""Asking a model over the chat API."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from footy.clips.clock import ClockTexts
from footy.clips.look import Look
from footy.clips.vision import SCHEMA, ChatVision
from footy.errors import MalformedAnswer, RateLimited, UpstreamUnavailable
from footy.settings import Rules

ANSWER = {"SOCCER": "yes", "SCREEN": "no", "CLOCK": "67:23", "ADDED": "NONE", "STOPPAGE_CLOCK": "NONE"}
Server = Callable[[httpx.Request], httpx.Response]


def said(content: str) -> httpx.Response:
    return httpx.Response(200, json={"choices": [{"message": {"role": "assistant", "content": content}}]})


def vision(server: Server) -> ChatVision:
    return ChatVision(httpx.Client(transport=httpx.MockTransport(server)), "http://model/v1/", "qwen", Rules())


def in_turn(*answers: httpx.Response | Exception) -> tuple[Server, list[httpx.Request]]:
    asked: list[httpx.Request] = []

    def serve(request: httpx.Request) -> httpx.Response:
        answer = answers[len(asked)]
        asked.append(request)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return serve, asked


def test_sees_what_the_model_answers() -> None:
    serve, _ = in_turn(said(json.dumps(ANSWER)))
    assert vision(serve).look(b"jpeg") == Look(soccer=True, screen=False, clock=ClockTexts("67:23", "NONE", "NONE"))


def test_asks_as_the_chat_api_wants_to_be_asked() -> None:
    serve, asked = in_turn(said(json.dumps(ANSWER)))
    vision(serve).look(b"\xff\xd8")
    question: dict[str, Any] = json.loads(asked[0].content)
    assert str(asked[0].url) == "http://model/v1/chat/completions"
    assert question["model"] == "qwen"
    assert question["temperature"] == 0.1
    assert question["response_format"]["json_schema"]["schema"] == SCHEMA
    assert question["messages"][0]["content"][1]["image_url"]["url"] == "data:image/jpeg;base64,/9g="


@pytest.mark.parametrize("written", ["yes", "YES", "Yes"])
def test_yes_may_be_written_in_any_case(written: str) -> None:
    serve, _ = in_turn(said(json.dumps({**ANSWER, "SCREEN": written})))
    assert vision(serve).look(b"jpeg").screen


UNUSABLE = [
    said("I see a football match."),
    said(json.dumps({**ANSWER, "SOCCER": "maybe"})),
    said(json.dumps({key: ANSWER[key] for key in ("SOCCER", "SCREEN", "CLOCK")})),
    said(json.dumps({**ANSWER, "CLOCK": 67})),
    httpx.Response(200, json={"choices": []}),
    httpx.Response(200, json={"choices": [{"message": {"content": None}}]}),
    httpx.Response(200, json=[]),
    httpx.Response(200, text="<html>"),
    httpx.Response(400, json={"error": "image too large"}),
]


@pytest.mark.parametrize("answer", UNUSABLE)
def test_an_answer_that_cannot_be_used_is_an_error_and_not_a_no(answer: httpx.Response) -> None:
    serve, asked = in_turn(answer, answer)
    with pytest.raises(MalformedAnswer):
        vision(serve).look(b"jpeg")
    assert len(asked) == 2


def test_asks_again_after_an_answer_that_cannot_be_used() -> None:
    serve, _ = in_turn(said("hm"), said(json.dumps(ANSWER)))
    assert vision(serve).look(b"jpeg").soccer


@pytest.mark.parametrize("answer", [httpx.ConnectError("refused"), httpx.ReadTimeout("slow"), httpx.Response(503)])
def test_a_model_out_of_reach_is_left_to_the_state_machine(answer: httpx.Response | Exception) -> None:
    serve, asked = in_turn(answer)
    with pytest.raises(UpstreamUnavailable):
        vision(serve).look(b"jpeg")
    assert len(asked) == 1


def test_a_busy_model_asks_for_patience() -> None:
    serve, _ = in_turn(httpx.Response(429))
    with pytest.raises(RateLimited):
        vision(serve).look(b"jpeg")
