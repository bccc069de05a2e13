"""Simulated vision model that is always right, for tests of everything else.

It reads only the mark that the renderer draws in the corner of every frame, and looks up what the picture with that
mark shows. A picture without a readable mark is not football.
"""

from collections.abc import Mapping
from datetime import datetime

import cv2
import numpy as np
from starlette.applications import Starlette

from eyes.chat import NOTHING, Answer, Chat, InvalidQuestion, VisionUnavailable
from footy.core.clock import Clock
from local.footage import mark
from local.replay.posts import ReplayClip

MODEL = "replay-truth"


class VisionServer:
    """Model of one replay."""

    def __init__(self, clips: Mapping[int, ReplayClip], clock: Clock) -> None:
        self._clips = clips
        self._clock = clock
        self._first_requests: dict[int, datetime] = {}

    def app(self) -> Starlette:
        """Return the service as an application."""
        return Chat(MODEL, self.look, list).app()

    def look(self, jpeg: bytes) -> Answer:
        """Return the six answers about one picture."""
        frame = _mark_in(jpeg)
        clip = self._clips.get(frame.clip) if frame else None
        if frame is None or clip is None:
            return Answer(soccer=False, screen=False)
        self._check_available(clip)
        if not clip.is_football:
            return Answer(soccer=False, screen=frame.filmed)
        texts = clip.graphic.at(frame.second)
        if texts is None:
            return Answer(soccer=True, screen=frame.filmed)
        return Answer(
            soccer=True,
            screen=frame.filmed,
            clock=texts.clock or NOTHING,
            added=texts.added or NOTHING,
            stoppage=texts.stoppage or NOTHING,
            score=f"{clip.graphic.home} {texts.score} {clip.graphic.away}",
        )

    def _check_available(self, clip: ReplayClip) -> None:
        """Raise an error for a time after the first request, whenever a slow machine makes it."""
        now = self._clock.now()
        if now < self._first_requests.setdefault(clip.number, now) + clip.model_away:
            raise VisionUnavailable("the model is away")


def _mark_in(jpeg: bytes) -> mark.FrameMark | None:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE) if jpeg else None
    if picture is None:
        raise InvalidQuestion("an image could not be decoded")
    return mark.read(np.asarray(picture, np.uint8))
