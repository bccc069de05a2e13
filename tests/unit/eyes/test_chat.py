"""The chat that questions about pictures are asked in."""

import base64
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import httpx
import pytest

from eyes.chat import MOST_BYTES, Answer, Chat, InvalidQuestion
from tests.local.upstreams import ask

SURE = {"SOCCER": 0.9}


def look(jpeg: bytes) -> Answer:
    """Reads the clock that is written in the bytes."""
    if jpeg == b"broken":
        raise InvalidQuestion("an image could not be decoded")
    return Answer(soccer=True, screen=False, clock=jpeg.decode(), confidence=SURE)


def chat(*pictures: bytes, path: str = "/v1/chat/completions", **changes: Any) -> httpx.Response:
    urls = [f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}" for picture in pictures]
    images = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
    content = [{"type": "text", "text": "Look at this frame."}, *images]
    question = {"model": "a-model", "messages": [{"role": "user", "content": content}], **changes}
    return ask(Chat("eyes", look, list).app(), "POST", path, json=question)


def content(response: httpx.Response) -> Any:
    return json.loads(response.json()["choices"][0]["message"]["content"])


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/chat/completions"])
def test_one_picture_is_answered_by_one_object(path: str) -> None:
    response = chat(b"67:23", path=path)
    assert content(response) == Answer(soccer=True, screen=False, clock="67:23").as_json()
    body = response.json()
    assert (body["object"], body["model"], body["choices"][0]["finish_reason"]) == (
        "chat.completion",
        "a-model",
        "stop",
    )


def test_several_pictures_are_answered_in_their_order() -> None:
    response = chat(b"67:23", b"67:31")
    assert [answer["CLOCK"] for answer in content(response)["FRAMES"]] == ["67:23", "67:31"]


def test_the_answers_to_one_question_are_put_together() -> None:
    def agree(answers: Sequence[Answer]) -> list[Answer]:
        return [replace(answer, screen=True) for answer in answers]

    app = Chat("eyes", look, agree).app()
    url = "data:image/png;base64," + base64.b64encode(b"a").decode()
    parts = [{"type": "image_url", "image_url": {"url": url}}] * 2
    answer = ask(app, "POST", "/v1/chat/completions", json={"messages": [{"role": "user", "content": parts}]})
    assert [frame["SCREEN"] for frame in content(answer)["FRAMES"]] == ["yes", "yes"]


def test_confidence_stands_beside_the_content_and_not_in_it() -> None:
    response = chat(b"67:23")
    assert response.json()["confidence"] == [SURE]
    assert "confidence" not in content(response)


def question_with(url: object) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]}


@pytest.mark.parametrize(
    "question",
    [
        {"messages": []},
        {"messages": "look"},
        {"messages": [None]},
        {"messages": [{"role": "user", "content": "look"}]},
        {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": None}]}]},
        question_with("https://x.com/a.jpg"),
        question_with("file:///etc/passwd"),
        question_with("data:image/jpeg;base64,?"),
        question_with("data:image/jpeg;base64," + base64.b64encode(b"broken").decode()),
    ],
)
def test_what_is_no_question_is_refused(question: dict[str, Any]) -> None:
    response = chat(**question)
    assert response.status_code == 400
    assert response.json()["error"]["type"] == "invalid_request_error"


def test_a_question_may_not_be_endless() -> None:
    body = b" " * (MOST_BYTES + 1)
    assert ask(Chat("eyes", look, list).app(), "POST", "/v1/chat/completions", content=body).status_code == 400


def test_it_tells_its_health_and_its_models() -> None:
    app = Chat("eyes", look, list).app()
    assert ask(app, "GET", "/health").json() == {"status": "ok"}
    assert ask(app, "GET", "/v1/models").json()["data"][0]["id"] == "eyes"
