"""Parsing of a vision model's answers, however it wraps them."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from footy.goals.clips.reading.clock import ClockTexts
from footy.goals.clips.reading.vision_result import NOTHING, VisionResult

FRAMES = "FRAMES"
_YES_NO = {"type": "string", "enum": ["yes", "no"]}
_TEXTS = ("CLOCK", "ADDED", "STOPPAGE_CLOCK", "SCORE")
# schema limits that stop endless answers; OpenAI's API rejects some of them by name
LIMITS = ("maxLength", "minItems", "maxItems")


def _frame_schema(text: dict[str, Any]) -> dict[str, Any]:
    properties = {"SOCCER": _YES_NO, "SCREEN": _YES_NO, **dict.fromkeys(_TEXTS, text)}
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


SCHEMA = _frame_schema({"type": "string", "maxLength": 40})
_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(r"[{\[]")
# an answer about a frame has some 300 characters and one opening bracket
LONGEST_TEXT = 20_000
MOST_OPENINGS = 200


class _Answer(BaseModel):
    """Six answers about a frame; a missing or null score counts as none."""

    model_config = ConfigDict(str_strip_whitespace=True)
    soccer: bool = Field(alias="SOCCER")
    screen: bool = Field(alias="SCREEN")
    clock: str = Field(alias="CLOCK", max_length=200)
    added: str = Field(alias="ADDED", max_length=200)
    stoppage: str = Field(alias="STOPPAGE_CLOCK", max_length=200)
    score: str | None = Field(default=None, alias="SCORE", max_length=200)


_ANSWERS = TypeAdapter(list[_Answer])


def schema_for(frames: int, *, limited: bool = True) -> dict[str, Any]:
    """Return the answer schema: an object for one frame, an object with a list for several."""
    answer = SCHEMA if limited else _frame_schema({"type": "string"})
    if frames == 1:
        return answer
    answers = {"type": "array", "items": answer, **({"minItems": frames, "maxItems": frames} if limited else {})}
    return {"type": "object", "properties": {FRAMES: answers}, "required": [FRAMES], "additionalProperties": False}


def read_answers(content: object, frames: int) -> list[VisionResult]:
    """Return the vision results of the frames; raise ValueError for any other number.

    Models think aloud, repeat the question and add code fences, so the last fitting JSON value counts.
    """
    text = _THOUGHTS.sub("", _text(content))
    reasons = ["no JSON in it"]
    for value in reversed(list(_values(text[-LONGEST_TEXT:]))):
        try:
            answers = _ANSWERS.validate_python(_listed(value))
        except ValueError as unfit:
            reasons.append(str(unfit))
            continue
        if len(answers) == frames:
            return [_look(answer) for answer in answers]
        reasons.append(f"{len(answers)} answers about {frames} frames")
    raise ValueError(reasons[-1])


def _text(content: object) -> str:
    """Return a text, or the joined texts of a list of parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))


def _values(text: str) -> Iterator[object]:
    """Return every outermost JSON value that starts at one of the last opening brackets."""
    decoder, end = json.JSONDecoder(), 0
    for opening in [match.start() for match in _OPENING.finditer(text)][-MOST_OPENINGS:]:
        if opening < end:
            continue
        with suppress(ValueError, RecursionError):  # not JSON, or nested too deeply
            value, end = decoder.raw_decode(text, opening)
            yield value


def _listed(value: object) -> object:
    if isinstance(value, dict):
        return value.get(FRAMES, [value])
    return value


def _look(answer: _Answer) -> VisionResult:
    texts = ClockTexts(answer.clock, answer.added, answer.stoppage)
    return VisionResult(answer.soccer, answer.screen, texts, answer.score or NOTHING)
