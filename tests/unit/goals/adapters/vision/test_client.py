"""Asking a model over the chat API."""

import json
from typing import Any

import httpx
import pytest

from footy.core.errors import AccessDenied, MalformedAnswer, RequestRefused, UpstreamUnavailable
from footy.goals.adapters.vision.answers import FRAMES, LIMITS, LONGEST_TEXT, MOST_OPENINGS, SCHEMA, read_answers
from footy.goals.adapters.vision.client import ChatVision, Endpoint
from footy.goals.settings import Rules
from tests.support.http_clients import client_answering
from tests.support.vision_server import ANSWER, LOOK, Server, answered, chat_reply, in_turn, vision


def test_the_answer_becomes_a_vision_result() -> None:
    serve, _ = in_turn(chat_reply(json.dumps(ANSWER)))
    assert vision(serve).read_frames([b"jpeg"]) == [LOOK]


def test_the_request_follows_the_chat_api() -> None:
    serve, requests = in_turn(chat_reply(json.dumps(ANSWER)))
    vision(serve).read_frames([b"\xff\xd8"])
    question: dict[str, Any] = json.loads(requests[0].content)
    assert str(requests[0].url) == "http://model/v1/chat/completions"
    assert question["model"] == "qwen"
    assert question["temperature"] == 0.1
    assert question["response_format"]["json_schema"]["schema"] == SCHEMA
    assert question["messages"][0]["content"][1]["image_url"]["url"] == "data:image/jpeg;base64,/9g="


