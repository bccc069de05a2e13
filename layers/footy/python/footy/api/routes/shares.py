"""Clips by their share links: where the file lies, and a small page that plays it. Whoever has a link may look."""

from http import HTTPStatus

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.types import OpenAPIResponse
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.api.problems import GoneError
from footy.api.replies import HTML, MOMENT, Reply, problem_response, redirect_to
from footy.api.requests import container_of
from footy.goals.clips.sharing import Destination, RemovedClip, SharedClip, SupersededClip, fixture_shared
from footy.goals.page.share_page import clip_page, gone_page, gone_reason, shared_clip

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
MEDIA = "/media"
LEADS: dict[int, OpenAPIResponse] = {
    HTTPStatus.FOUND.value: {"description": "to the file, or to the clip that took its place"},
    HTTPStatus.NOT_FOUND.value: problem_response(HTTPStatus.NOT_FOUND),
    HTTPStatus.GONE.value: problem_response(HTTPStatus.GONE),
}


@router.get("/api/v1/clips/<share_id>", responses=LEADS, tags=["clips"])
def clip(share_id: str) -> Response[str]:
    """Leads to the clip's file: this address stays, that of the file changes with every better one."""
    found = _destination(share_id)
    if isinstance(found, SupersededClip):
        return redirect_to(f"/api/v1/clips/{found.share_id}")
    return redirect_to(f"{MEDIA}/{_shown(found).video['_s3_key']}")


@router.get("/api/v1/clips/<share_id>/poster", responses=LEADS, tags=["clips"])
def poster(share_id: str) -> Response[str]:
    """Leads to the picture that stands for the clip until it plays."""
    found = _destination(share_id)
    if isinstance(found, SupersededClip):
        return redirect_to(f"/api/v1/clips/{found.share_id}/poster")
    key = _shown(found).video.get("poster_key")
    if key is None:  # published before clips had posters
        raise NotFoundError
    return redirect_to(f"{MEDIA}/{key}")


@router.get("/v/<share_id>", responses={**LEADS, 200: {"description": "a page that plays the clip"}}, tags=["clips"])
def page(share_id: str) -> Response[str]:
    """The page of a shared clip, or one that says why there is none any more."""
    found = _destination(share_id)
    if isinstance(found, SupersededClip):
        return redirect_to(f"/v/{found.share_id}")
    if isinstance(found, RemovedClip):
        return _page(HTTPStatus.GONE, gone_page(gone_reason(found.why)))
    return _clip_page(found)


def _clip_page(found: SharedClip) -> Reply:
    container = container_of(router)
    fixture_id = fixture_shared(found.video["share_id"])
    fixture = container.matches.find(fixture_id) if fixture_id else None
    events = fixture.get("events", []) if fixture else []
    event = next((one for one in events if one["_event_id"] == found.event_id), None)
    if fixture is None or event is None:  # it moved between two looks: the next one finds it
        raise NotFoundError
    return _page(HTTPStatus.OK, clip_page(shared_clip(fixture, event, found.video), container.settings.page_url))


def _page(status: HTTPStatus, body: str) -> Reply:
    return Response(status.value, HTML, body, headers={"Cache-Control": MOMENT})


def _destination(share_id: str) -> Destination:
    found = container_of(router).shares.resolve(share_id)
    if found is None:
        raise NotFoundError
    return found


def _shown(found: Destination) -> SharedClip:
    if not isinstance(found, SharedClip):
        raise GoneError(gone_reason(found.why if isinstance(found, RemovedClip) else ""))
    return found
