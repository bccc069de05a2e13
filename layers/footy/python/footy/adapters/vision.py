"""The vision model, asked five questions about each frame over an OpenAI-compatible chat."""

import base64
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

import httpx

from footy.adapters.vision_answers import FRAMES, read_answers, schema_for
from footy.clips.look import Look
from footy.errors import AccessDenied, MalformedAnswer, RateLimited, RequestRefused, UpstreamUnavailable
from footy.settings import Rules

TEMPERATURE = 0.1
PATIENCE_SECONDS = 5.0
TOKENS_PER_FRAME = 200
QUESTIONS = """SOCCER: is it a football (soccer) match on a pitch? yes or no.
SCREEN: is it a camera filming a television or another screen? yes or no.
CLOCK: the match clock of the broadcast exactly as written, with its period if shown, such as 67:23, 2H 05:10, 45+2, HT.
ADDED: the announced stoppage time exactly as written, such as +4.
STOPPAGE_CLOCK: the second, separate clock that runs in stoppage time, such as 02:36.
Write NONE for a text that is not there. Never guess a clock."""
ONE = "Look at this frame of a video and answer five questions."
SEVERAL = "Look at these {} frames of a video and answer five questions about each, in their order, as " + FRAMES + "."


class Vision(Protocol):
    """Looks at some JPEG frames of one clip, and answers in their order."""

    def look(self, jpegs: Sequence[bytes]) -> list[Look]: ...


class ChatVision:
    """A model behind `{url}/chat/completions`."""

    def __init__(self, client: httpx.Client, url: str, model: str, rules: Rules) -> None:
        self._client = client
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._model = model
        self._rules = rules

    def look(self, jpegs: Sequence[bytes]) -> list[Look]:
        """The looks at the frames, in their order; an answer is never made up."""
        at_once = max(1, self._rules.vision_images_per_request)
        groups = (jpegs[start : start + at_once] for start in range(0, len(jpegs), at_once))
        return [look for group in groups for look in self._look_together(group)]

    def _look_together(self, jpegs: Sequence[bytes]) -> list[Look]:
        """In one request, or one by one where the server or the model cannot take several."""
        if len(jpegs) > 1:
            with suppress(MalformedAnswer, RequestRefused):
                return self._ask(jpegs)
        return [look for jpeg in jpegs for look in self._look_patiently(jpeg)]

    def _look_patiently(self, jpeg: bytes) -> list[Look]:
        """Asks again when an answer cannot be used."""
        for _ in range(self._rules.vision_tries - 1):
            try:
                return self._ask([jpeg])
            except MalformedAnswer:
                continue
        return self._ask([jpeg])

    def _ask(self, jpegs: Sequence[bytes]) -> list[Look]:
        try:
            response = self._client.post(self._url, json=self._question(jpegs), timeout=self._rules.vision_seconds)
        except httpx.HTTPError as unreachable:
            raise UpstreamUnavailable(f"vision: {unreachable!r}") from unreachable
        _refuse(response)
        try:
            return read_answers(response.json()["choices"][0]["message"], len(jpegs))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as unusable:
            raise MalformedAnswer(f"vision: unusable answer {response.text[:200]!r}") from unusable

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
                "json_schema": {"name": "frames", "strict": True, "schema": schema_for(len(jpegs))},
            },
        }


def _picture(jpeg: bytes) -> dict[str, Any]:
    url = "data:image/jpeg;base64," + base64.b64encode(jpeg).decode()
    return {"type": "image_url", "image_url": {"url": url}}


def _refuse(response: httpx.Response) -> None:
    """Out of reach, shut and wrongly asked are three things, and none of them says what the frame shows."""
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        raise RateLimited("vision is busy", retry_after=PATIENCE_SECONDS)
    if response.is_server_error or response.status_code == httpx.codes.REQUEST_TIMEOUT:
        raise UpstreamUnavailable(f"vision: {response.status_code}")
    if response.status_code in {httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN}:
        raise AccessDenied(f"vision: {response.status_code}")
    if not response.is_success:
        raise RequestRefused(f"vision refused the question: {response.status_code} {response.text[:200]}")
