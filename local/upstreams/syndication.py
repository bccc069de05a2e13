"""Simulated syndication service: one post in the format of embedded widgets."""

from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from local.replay.posts import Post
from local.upstreams.context import UpstreamContext


def app(context: UpstreamContext) -> Starlette:
    """Return the service as an application."""
    posts = {post.tweet_id: post for post in context.replay.posts()}

    async def tweet_result(request: Request) -> Response:
        post = posts.get(request.query_params.get("id", ""))
        if post is None or not request.query_params.get("token") or not post.visible(context.now()):
            return PlainTextResponse("", 404)
        return JSONResponse(_tweet(context, post))

    return Starlette(routes=[Route("/tweet-result", tweet_result)])


def _tweet(context: UpstreamContext, post: Post) -> dict[str, Any]:
    milliseconds = round(post.seconds * 1000)
    width, height = post.size
    mp4s = context.mp4s(post)
    files = [{"bitrate": rate, "content_type": "video/mp4", "url": url} for url, rate in mp4s]
    sources = [{"type": "video/mp4", "src": url} for url, _ in mp4s]
    return {
        "__typename": "Tweet",
        "lang": post.language,
        "created_at": f"{post.at:%Y-%m-%dT%H:%M:%S}.000Z",
        "id_str": post.tweet_id,
        "text": post.text,
        "user": {"id_str": post.author_id, "name": post.by, "screen_name": post.by},
        "mediaDetails": [
            {
                "expanded_url": f"{post.url}/video/1",
                "ext_media_availability": {"status": "Available"},
                "original_info": {"width": width, "height": height},
                "type": "video",
                "video_info": {
                    "aspect_ratio": [width, height],
                    "duration_millis": milliseconds,
                    "variants": [*files, {"content_type": "application/x-mpegURL", "url": context.playlist(post)}],
                },
            }
        ],
        "photos": [],
        "video": {
            "aspectRatio": [width, height],
            "contentType": "media_entity",
            "durationMs": milliseconds,
            "mediaAvailability": {"status": "available"},
            "variants": [*sources, {"type": "application/x-mpegURL", "src": context.playlist(post)}],
            "videoId": {"type": "tweet", "id": post.tweet_id},
        },
    }
