"""What all simulated services share: the match day, its clock, and where the others are."""

from dataclasses import dataclass, field
from datetime import datetime

from footy.core.clock import Clock
from local.footage.renderer import Studio
from local.replay.model import Replay
from local.replay.outages import Outage, Service
from local.replay.posts import Post, Rendering, bit_rate, media_path

API_KEY = "local-api-football-key"
BEARER_TOKEN = "local-x-bearer-token"  # noqa: S105 - what the simulated service accepts
SESSION_TOKEN = "local-x-session"  # noqa: S105 - as above


@dataclass(frozen=True, slots=True)
class World:
    """One replay, at the moment its clock shows."""

    replay: Replay
    clock: Clock
    studio: Studio
    media_origin: str
    api_key: str = field(default=API_KEY, repr=False)
    bearer_token: str = field(default=BEARER_TOKEN, repr=False)

    session_token: str = field(default=SESSION_TOKEN, repr=False)

    def now(self) -> datetime:
        return self.clock.now()

    def outage(self, service: Service) -> Outage | None:
        return self.replay.outage(service, self.now())

    def mp4s(self, post: Post) -> list[tuple[str, int]]:
        """Address and bit rate of a post's files, best first."""
        return [(self._address(post, file), bit_rate(file)) for file in post.renderings()]

    def playlist(self, post: Post) -> str:
        """The address of the streaming playlist, which is named but not played here."""
        return f"{self.media_origin}/ext_tw_video/{post.media_id}/pu/pl/{post.media_id[-12:]}.m3u8?tag=12"

    def _address(self, post: Post, file: Rendering) -> str:
        return f"{self.media_origin}{media_path(post, file)}?tag=12"
