"""Answers one request of an organisation about its images: each route is a step of its own, behind one function."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, cast
from urllib.parse import unquote

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Query
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.api.application import answering
from footy.api.asking import plainly, world_of
from footy.api.guard import BEARER
from footy.api.replies import told
from footy.errors import TokenRefused
from footy.steps.list_images import list_images
from footy.steps.remove_image import remove_image
from footy.steps.retry_image import retry_image
from footy.steps.show_image import show_image
from footy.steps.upload_image import upload_image
from footy.world import World

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

Input: TypeAlias = dict[str, Any]
Output: TypeAlias = dict[str, Any]

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
LONGEST_NAME, LONGEST_CURSOR, LONGEST_TYPE = 200, 2000, 100
PRIVATE = "no-store"


def answer_organization(request: Input, world: World) -> Output:
    """Its token says which organisation asks, whether the page is open or not."""
    app = _application()
    app.append_context(world=world)  # type: ignore[no-untyped-call]
    return app.resolve(plainly(request), cast("LambdaContext", None))


@router.get("/api/v1/images")
def listed(cursor: Annotated[str | None, Query(max_length=LONGEST_CURSOR)] = None) -> Response[str]:
    """A page of its images, the newest first."""
    return _told(list_images({"token": _token(), "cursor": cursor}, world_of(router)))


@router.post("/api/v1/images")
def offered(
    name: Annotated[str, Body(embed=True, max_length=LONGEST_NAME)],
    content_type: Annotated[str, Body(embed=True, max_length=LONGEST_TYPE)],
) -> Response[str]:
    """Leave to upload one image, straight to the bucket."""
    return _told(upload_image({"token": _token(), "name": name, "content_type": content_type}, world_of(router)))


@router.get("/api/v1/images/<name>")
def shown(name: str) -> Response[str]:
    """One of its images."""
    return _told(show_image({"token": _token(), "name": unquote(name)}, world_of(router)))


@router.post("/api/v1/images/<name>/retry")
def retried(name: str) -> Response[str]:
    """One that could not be classified is tried again."""
    return _told(retry_image({"token": _token(), "name": unquote(name)}, world_of(router)))


@router.delete("/api/v1/images/<name>")
def removed(name: str) -> Response[str]:
    """One is deleted."""
    return _told(remove_image({"token": _token(), "name": unquote(name)}, world_of(router)))


@cache
def _application() -> APIGatewayHttpResolver:
    return answering((router,))


def _token() -> str:
    said = router.current_event.headers.get("authorization") or ""
    if not said.startswith(BEARER):
        raise TokenRefused("this needs an organisation's token: Authorization: Bearer <token>")
    return str(said.removeprefix(BEARER))


def _told(answer: Mapping[str, Any]) -> Response[str]:
    return told(dict(answer), keep=PRIVATE)
