"""Context of all simulated services: the replay, its clock, and the address of the media host."""

from dataclasses import dataclass, field
from datetime import datetime

from footy.core.clock import Clock
from local.footage.renderer import FootageRenderer
from local.replay.model import Replay
from local.replay.outages import Outage, Service
from local.replay.posts import Post, Rendering, bit_rate, media_path

API_KEY = "local-api-football-key"
BEARER_TOKEN = "local-x-bearer-token"  # noqa: S105 - what the simulated service accepts
SESSION_TOKEN = "local-x-session"  # noqa: S105 - as above


@dataclass(frozen=True, slots=True)
class UpstreamContext:
    """One replay at the time of its clock."""

    replay: Replay
    clock: Clock
    renderer: FootageRenderer
    media_origin: str
    api_key: str = field(default=API_KEY, repr=False)
    bearer_token: str = field(default=BEARER_TOKEN, repr=False)
    session_token: str = field(default=SESSION_TOKEN, repr=False)

    def now(self) -> datetime:
        return self.clock.now()

    def outage(self, service: Service) -> Outage | None:
        return self.replay.outage(service, self.now())

    def mp4s(self, post: Post) -> list[tuple[str, int]]:
        """Return address and bit rate of a post's files, best first."""
        return [(self._address(post, file), bit_rate(file)) for file in post.renderings()]

    def playlist(self, post: Post) -> str:
        """Return the address of the streaming playlist, which is not served."""
        return f"{self.media_origin}/ext_tw_video/{post.media_id}/pu/pl/{post.media_id[-12:]}.m3u8?tag=12"

    def _address(self, post: Post, file: Rendering) -> str:
        return f"{self.media_origin}{media_path(post, file)}?tag=12"
