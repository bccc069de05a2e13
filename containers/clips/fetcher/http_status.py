"""What the status of an answer means for a clip, and whether patience may help."""

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
MAY_PASS = frozenset({408, 425, 429})


class Passing(ClipError):
    """A failure that may pass by itself, `after` so many seconds where the server said so."""

    def __init__(self, reason: str, message: str = "", *, after: float = 0.0) -> None:
        super().__init__(reason, message)
        self.after = after


def check_status(response: httpx.Response) -> None:
    """Refuses every answer but a whole, plain one."""
    status, after = response.status_code, retry_after(response.headers, otherwise=0.0)
    said = f"answered {status}"
    if status == httpx.codes.SERVICE_UNAVAILABLE and after:
        raise Passing("rate_limited", said, after=after)
    if status in MAY_PASS or response.is_server_error:
        raise Passing(REASONS.get(status, "fetch_failed"), said, after=after)
    if status != httpx.codes.OK:
        raise ClipError(REASONS.get(status, "fetch_failed"), said)
    if response.headers.get("content-encoding", "identity") != "identity":
        raise ClipError("compressed", "packed, and nobody knows how large it is inside")
