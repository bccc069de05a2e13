"""The vision model, asked five questions about a frame over an OpenAI-compatible chat."""

import base64
from typing import Any

import httpx
from pydantic import BaseModel, ConfigDict, Field

from footy.clips.clock import ClockTexts
from footy.clips.look import Look
from footy.errors import MalformedAnswer, RateLimited, UpstreamUnavailable
from footy.settings import Rules

TEMPERATURE = 0.1
PATIENCE_SECONDS = 5.0
QUESTIONS = """Look at this frame of a video and answer five questions.
SOCCER: is it a football (soccer) match on a pitch? yes or no.
SCREEN: is it a camera filming a television or another screen? yes or no.
CLOCK: the match clock of the broadcast exactly as written, with its period if shown, such as 67:23, 2H 05:10, 45+2, HT.
ADDED: the announced stoppage time exactly as written, such as +4.
STOPPAGE_CLOCK: the second, separate clock that runs in stoppage time, such as 02:36.
Write NONE for a text that is not there. Never guess a clock."""

_YES_NO = {"type": "string", "enum": ["yes", "no"]}
_TEXT = {"type": "string", "maxLength": 40}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"SOCCER": _YES_NO, "SCREEN": _YES_NO, "CLOCK": _TEXT, "ADDED": _TEXT, "STOPPAGE_CLOCK": _TEXT},
    "required": ["SOCCER", "SCREEN", "CLOCK", "ADDED", "STOPPAGE_CLOCK"],
    "additionalProperties": False,
}


class _Answer(BaseModel):
    """The five answers, as the schema asks for them."""

    model_config = ConfigDict(str_strip_whitespace=True)
    soccer: bool = Field(alias="SOCCER")
    screen: bool = Field(alias="SCREEN")
    clock: str = Field(alias="CLOCK", max_length=200)
    added: str = Field(alias="ADDED", max_length=200)
    stoppage: str = Field(alias="STOPPAGE_CLOCK", max_length=200)


class ChatVision:
    """A model behind `{url}/chat/completions`."""

    def __init__(self, client: httpx.Client, url: str, model: str, rules: Rules) -> None:
        self._client = client
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._model = model
        self._rules = rules

    def look(self, jpeg: bytes) -> Look:
        """Asks again when an answer cannot be used; an answer is never made up."""
        for _ in range(self._rules.vision_tries - 1):
            try:
                return self._ask(jpeg)
            except MalformedAnswer:
                continue
        return self._ask(jpeg)

    def _ask(self, jpeg: bytes) -> Look:
        try:
            response = self._client.post(self._url, json=self._question(jpeg), timeout=self._rules.vision_seconds)
        except httpx.HTTPError as unreachable:
            raise UpstreamUnavailable(f"vision: {unreachable!r}") from unreachable
        if response.status_code == httpx.codes.TOO_MANY_REQUESTS:
            raise RateLimited("vision is busy", retry_after=PATIENCE_SECONDS)
        if response.is_server_error:
            raise UpstreamUnavailable(f"vision: {response.status_code}")
        if response.is_error:
            raise MalformedAnswer(f"vision refused the question: {response.status_code} {response.text[:200]}")
        return _read(response)

    def _question(self, jpeg: bytes) -> dict[str, Any]:
        picture = "data:image/jpeg;base64," + base64.b64encode(jpeg).decode()
        content = [{"type": "text", "text": QUESTIONS}, {"type": "image_url", "image_url": {"url": picture}}]
        return {
            "model": self._model,
            "temperature": TEMPERATURE,
            "max_tokens": 200,
            "messages": [{"role": "user", "content": content}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "frame", "strict": True, "schema": SCHEMA},
            },
        }


def _read(response: httpx.Response) -> Look:
    try:
        answer = _Answer.model_validate_json(response.json()["choices"][0]["message"]["content"])
    except (ValueError, LookupError, TypeError) as unusable:
        raise MalformedAnswer(f"vision: unusable answer {response.text[:200]!r}") from unusable
    return Look(answer.soccer, answer.screen, ClockTexts(answer.clock, answer.added, answer.stoppage))
