"""Takes answers apart, and reads them another way than the service does."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

Path = tuple[str | int, ...]


def paths(holder: Any, above: Path = ()) -> Iterator[Path]:
    """Yield the paths of all fields of a document."""
    inside = holder.items() if isinstance(holder, dict) else enumerate(holder) if isinstance(holder, list) else ()
    for name, held in inside:
        yield (*above, name)
        yield from paths(held, (*above, name))


def without(body: Any, path: Path) -> Any:
    """Return the same document without a field."""
    left = deepcopy(body)
    del at(left, path[:-1])[path[-1]]
    return left


def at(body: Any, path: Path) -> Any:
    for step in path:
        body = body[step]
    return body


def best_film(post: dict[str, Any]) -> tuple[str, float, str] | None:
    """Id, seconds and best file of a post's own video, by its plain fields."""
    for media in post["legacy"].get("extended_entities", {"media": []})["media"]:
        if media["type"] == "video":
            files = [file for file in media["video_info"]["variants"] if file["content_type"] == "video/mp4"]
            best = max(files, key=lambda file: int(file["bitrate"]))
            return post["rest_id"], media["video_info"]["duration_millis"] / 1000, best["url"]
    return None
