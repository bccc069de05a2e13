"""Step: answer one request of an organisation about its images."""

from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, cast
from urllib.parse import quote, unquote

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Query
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.api.application import application_of
from footy.api.auth import BEARER
from footy.api.container import ApiContainer
from footy.api.replies import json_reply, responses_for
from footy.api.requests import container_of, normalized
from footy.core.errors import TokenRefused
from footy.images.model import ImageLine
from footy.images.steps.list_images import ImagePage, list_images
from footy.images.steps.remove_image import Removal, remove_image
from footy.images.steps.retry_image import retry_image
from footy.images.steps.show_image import show_image
from footy.images.steps.upload_image import Input as Offer
from footy.images.steps.upload_image import UploadForm, upload_image

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

Input: TypeAlias = dict[str, Any]
Output: TypeAlias = dict[str, Any]

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
LONGEST_NAME, LONGEST_CURSOR, LONGEST_TYPE = 200, 2000, 100
PRIVATE = "no-store"
ONE, RETRY = "/api/v1/images/", "/retry"


@cache
def for_organizations() -> APIGatewayHttpResolver:
    """Create the application once per process."""
    return application_of((router,))


def answer_organization(request: Input, container: ApiContainer) -> Output:
    """Answer for the organisation of the token."""
    app = for_organizations()
    app.append_context(container=container)  # type: ignore[no-untyped-call]
    return app.resolve(_with_one_name(normalized(request)), cast("LambdaContext", None))


def _with_one_name(request: Input) -> Input:
    """Escape the name again: API Gateway decodes the path, slashes of a name included."""
    path, method = str(request["rawPath"]), request["requestContext"]["http"]["method"]
    if not path.startswith(ONE):
        return request
    act = RETRY if method == "POST" and path.endswith(RETRY) else ""
    name = quote(path.removeprefix(ONE).removesuffix(act), safe="%")
    return {**request, "rawPath": f"{ONE}{name}{act}"}


@router.get("/api/v1/images", responses=responses_for(ImagePage), tags=["images"])
def list_page(cursor: Annotated[str | None, Query(max_length=LONGEST_CURSOR)] = None) -> Response[str]:
    """List a page of images, newest first."""
    return json_reply(list_images({"token": _token(), "cursor": cursor}, container_of(router)), keep=PRIVATE)


@router.post("/api/v1/images", responses=responses_for(UploadForm, HTTPStatus.TOO_MANY_REQUESTS), tags=["images"])
def offered(
    name: Annotated[str, Body(embed=True, max_length=LONGEST_NAME)],
    content_type: Annotated[str, Body(embed=True, max_length=LONGEST_TYPE)],
) -> Response[str]:
    """Return a ticket to upload one image to the bucket."""
    offer: Offer = {"token": _token(), "name": name, "content_type": content_type}
    return json_reply(upload_image(offer, container_of(router)), keep=PRIVATE)


@router.get("/api/v1/images/<name>", responses=responses_for(ImageLine, HTTPStatus.NOT_FOUND), tags=["images"])
def one_image(name: str) -> Response[str]:
    """Return one image."""
    return json_reply(show_image({"token": _token(), "name": unquote(name)}, container_of(router)), keep=PRIVATE)


@router.post("/api/v1/images/<name>/retry", responses=responses_for(ImageLine, HTTPStatus.NOT_FOUND), tags=["images"])
def retried(name: str) -> Response[str]:
    """Retry an image that failed."""
    return json_reply(retry_image({"token": _token(), "name": unquote(name)}, container_of(router)), keep=PRIVATE)


@router.delete("/api/v1/images/<name>", responses=responses_for(Removal, HTTPStatus.NOT_FOUND), tags=["images"])
def removed(name: str) -> Response[str]:
    """Delete an image."""
    return json_reply(remove_image({"token": _token(), "name": unquote(name)}, container_of(router)), keep=PRIVATE)


def _token() -> str:
    header = router.current_event.headers.get("authorization") or ""
    if not header.startswith(BEARER):
        raise TokenRefused("this needs an organisation's token: Authorization: Bearer <token>")
    return str(header.removeprefix(BEARER))
