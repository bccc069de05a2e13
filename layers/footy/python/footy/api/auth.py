"""Authentication: a session cookie for viewers, a bearer key for operators."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Annotated

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.exceptions import UnauthorizedError
from aws_lambda_powertools.event_handler.openapi.params import Body
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter
from aws_lambda_powertools.shared.cookies import Cookie, SameSite

from footy.api.credentials import LONGEST_PASSWORD
from footy.api.replies import problem_response
from footy.api.requests import container_of
from footy.core.errors import AccessDenied
from footy.core.telemetry import log_warning

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
COOKIE = "footy_viewer"
BEARER = "Bearer "
PUBLIC = ("/api/v1/health", "/api/v1/session", "/api/v1/clips/", "/api/v1/openapi.json", "/v/")
CLOSED = "sign in first: POST the password to /api/v1/session"
NO_CREDENTIALS = "no password or key is set yet: run `make keys`"


def require_viewer(
    app: APIGatewayHttpResolver, proceed: Callable[[APIGatewayHttpResolver], Response[str]]
) -> Response[str]:
    """Require a viewer's session unless the page is open or the path is public."""
    container, path = app.context["container"], app.current_event.path
    if not path.startswith(PUBLIC) and container.settings.page != "open":
        cookie = app.current_event.resolved_cookies_field.get(COOKIE) or ""
        session = cookie if isinstance(cookie, str) else ""
        with credentials_required():
            viewers = container.viewers
        if not viewers.admits(session, container.machine_clock.now()):
            raise UnauthorizedError(CLOSED)
    return proceed(app)


def require_operator(
    app: APIGatewayHttpResolver, proceed: Callable[[APIGatewayHttpResolver], Response[str]]
) -> Response[str]:
    """Require an operator's key, also when the page is open."""
    header = app.current_event.headers.get("authorization") or ""
    if not header.startswith(BEARER):
        raise UnauthorizedError("this needs an operator's key: Authorization: Bearer <key>")
    with credentials_required():
        operators = app.context["container"].operators
    name = operators.name_of(header.removeprefix(BEARER))
    if name is None:
        raise UnauthorizedError("this key is not valid")
    app.append_context(operator=name)  # type: ignore[no-untyped-call]
    return proceed(app)


@contextmanager
def credentials_required() -> Iterator[None]:
    """Answer 401 while the secret of the credentials is empty."""
    try:
        yield
    except AccessDenied as empty:
        log_warning("credentials_missing", reason=str(empty))
        raise UnauthorizedError(NO_CREDENTIALS) from empty


@router.post(
    "/api/v1/session",
    responses={
        HTTPStatus.NO_CONTENT.value: {"description": "signed in: the session is a cookie"},
        HTTPStatus.UNAUTHORIZED.value: problem_response(HTTPStatus.UNAUTHORIZED),
    },
    tags=["page"],
)
def sign_in(password: Annotated[str, Body(embed=True, min_length=1, max_length=LONGEST_PASSWORD)]) -> Response[str]:
    """Start a viewer's session."""
    container = container_of(router)
    with credentials_required():
        viewers = container.viewers
    session = viewers.session(password, container.machine_clock.now())
    if session is None:
        raise UnauthorizedError("wrong password")
    cookie = Cookie(
        COOKIE,
        session.value,
        path="/",
        max_age=session.seconds,
        same_site=SameSite.LAX_MODE,
        http_only=True,
        secure=not container.settings.page_url.startswith("http://"),
    )
    return Response(HTTPStatus.NO_CONTENT.value, body="", headers={"Cache-Control": "no-store"}, cookies=[cookie])
