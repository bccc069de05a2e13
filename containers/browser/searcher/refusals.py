"""X's refusals: HTTP statuses, and errors in a body with status 200."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from footy.core.errors import AccessDenied, FootyError, RateLimited, RequestRefused, SessionExpired, UpstreamUnavailable
from footy.core.http.lenient import LenientModel, ReadableItems
from searcher.timeline import has_timeline

WINDOW_SECONDS = 15 * 60
DEFAULT_WAIT_SECONDS = 60.0
LONGEST_NUMBER = 12
RATE_LIMITED = 88
CODES: Mapping[int, type[FootyError]] = {
    **dict.fromkeys((32, 89, 215, 239, 353), SessionExpired),
    **dict.fromkeys((64, 141, 179, 220, 326, 366), AccessDenied),
    **dict.fromkeys((29, 130, 131), UpstreamUnavailable),
    214: RequestRefused,
}
KINDS: Mapping[str, type[FootyError]] = {"Validation": RequestRefused, "Permissions": AccessDenied}
STATUSES: Mapping[int, type[FootyError]] = {
    400: RequestRefused,
    401: SessionExpired,
    403: AccessDenied,
    422: RequestRefused,
}
TOO_MANY = 429


class _Error(LenientModel):
    code: int = 0
    kind: str = ""
    message: str = ""


class _Errors(LenientModel):
    errors: ReadableItems[_Error]


def refusal(status: int, headers: Mapping[str, str], body: Any, now: float) -> FootyError | None:
    """Return the error of an answer; None for one that can be read."""
    errors = _errors(body)
    worst = next((error for error in errors if error.code in CODES or error.code == RATE_LIMITED), None)
    if status == TOO_MANY or (worst and worst.code == RATE_LIMITED):
        wait = seconds_until_reset(headers, now)
        return RateLimited(f"X is rate limiting, retry after {wait:.0f} s", retry_after=wait)
    if worst and not has_timeline(body):
        return CODES[worst.code](f"X answered {status}: {worst.code} {worst.message[:200]}")
    if status == 200:  # noqa: PLR2004 - the only success
        return _of_kind(errors[0]) if errors and not has_timeline(body) else None
    return STATUSES.get(status, UpstreamUnavailable)(f"X answered {status}")


def seconds_until_reset(headers: Mapping[str, str], now: float) -> float:
    """Return the wait by X's header, limited to its usual window."""
    reset = headers.get("x-rate-limit-reset", "")[:LONGEST_NUMBER]
    seconds = float(reset) - now if reset.isascii() and reset.isdigit() else DEFAULT_WAIT_SECONDS
    return min(max(seconds, 1.0), float(WINDOW_SECONDS))


def _of_kind(error: _Error) -> FootyError:
    return KINDS.get(error.kind, UpstreamUnavailable)(f"X answered an error: {error.message[:200]}")


def _errors(body: Any) -> tuple[_Error, ...]:
    try:
        return _Errors.model_validate(body).errors
    except ValidationError:
        return ()
