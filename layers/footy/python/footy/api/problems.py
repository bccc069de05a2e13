"""Answers that are none, as problem JSON (RFC 9457): what was wrong, and which parameter."""

from collections.abc import Mapping
from dataclasses import asdict
from http import HTTPStatus
from json import dumps

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError, ServiceError
from aws_lambda_powertools.event_handler.openapi.exceptions import RequestValidationError

from footy.core.errors import AccessDenied, FootyError, ImageUnknown, MalformedRequest, PermanentError, TokenRefused
from footy.core.telemetry import count, logger
from footy.goals.page.schemas import InvalidParameter, Problem

PROBLEM = "application/problem+json"
NOT_STORED = "no-store"
BRIEF = "public, max-age=5"
# the request came too late or early for a service behind us: that one may answer in a moment
RETRY_SECONDS = "5"


class GoneError(ServiceError):
    """What was here is not any more, and why."""

    def __init__(self, why: str) -> None:
        super().__init__(HTTPStatus.GONE, why)


def problem(status: HTTPStatus, detail: str, faults: list[InvalidParameter] | None = None) -> Response[str]:
    """The answer for a status; nobody stores it for longer than a few seconds."""
    told = Problem("about:blank", status.phrase, status.value, detail, faults or [])
    headers: Mapping[str, str] = {"Cache-Control": BRIEF if status is HTTPStatus.NOT_FOUND else NOT_STORED}
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        headers = {**headers, "Retry-After": RETRY_SECONDS}
    return Response(status.value, PROBLEM, dumps(asdict(told)), headers=dict(headers))


def answer_problems(app: APIGatewayHttpResolver) -> None:
    """Every failure has an answer, and none of them a stack trace."""
    app.exception_handler(RequestValidationError)(_malformed)
    app.exception_handler(NotFoundError)(_not_found)
    app.exception_handler(ServiceError)(_refused)
    app.exception_handler(MalformedRequest)(_senseless)
    app.exception_handler(TokenRefused)(_stranger)
    app.exception_handler(ImageUnknown)(_unknown)
    app.exception_handler(FootyError)(_failed)
    app.exception_handler(Exception)(_broken)


def _malformed(failure: RequestValidationError) -> Response[str]:
    faults = [InvalidParameter(_field(error["loc"]), str(error["msg"])) for error in failure.errors()]
    names = ", ".join(dict.fromkeys(fault.field for fault in faults))
    return problem(HTTPStatus.BAD_REQUEST, f"cannot be: {names}", faults)


def _not_found(_failure: NotFoundError) -> Response[str]:
    return problem(HTTPStatus.NOT_FOUND, "there is nothing of that name")


def _refused(refusal: ServiceError) -> Response[str]:
    return problem(HTTPStatus(refusal.status_code), str(refusal.msg))


def _senseless(refusal: MalformedRequest) -> Response[str]:
    return problem(HTTPStatus.BAD_REQUEST, str(refusal))


def _stranger(refusal: TokenRefused) -> Response[str]:
    return problem(HTTPStatus.UNAUTHORIZED, str(refusal))


def _unknown(refusal: ImageUnknown) -> Response[str]:
    """Nobody stores it at all: at the same address another organisation may have one."""
    told = problem(HTTPStatus.NOT_FOUND, str(refusal))
    told.headers["Cache-Control"] = NOT_STORED
    return told


def _failed(failure: FootyError) -> Response[str]:
    """A service behind this one: what it said is for the log."""
    logger.exception("request_failed", extra={"action": "request_failed", "error": type(failure).__name__})
    count("RequestsFailed")
    if isinstance(failure, AccessDenied):
        raise failure  # a secret may have been renewed: the world asks again with the new one
    if isinstance(failure, PermanentError):
        return problem(HTTPStatus.BAD_GATEWAY, "a service behind this one refused")
    return problem(HTTPStatus.SERVICE_UNAVAILABLE, "a service behind this one does not answer")


def _broken(failure: Exception) -> Response[str]:
    logger.exception("request_failed", extra={"action": "request_failed", "error": type(failure).__name__})
    count("RequestsFailed")
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "this should not have happened, and was written down")


def _field(loc: tuple[int | str, ...]) -> str:
    """The parameter that a place in the request means."""
    return ".".join(str(part) for part in loc[1:]) or str(loc[0] if loc else "request")
