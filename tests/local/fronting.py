"""Origins of a front in its tests: an API that records requests, and a bucket with one clip."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from local.front.edge import METHODS
from local.front.server import FrontProcess
from tests.local.served import served
from tests.support.waiting import FAILED_SECONDS

CLIP = bytes(range(256)) * 40_000
KEPT = "public, max-age=60"
FOR_EVER = "public, max-age=3600, s-maxage=3600"
STAGES = count()


@dataclass
class Behind:
    """Both origins, and all that came to them."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Cache-Control": KEPT})
    asked: list[Request] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        """Return the requested paths without unescaping."""
        return [
            f"{one.method} {one.scope['raw_path'].decode()}" + (f"?{one.url.query}" if one.url.query else "")
            for one in self.asked
        ]

    def answer(self, request: Request, body: bytes) -> Response:
        self.asked.append(request)
        self.bodies.append(body)
        return Response(f"answer {len(self.asked)}", self.status, headers=self.headers)

    def object(self, request: Request) -> Response:
        """Answer like S3: whole, in part, or with an error."""
        self.asked.append(request)
        if request.path_params["key"] != "1/goal 1/clip.mp4":
            return Response("<Error>AccessDenied</Error>", 403)
        stored = {"Cache-Control": FOR_EVER, "Content-Type": "video/mp4", "ETag": '"e"', "x-amz-request-id": "1"}
        wished = re.fullmatch(r"bytes=(\d+)-(\d*)", request.headers.get("range", ""))
        if wished is None:
            return Response(CLIP, headers={**stored, "Accept-Ranges": "bytes"})
        first, last = int(wished[1]), int(wished[2] or len(CLIP) - 1)
        if first >= len(CLIP):
            return Response(status_code=416, headers={"Content-Range": f"bytes */{len(CLIP)}"})
        part = {**stored, "Content-Range": f"bytes {first}-{last}/{len(CLIP)}"}
        return Response(CLIP[first : last + 1], 206, headers=part)


@dataclass
class Fronted:
    """Front with its client and its origins."""

    process: FrontProcess
    ask: httpx.Client
    there: str = ""
    behind: Behind = field(default_factory=Behind)
    stage: str = ""

    def app(self) -> Starlette:
        async def answer(request: Request) -> Response:
            return self.behind.answer(request, await request.body())

        async def thing(request: Request) -> Response:
            return self.behind.object(request)

        bucket = Route("/bucket/{key:path}", thing, methods=["GET", "HEAD"])
        return Starlette(routes=[bucket, Route("/{path:path}", answer, methods=METHODS)])

    def begin(self) -> None:
        """Reset to the state before a deployment."""
        self.behind, self.stage = Behind(), f"/stage{next(STAGES)}"
        self.process.origins.unlink(missing_ok=True)

    def lead(self, **other: str) -> None:
        """Write the origins, as after a deployment."""
        addresses = {"api": f"{self.there}{self.stage}", "media": f"{self.there}/bucket", "uploads": self.there}
        self.process.set_origins({**addresses, **other})


@contextmanager
def fronted(folder: Path) -> Iterator[Fronted]:
    """The real process, and origins that stand for the API and the bucket."""
    process = FrontProcess(folder, folder / "origins.json")
    try:
        process.start()
        with httpx.Client(base_url=process.url, trust_env=False, timeout=FAILED_SECONDS) as ask:
            front = Fronted(process, ask)
            with served(front.app()) as front.there:
                yield front
    finally:
        process.stop()
