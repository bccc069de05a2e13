"""An image as its organisation sees it, with links that only it is given; and where a page of images begins."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime

from footy.core.errors import MalformedRequest
from footy.images.adapters.thumbnails import Thumbnails
from footy.images.adapters.uploads import Uploaded
from footy.images.model import ImageDocument, ImageLine, Label

Mark = tuple[datetime, str]


def line_of(image: ImageDocument, uploaded: Uploaded, thumbnails: Thumbnails) -> ImageLine:
    """What is told of an image."""
    look = image["look"]
    return ImageLine(
        name=image["name"],
        status=image["status"],
        label=image["classificationLabel"],
        score=image["classificationScore"],
        top=[Label(**guess) for guess in image["classificationTop"]],
        model=image["model"]["name"] if image["model"] else None,
        error=image["error"],
        width=look["width"] if look else None,
        height=look["height"] if look else None,
        uploaded_at=image["uploadedAt"],
        updated_at=image["updatedAt"],
        completed_at=image["completedAt"],
        thumbnail=thumbnails.link(look["thumbnail"]) if look else None,
        original=uploaded.link(image["_id"], image["versionId"]),
    )


def cursor_after(image: ImageDocument) -> str:
    """Where the page behind this image begins, as a text for an address."""
    return urlsafe_b64encode(json.dumps([image["uploadedAt"].isoformat(), image["name"]]).encode()).decode()


def read_cursor(cursor: str) -> Mark:
    """The moment and the name that a page begins after."""
    try:
        moment, name = json.loads(urlsafe_b64decode(cursor))
        begins = datetime.fromisoformat(moment)
    except (ValueError, TypeError) as odd:
        raise MalformedRequest("this is no cursor of ours") from odd
    if begins.tzinfo is None or not isinstance(name, str):
        raise MalformedRequest("this is no cursor of ours")
    return begins, name
