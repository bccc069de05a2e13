"""Errors as problem JSON (RFC 9457), with the parameter at fault."""

from collections.abc import Mapping
from dataclasses import asdict
from http import HTTPStatus
from json import dumps

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError, ServiceError
from aws_lambda_powertools.event_handler.openapi.exceptions import RequestValidationError

from footy.core.errors import (
    AccessDenied,
    FootyError,
    ImageUnknown,
    MalformedRequest,
    PermanentError,
    TokenRefused,
    UploadQuotaReached,
)
from footy.core.telemetry import count, logger
from footy.goals.page.schemas import InvalidParameter, Problem

PROBLEM = "application/problem+json"
NOT_STORED = "no-store"
BRIEF = "public, max-age=5"
# an upstream service is down: it may answer in a moment
RETRY_SECONDS = "5"


class GoneError(ServiceError):
    """Resource that was deleted, with the reason."""

    def __init__(self, why: str) -> None:
        super().__init__(HTTPStatus.GONE, why)


def problem(status: HTTPStatus, detail: str, faults: list[InvalidParameter] | None = None) -> Response[str]:
    """Return the problem response of a status; caches keep it for a few seconds at most."""
    body = Problem("about:blank", status.phrase, status.value, detail, faults or [])
    headers: Mapping[str, str] = {"Cache-Control": BRIEF if status is HTTPStatus.NOT_FOUND else NOT_STORED}
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        headers = {**headers, "Retry-After": RETRY_SECONDS}
    return Response(status.value, PROBLEM, dumps(asdict(body)), headers=dict(headers))


def answer_problems(app: APIGatewayHttpResolver) -> None:
    """Register a handler for every error, so that no answer contains a stack trace."""
    app.exception_handler(RequestValidationError)(_malformed)
    app.exception_handler(NotFoundError)(_not_found)
    app.exception_handler(ServiceError)(_refused)
    app.exception_handler(MalformedRequest)(_invalid_request)
    app.exception_handler(TokenRefused)(_token_refused)
    app.exception_handler(ImageUnknown)(_image_unknown)
    app.exception_handler(UploadQuotaReached)(_quota_reached)
    app.exception_handler(FootyError)(_failed)
    app.exception_handler(Exception)(_unexpected)


def _malformed(failure: RequestValidationError) -> Response[str]:
    faults = [InvalidParameter(_field(error["loc"]), str(error["msg"])) for error in failure.errors()]
    names = ", ".join(dict.fromkeys(fault.field for fault in faults))
    return problem(HTTPStatus.BAD_REQUEST, f"invalid: {names}", faults)


def _not_found(_failure: NotFoundError) -> Response[str]:
    return problem(HTTPStatus.NOT_FOUND, "not found")


def _refused(refusal: ServiceError) -> Response[str]:
    return problem(HTTPStatus(refusal.status_code), str(refusal.msg))


def _invalid_request(refusal: MalformedRequest) -> Response[str]:
    return problem(HTTPStatus.BAD_REQUEST, str(refusal))


def _token_refused(refusal: TokenRefused) -> Response[str]:
    return problem(HTTPStatus.UNAUTHORIZED, str(refusal))


def _image_unknown(refusal: ImageUnknown) -> Response[str]:
    """Return an uncached 404: the image may exist for another organisation at the same URL."""
    answer = problem(HTTPStatus.NOT_FOUND, str(refusal))
    answer.headers["Cache-Control"] = NOT_STORED
    return answer


def _quota_reached(refusal: UploadQuotaReached) -> Response[str]:
    answer = problem(HTTPStatus.TOO_MANY_REQUESTS, str(refusal))
    answer.headers["Retry-After"] = str(refusal.retry_after)
    return answer


def _failed(failure: FootyError) -> Response[str]:
    """Answer 502 or 503 and log the upstream's error."""
    logger.exception("request_failed", extra={"action": "request_failed", "error": type(failure).__name__})
    count("RequestsFailed")
    if isinstance(failure, AccessDenied):
        raise failure  # the container retries with renewed secrets
    if isinstance(failure, PermanentError):
        return problem(HTTPStatus.BAD_GATEWAY, "an upstream service refused the request")
    return problem(HTTPStatus.SERVICE_UNAVAILABLE, "an upstream service does not answer: try again")


def _unexpected(failure: Exception) -> Response[str]:
    logger.exception("request_failed", extra={"action": "request_failed", "error": type(failure).__name__})
    count("RequestsFailed")
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "internal error; it was logged")


def _field(loc: tuple[int | str, ...]) -> str:
    """Return the parameter at a location in the request."""
    return ".".join(str(part) for part in loc[1:]) or str(loc[0] if loc else "request")
