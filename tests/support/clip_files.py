"""Clip files and sites that the tests of the worker fetch from."""

import http.server
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import numpy.typing as npt

from footy.goals.model.clips import ChosenPost

Picture = npt.NDArray[np.uint8]


def scenery(seed: int, width: int, height: int) -> Picture:
    """Draw a picture with broad shapes and texture, like a stadium, from a seed."""
    random = np.random.default_rng(seed)
    shapes = cv2.resize(random.integers(0, 255, (9, 16, 3), np.uint8), (width, height), interpolation=cv2.INTER_CUBIC)
    texture = random.integers(0, 24, (height, width, 1), np.uint8)
    return np.asarray(np.minimum(shapes.astype(np.uint16) + texture, 255), dtype=np.uint8)


def panning(seed: int, width: int, height: int, count: int) -> Iterator[Picture]:
    """Draw frames of a camera that moves over one picture."""
    complete_pictures = scenery(seed, width * 2, height)
    for n in range(count):
        offset = n * width // max(count, 1)
        yield np.ascontiguousarray(complete_pictures[:, offset : offset + width])


def encode(
    file: Path,
    pictures: Iterator[Picture],
    *,
    size: tuple[int, int] = (320, 180),
    fps: int = 8,
    rotation: int = 0,
    preset: str = "ultrafast",
    pixel: Fraction = Fraction(1),
    times: Sequence[float] | None = None,
) -> Path:
    """Encode pictures as an mp4, evenly spread or each from a given second on."""
    with av.open(str(file), "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=fps, options={"preset": preset, "crf": "20"})
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        stream.codec_context.sample_aspect_ratio = pixel
        stream.codec_context.time_base = Fraction(1, 1000) if times else Fraction(1, fps)
        if rotation:
            stream.set_display_rotation(rotation)
        for n, picture in enumerate(pictures):
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts, frame.time_base = round(times[n] * 1000) if times else n, stream.codec_context.time_base
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return file


def clip(
    file: Path,
    *,
    seed: int = 1,
    seconds: float = 4.0,
    size: tuple[int, int] = (320, 180),
    fps: int = 8,
    **encoding: Any,
) -> Path:
    """Encode an mp4 of a panning camera."""
    pictures = panning(seed, *size, count=round(seconds * fps))
    return encode(file, pictures, size=size, fps=fps, **encoding)


@dataclass(frozen=True, slots=True)
class Answer:
    """Response of the site at a path."""

    body: bytes = b""
    status: int = 200
    kind: str = "video/mp4"
    headers: dict[str, str] = field(default_factory=dict)
    sized: bool = True


@dataclass
class Site:
    """A server on this machine; `answers` may change while it runs, `anywhere` answers other paths."""

    port: int
    answers: dict[str, Answer | list[Answer]] = field(default_factory=dict)
    anywhere: Answer = field(default_factory=lambda: Answer(status=404))
    requests: list[str] = field(default_factory=list)
    # answers wait until it is open, as it mostly is
    gate: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.gate.set()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def url(self, path: str) -> str:
        return f"{self.origin}{path}"

    def answer(self, path: str) -> Answer:
        self.requests.append(path)
        self.gate.wait()
        scripted = self.answers.get(path, self.anywhere)
        return scripted.pop(0) if isinstance(scripted, list) else scripted


@contextmanager
def serving() -> Iterator[Site]:
    """Serve a site within the block."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    site = Site(server.server_address[1])
    server.RequestHandlerClass = _handler(site.answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield site
    server.shutdown()
    server.server_close()
    thread.join()


def _handler(answer: Callable[[str], Answer]) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reply = answer(self.path)
            self.send_response(reply.status)
            for name, text in {"Content-Type": reply.kind, **reply.headers}.items():
                self.send_header(name, text)
            if reply.sized:
                self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, *_: object) -> None:
            return

    return Handler


def chosen_post(video_url: str | None, tweet_id: str = "1", duration: float | None = None) -> ChosenPost:
    """Build a post that a search chose."""
    address = f"https://x.com/i/status/{tweet_id}"
    return {"url": address, "tweet_id": tweet_id, "attempt": 1, "video_url": video_url, "duration": duration}
