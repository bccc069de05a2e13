"""Rendering of clips: cheap, and always the same pixels for the same rendering."""

import os
from collections.abc import Iterator
from pathlib import Path

import av
import cv2
import numpy as np

from local.footage import graphic, mark
from local.footage.canvas import FRAMES_PER_SECOND, Picture
from local.footage.effects import Effects
from local.footage.scenes import scene
from local.replay.posts import Rendering

QUALITY, POOR_QUALITY = 27, 33
"""Constant rate factors of x264, for a first upload and for a copy that was encoded again."""
BRIGHTER = 6


def render(rendering: Rendering, target: Path) -> None:
    """Write one clip as an mp4, in one step for readers of `target`."""
    draft = target.with_suffix(".draft.mp4")
    with av.open(str(draft), "w", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("libx264", rate=FRAMES_PER_SECOND)
        stream.width, stream.height, stream.pix_fmt = rendering.width, rendering.height, "yuv420p"
        quality = POOR_QUALITY if "reencoded" in rendering.variants else QUALITY
        stream.options = {"preset": "ultrafast", "crf": str(quality)}
        stream.codec_context.thread_count = 1
        stream.codec_context.gop_size = 2 * FRAMES_PER_SECOND
        for picture in frames(rendering):
            planes = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420), np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(planes, format="yuv420p")))
        container.mux(stream.encode())
    if "truncated" in rendering.variants:
        os.truncate(draft, draft.stat().st_size // 2)
    draft.replace(target)


def frames(rendering: Rendering) -> Iterator[Picture]:
    """Yield the frames of a rendering, before they are encoded."""
    clip = rendering.clip
    source, effects = scene(clip), Effects(rendering.variants)
    for n in range(int(rendering.seconds * FRAMES_PER_SECOND)):
        second = rendering.starts + n / FRAMES_PER_SECOND
        picture = source.frame(second)
        graphic.draw(picture, clip.graphic, second)
        picture = effects.apply(picture, second)
        if "reencoded" in rendering.variants:
            picture = np.asarray(cv2.convertScaleAbs(picture, beta=BRIGHTER), np.uint8)
        yield _marked(_sized(picture, rendering), rendering, second)


def _sized(picture: Picture, rendering: Rendering) -> Picture:
    if picture.shape[1::-1] == (rendering.width, rendering.height):
        return picture
    return np.asarray(cv2.resize(picture, (rendering.width, rendering.height), interpolation=cv2.INTER_AREA), np.uint8)


def _marked(picture: Picture, rendering: Rendering, second: float) -> Picture:
    """Draw the mark last, so that no effect changes it."""
    content = mark.FrameMark(rendering.clip.number, int(second), filmed="filmed" in rendering.variants)
    code = mark.blocks(content, rendering.width)
    rows, columns = code.shape
    picture[rendering.height - rows :, :columns] = code[..., None]
    return picture
