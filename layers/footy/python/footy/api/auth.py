"""Who may ask what: the page is for those who signed in, links for whoever has them, actions for operators only."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.exceptions import UnauthorizedError
from aws_lambda_powertools.event_handler.openapi.params import Body
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter
from aws_lambda_powertools.shared.cookies import Cookie, SameSite

from footy.api.container import ApiContainer
from footy.api.credentials import LONGEST_PASSWORD, Credentials
from footy.api.replies import Reply, problem_response
from footy.api.requests import container_of
from footy.core.errors import AccessDenied
from footy.core.telemetry import log_warning

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
COOKIE = "footy_viewer"
BEARER = "Bearer "
FREE = ("/api/v1/health", "/api/v1/session", "/api/v1/clips/", "/api/v1/openapi.json", "/v/")
CLOSED = "sign in first: the page is not open to everybody"
NOBODY_YET = "nobody has a password or a key yet: whoever runs this page sets them with `make keys`"


def require_viewer(app: APIGatewayHttpResolver, proceed: Callable[[APIGatewayHttpResolver], Reply]) -> Reply:
    """Lets through whoever has a session, where the page is not open to all."""
    container, path = app.context["container"], app.current_event.path
    if not path.startswith(FREE) and container.settings.page != "open":
        session = app.current_event.resolved_cookies_field.get(COOKIE) or ""
        given = session if isinstance(session, str) else ""
        if not credentials_of(container).admits(given, container.machine_clock.now()):
            raise UnauthorizedError(CLOSED)
    return proceed(app)


def require_operator(app: APIGatewayHttpResolver, proceed: Callable[[APIGatewayHttpResolver], Reply]) -> Reply:
    """Lets through whoever has an operator's key, and knows by it who that is; the page being open changes nothing."""
    said = app.current_event.headers.get("authorization") or ""
    if not said.startswith(BEARER):
        raise UnauthorizedError("this needs an operator's key: Authorization: Bearer <key>")
    name = credentials_of(app.context["container"]).operator(said.removeprefix(BEARER))
    if name is None:
        raise UnauthorizedError("that key does not fit")
    app.append_context(operator=name)  # type: ignore[no-untyped-call]
    return proceed(app)


def credentials_of(container: ApiContainer) -> Credentials:
    """Who may look and act; as long as the secret is empty that is nobody, and no fault of a service."""
    try:
        return container.credentials
    except AccessDenied as empty:
        log_warning("nobody_may_look", reason=str(empty))
        raise UnauthorizedError(NOBODY_YET) from empty


@router.post(
    "/api/v1/session",
    responses={
        HTTPStatus.NO_CONTENT.value: {"description": "signed in: the session is a cookie"},
        HTTPStatus.UNAUTHORIZED.value: problem_response(HTTPStatus.UNAUTHORIZED),
    },
    tags=["page"],
)
def sign_in(password: Annotated[str, Body(embed=True, min_length=1, max_length=LONGEST_PASSWORD)]) -> Response[str]:
    """Gives a session to who knows the viewers' password."""
    container = container_of(router)
    session = credentials_of(container).session(password, container.machine_clock.now())
    if session is None:
        raise UnauthorizedError("that is not the password")
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
