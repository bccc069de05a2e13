"""Media host: the files of posts, with byte ranges; a file is gone once its post is deleted."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from local.upstreams.context import UpstreamContext


def app(context: UpstreamContext) -> Starlette:
    """Return the service as an application."""
    files = context.replay.files()

    async def video(request: Request) -> Response:
        outage = context.outage("media")
        if outage:
            limited = outage.kind == "rate_limited"
            return PlainTextResponse("", 429 if limited else 503)
        post, rendering = files.get(request.url.path, (None, None))
        if post is None or rendering is None or not post.visible(context.now()):
            return PlainTextResponse("", 404)
        file = await context.renderer.file(request.url.path, rendering)
        return FileResponse(file, media_type="video/mp4", headers={"cache-control": "max-age=604800, must-revalidate"})

    return Starlette(routes=[Route("/ext_tw_video/{media:int}/pu/vid/avc1/{size}/{name}.mp4", video)])
