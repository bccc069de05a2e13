"""Fake S3 endpoint that accepts clips only bit by bit."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import boto3
from botocore.config import Config

from footy.goals.adapters.storage.work import Work
from tests.support.clip_worker import PATIENT_SECONDS, Place

BIT = 8 << 20
PIECE = 1 << 16
UNKNOWN = b"<Error><Code>NoSuchKey</Code><Message>nothing is kept here</Message></Error>"


class SlowBucket:
    """Films wait until they are let in; pictures and results are taken at once."""

    def __init__(self) -> None:
        self.putting = False
        self.taken = self.pictures = 0
        self._allowed = 0
        self._more = threading.Condition()

    def let(self, *, everything: bool = False) -> None:
        """Let further calls in."""
        with self._more:
            self._allowed += (1 << 40) if everything else BIT
            self._more.notify_all()

    def take(self, piece: int) -> None:
        """Comes back when there is room for it."""
        self.putting = True
        with self._more:
            self._more.wait_for(lambda: self.taken + piece <= self._allowed)
            self.taken += piece


@contextmanager
def holding(place: Place) -> Iterator[SlowBucket]:
    """In the place of the work bucket, for as long as the block lasts."""
    bucket = SlowBucket()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(bucket))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    patient = Config(read_timeout=PATIENT_SECONDS, retries={"total_max_attempts": 1}, s3={"addressing_style": "path"})
    s3 = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{server.server_port}", config=patient)
    place.container.work = Work(s3, "work")
    try:
        yield bucket
    finally:
        bucket.let(everything=True)
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(bucket: SlowBucket) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer(404, UNKNOWN)

        def do_PUT(self) -> None:
            remaining = int(self.headers["Content-Length"])
            while remaining:
                piece = min(remaining, PIECE)
                if self.path.endswith(".mp4"):
                    bucket.take(piece)
                remaining -= len(self.rfile.read(piece))
            self._answer(200)
            bucket.pictures += self.path.endswith(".jpg")

        def _answer(self, status: int, body: bytes = b"") -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    return Handler