PLAIN = json.dumps(ANSWER)
OTHER = json.dumps({**ANSWER, "SOCCER": "no"})
SHAPES: dict[str, dict[str, Any]] = {
    "llama.cpp": {"content": PLAIN},
    "llama.cpp, thinking apart": {"content": PLAIN, "reasoning_content": f"Perhaps {OTHER}?"},
    "vLLM, thinking aloud": {"content": f"<think>\nIt could be {OTHER}\n</think>\n\n{PLAIN}", "tool_calls": []},
    "thoughts without an opening": {"content": f"It is a match {{so far}}. {PLAIN}"},
    "a code fence": {"content": f"```json\n{PLAIN}\n```"},
    "words around": {"content": f"Here you are:\n{PLAIN}\nAnything else?"},
    "a draft before": {"content": f"First: {OTHER}. On reflection: {PLAIN}"},
    "parts": {"content": [{"type": "text", "text": PLAIN[:20]}, {"type": "text", "text": PLAIN[20:]}]},
    "eyes": {"content": json.dumps({**ANSWER, "CONFIDENCE": 0.9})},
    "a list of one": {"content": f"[{PLAIN}]"},
    "a wrapped one": {"content": json.dumps({FRAMES: [ANSWER]})},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_answer_is_found_in_any_wrapping(shape: str) -> None:
    serve, _ = in_turn(answered(SHAPES[shape]))
    assert vision(serve).read_frames([b"jpeg"]) == [LOOK]


@pytest.mark.parametrize("before", ["[" * 5000, ("[" * 900 + "x ") * 300, "{" * 100_000, '{"a":' * 900])
def test_the_number_of_parse_attempts_is_limited(before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    class Decoder(json.JSONDecoder):
        def raw_decode(self, s: str, idx: int = 0) -> tuple[Any, int]:
            tried.append(len(s) - idx)
            return super().raw_decode(s, idx)

    monkeypatch.setattr("footy.goals.adapters.vision.answers.json.JSONDecoder", Decoder)
    assert read_answers(f"{before} {PLAIN}", 1) == [LOOK]
    assert len(tried) <= MOST_OPENINGS
    assert max(tried) <= LONGEST_TEXT


UNUSABLE = [
    chat_reply("I see a football match."),
    chat_reply(json.dumps({**ANSWER, "SOCCER": "maybe"})),
    chat_reply(json.dumps({key: ANSWER[key] for key in ("SOCCER", "SCREEN", "CLOCK")})),
    chat_reply(json.dumps({**ANSWER, "CLOCK": 67})),
    chat_reply(f"<think>it must be {PLAIN}"),
    chat_reply(f"[{PLAIN}, {PLAIN}]"),
    chat_reply("[" * 5000),
    answered({"content": None, "reasoning_content": PLAIN}),
    answered({}),
    httpx.Response(200, json={"choices": [None]}),
    httpx.Response(200, json=[]),
    httpx.Response(200, text="<html>"),
]


@pytest.mark.parametrize("answer", UNUSABLE)
def test_an_unusable_answer_is_an_error(answer: httpx.Response) -> None:
    serve, requests = in_turn(answer, answer)
    with pytest.raises(MalformedAnswer):
        vision(serve).read_frames([b"jpeg"])
    assert len(requests) == 2


@pytest.mark.parametrize(
    "answer", [httpx.ConnectError("refused"), httpx.ReadTimeout("slow"), httpx.Response(503), httpx.Response(408)]
)
def test_an_unreachable_model_is_unavailable(answer: httpx.Response | Exception) -> None:
    serve, requests = in_turn(answer)
    with pytest.raises(UpstreamUnavailable):
        vision(serve).read_frames([b"one", b"two"])
    assert len(requests) == 1


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_not_retried(status: int) -> None:
    serve, requests = in_turn(httpx.Response(status))
    with pytest.raises(AccessDenied):
        vision(serve).read_frames([b"one", b"two"])
    assert len(requests) == 1


def test_a_refused_schema_limit_is_dropped_for_good() -> None:
    words = (
        "Invalid schema for response_format 'frames': In context=('properties', 'CLOCK'), 'maxLength' is not permitted."
    )
    serve, requests = in_turn(
        httpx.Response(400, json={"error": {"message": words}}), chat_reply(PLAIN), chat_reply(TWO)
    )
    eyes = vision(serve)
    assert (len(eyes.read_frames([b"jpeg"])), len(eyes.read_frames([b"one", b"two"]))) == (1, 2)
    assert [any(limit in str(one.content) for limit in LIMITS) for one in requests] == [True, False, False]


TWO = json.dumps({FRAMES: [ANSWER, {**ANSWER, "CLOCK": "67:31"}]})


@pytest.mark.parametrize("content", [TWO, json.dumps(json.loads(TWO)[FRAMES])])
def test_frames_of_a_clip_share_one_request(content: str) -> None:
    serve, requests = in_turn(chat_reply(content))
    assert [look.clock.clock for look in vision(serve).read_frames([b"one", b"two"])] == ["67:23", "67:31"]
    question = json.loads(requests[0].content)
    assert [part["type"] for part in question["messages"][0]["content"]] == ["text", "image_url", "image_url"]
    answers = question["response_format"]["json_schema"]["schema"]["properties"][FRAMES]
    assert (answers["minItems"], answers["maxItems"], answers["items"]) == (2, 2, SCHEMA)


@pytest.mark.parametrize(
    "refusal",
    [httpx.Response(400, json={"error": "at most 1 image"}), chat_reply(PLAIN), chat_reply("I see two frames.")],
)
def test_a_server_that_takes_one_image_is_asked_one_by_one(refusal: httpx.Response) -> None:
    serve, requests = in_turn(refusal, chat_reply(PLAIN), chat_reply(OTHER))
    assert [look.soccer for look in vision(serve).read_frames([b"one", b"two"])] == [True, False]
    assert len(requests) == 3


def at_sagemaker(server: Server) -> ChatVision:
    return ChatVision(client_answering(server), Endpoint.of_endpoint("footy", "qwen", "eu-west-1"), "qwen", Rules())


def test_sagemaker_gets_the_component_header() -> None:
    serve, requests = in_turn(chat_reply(json.dumps(ANSWER)))
    assert at_sagemaker(serve).read_frames([b"jpeg"]) == [LOOK]
    assert str(requests[0].url) == "https://runtime.sagemaker.eu-west-1.amazonaws.com/endpoints/footy/invocations"
    assert requests[0].headers["x-amzn-sagemaker-inference-component"] == "qwen"


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        # no copy is in service, or too many ask
        (httpx.Response(400, json={"Message": "Inference Component qwen has no copies"}), UpstreamUnavailable),
        (httpx.Response(424, json={"OriginalStatusCode": 503, "Message": "loading"}), UpstreamUnavailable),
        (httpx.Response(424, json={"OriginalStatusCode": 400, "Message": "no images"}), RequestRefused),
        (httpx.Response(424, text="<html>"), UpstreamUnavailable),
        (httpx.Response(403, json={"Message": "not authorized"}), AccessDenied),
    ],
)
def test_sagemaker_statuses_are_mapped(answer: httpx.Response, error: type[Exception]) -> None:
    serve, _ = in_turn(answer)
    with pytest.raises(error):
        at_sagemaker(serve).read_frames([b"jpeg"])
