"""Clips that an operator took off the page: what is the same footage stays off it too."""

from collections.abc import Sequence
from typing import TypedDict

from footy.goals.model.documents import Hiding, Video


class Hidden(TypedDict, total=False):
    """That a clip is hidden, where it is."""

    hidden: Hiding


def hidden_among(group: Sequence[Video]) -> Hidden:
    """Of several clips that become one, whether any was hidden: the first word on it stands."""
    for video in group:
        if "hidden" in video:
            return {"hidden": video["hidden"]}
    return {}
