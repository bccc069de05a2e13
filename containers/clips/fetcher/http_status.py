"""HTTP statuses of media hosts as reasons, transient or final (D3)."""

import httpx

from footy.core.errors import ClipError
from footy.core.http.client import retry_after

REASONS = {
    401: "deleted",
    403: "geo_blocked",
    404: "deleted",
    408: "timed_out",
    410: "deleted",
    429: "rate_limited",
    451: "geo_blocked",
}
TRANSIENT = frozenset({408, 425, 429})


class TransientFailure(ClipError):
    """Transient failure; `after` is the server's Retry-After in seconds."""

    def __init__(self, reason: str, message: str = "", *, after: float = 0.0) -> None:
        super().__init__(reason, message)
        self.after = after


def check_status(response: httpx.Response) -> None:
    """Raise ClipError for every response but a complete, uncompressed one."""
    status, after = response.status_code, retry_after(response.headers, otherwise=0.0)
    detail = f"answered {status}"
    if status == httpx.codes.SERVICE_UNAVAILABLE and after:
        raise TransientFailure("rate_limited", detail, after=after)
    if status in TRANSIENT or response.is_server_error:
        raise TransientFailure(REASONS.get(status, "fetch_failed"), detail, after=after)
    if status != httpx.codes.OK:
        raise ClipError(REASONS.get(status, "fetch_failed"), detail)
    if response.headers.get("content-encoding", "identity") != "identity":
        raise ClipError("compressed", "compressed: its real size is unknown")
