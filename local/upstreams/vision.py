"""A vision model that answers from the replay's truth: for tests of all the rest, which need perfect eyes at once.

It looks at nothing but the mark that the renderer leaves in the corner of every frame, and says what the picture
with that mark shows. A picture without a readable mark is not football.
"""

from collections.abc import Mapping
from datetime import datetime

import cv2
import numpy as np
from starlette.applications import Starlette

from eyes.chat import NOTHING, Answer, Away, Chat, NotAQuestion
from footy.core.clock import Clock
from local.footage import mark
from local.replay.posts import Clip

MODEL = "replay-truth"


class Vision:
    """The model of one replay."""

    def __init__(self, clips: Mapping[int, Clip], clock: Clock) -> None:
        self._clips = clips
        self._clock = clock
        self._first_asked: dict[int, datetime] = {}

    def app(self) -> Starlette:
        """The service as an application."""
        return Chat(MODEL, self.look, list).app()

    def look(self, jpeg: bytes) -> Answer:
        """The six answers about one picture."""
        seen = _mark_in(jpeg)
        clip = self._clips.get(seen.clip) if seen else None
        if seen is None or clip is None:
            return Answer(soccer=False, screen=False)
        self._be_there_for(clip)
        if not clip.is_football:
            return Answer(soccer=False, screen=seen.filmed)
        graphics = clip.board.at(seen.second)
        if graphics is None:
            return Answer(soccer=True, screen=seen.filmed)
        return Answer(
            soccer=True,
            screen=seen.filmed,
            clock=graphics.clock or NOTHING,
            added=graphics.added or NOTHING,
            stoppage=graphics.stoppage or NOTHING,
            score=f"{clip.board.home} {graphics.score} {clip.board.away}",
        )

    def _be_there_for(self, clip: Clip) -> None:
        """Its absence counts from the first question, not from a moment: a slow machine asks late."""
        now = self._clock.now()
        if now < self._first_asked.setdefault(clip.number, now) + clip.model_away:
            raise Away("the model is away")


def _mark_in(jpeg: bytes) -> mark.Mark | None:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE) if jpeg else None
    if picture is None:
        raise NotAQuestion("an image could not be decoded")
    return mark.read(np.asarray(picture, np.uint8))
