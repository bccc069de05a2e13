"""Share links: redirects to a clip's file and poster, and a page that plays it."""

from http import HTTPStatus

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.types import OpenAPIResponse
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.api.problems import GoneError
from footy.api.replies import HTML, MOMENT, problem_response, redirect_to
from footy.api.requests import container_of
from footy.goals.clips.sharing import Destination, RemovedClip, SharedClip, SupersededClip, fixture_shared
from footy.goals.page.share_page import clip_page, gone_page, gone_reason, shared_clip

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
MEDIA = "/media"
LEADS: dict[int, OpenAPIResponse] = {
    HTTPStatus.FOUND.value: {"description": "to the file, or to the clip that replaced it"},
    HTTPStatus.NOT_FOUND.value: problem_response(HTTPStatus.NOT_FOUND),
    HTTPStatus.GONE.value: problem_response(HTTPStatus.GONE),
}


@router.get("/api/v1/clips/<share_id>", responses=LEADS, tags=["clips"])
def clip(share_id: str) -> Response[str]:
    """Redirect to the clip's current file."""
    destination = _destination(share_id)
    if isinstance(destination, SupersededClip):
        return redirect_to(f"/api/v1/clips/{destination.share_id}")
    return redirect_to(f"{MEDIA}/{_available(destination).video['_s3_key']}")


@router.get("/api/v1/clips/<share_id>/poster", responses=LEADS, tags=["clips"])
def poster(share_id: str) -> Response[str]:
    """Redirect to the clip's poster."""
    destination = _destination(share_id)
    if isinstance(destination, SupersededClip):
        return redirect_to(f"/api/v1/clips/{destination.share_id}/poster")
    key = _available(destination).video.get("poster_key")
    if key is None:  # published before clips had posters
        raise NotFoundError
    return redirect_to(f"{MEDIA}/{key}")


@router.get("/v/<share_id>", responses={**LEADS, 200: {"description": "a page that plays the clip"}}, tags=["clips"])
def page(share_id: str) -> Response[str]:
    """Return the page of a shared clip, or 410 with the reason."""
    destination = _destination(share_id)
    if isinstance(destination, SupersededClip):
        return redirect_to(f"/v/{destination.share_id}")
    if isinstance(destination, RemovedClip):
        return _page(HTTPStatus.GONE, gone_page(gone_reason(destination.why)))
    return _clip_page(destination)


def _clip_page(clip: SharedClip) -> Response[str]:
    container = container_of(router)
    fixture_id = fixture_shared(clip.video["share_id"])
    fixture = container.matches.find(fixture_id) if fixture_id else None
    events = fixture.get("events", []) if fixture else []
    event = next((one for one in events if one["_event_id"] == clip.event_id), None)
    if fixture is None or event is None:  # the fixture moved between two reads: the next request finds it
        raise NotFoundError
    return _page(HTTPStatus.OK, clip_page(shared_clip(fixture, event, clip.video), container.settings.page_url))


def _page(status: HTTPStatus, body: str) -> Response[str]:
    return Response(status.value, HTML, body, headers={"Cache-Control": MOMENT})


def _destination(share_id: str) -> Destination:
    destination = container_of(router).shares.resolve(share_id)
    if destination is None:
        raise NotFoundError
    return destination


def _available(destination: Destination) -> SharedClip:
    if not isinstance(destination, SharedClip):
        raise GoneError(gone_reason(destination.why if isinstance(destination, RemovedClip) else ""))
    return destination
