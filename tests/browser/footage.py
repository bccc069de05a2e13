"""Short clips that a browser plays, drawn on the spot, each of another size."""

from pathlib import Path

import av
import numpy as np
from PIL import Image

RATE = 12
SECONDS = 4


def draw(file: Path, width: int, height: int) -> None:
    """Draw a moving gradient as H.264 and its poster."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(file), "w", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("libx264", rate=RATE)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"preset": "ultrafast"}
        for number in range(RATE * SECONDS):
            for packet in stream.encode(av.VideoFrame.from_ndarray(_picture(width, height, number), format="rgb24")):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)
    Image.fromarray(_picture(width, height, RATE)).save(file.with_suffix(".jpg"))


def _picture(width: int, height: int, number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    across = (np.arange(width)[None, :] + 9 * number) % 256
    down = np.arange(height)[:, None] % 256
    picture = np.stack([across * np.ones_like(down) // 3, (across + down) % 256, down * np.ones_like(across) // 2], 2)
    return picture.astype(np.uint8)
