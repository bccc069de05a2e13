"""The media host: the files of posts, with byte ranges; gone once their post is deleted."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from local.upstreams.world import World


def app(world: World) -> Starlette:
    """The service as an application."""
    files = world.replay.files()

    async def video(request: Request) -> Response:
        outage = world.outage("media")
        if outage:
            limited = outage.kind == "rate_limited"
            return PlainTextResponse("", 429 if limited else 503)
        post, rendering = files.get(request.url.path, (None, None))
        if post is None or rendering is None or not post.visible(world.now()):
            return PlainTextResponse("", 404)
        file = await world.studio.file(request.url.path, rendering)
        return FileResponse(file, media_type="video/mp4", headers={"cache-control": "max-age=604800, must-revalidate"})

    return Starlette(routes=[Route("/ext_tw_video/{media:int}/pu/vid/avc1/{size}/{name}.mp4", video)])
