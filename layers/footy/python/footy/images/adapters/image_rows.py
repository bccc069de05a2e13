"""Images as their organisation sees them, with presigned links, and page cursors."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime

from footy.core.errors import MalformedRequest
from footy.images.adapters.thumbnails import Thumbnails
from footy.images.adapters.uploads import UploadsBucket
from footy.images.model import ImageDocument, ImageLine, Label

PageStart = tuple[datetime, str]


def image_line(image: ImageDocument, uploads: UploadsBucket, thumbnails: Thumbnails) -> ImageLine:
    """Return an image as its organisation sees it."""
    info = image["look"]
    return ImageLine(
        name=image["name"],
        status=image["status"],
        label=image["classificationLabel"],
        score=image["classificationScore"],
        top=[Label(**guess) for guess in image["classificationTop"]],
        model=image["model"]["name"] if image["model"] else None,
        error=image["error"],
        width=info["width"] if info else None,
        height=info["height"] if info else None,
        uploaded_at=image["uploadedAt"],
        updated_at=image["updatedAt"],
        completed_at=image["completedAt"],
        thumbnail=thumbnails.link(info["thumbnail"]) if info else None,
        original=uploads.link(image["_id"], image["versionId"]),
    )


def cursor_after(image: ImageDocument) -> str:
    """Return the cursor of the page after this image, as text for a URL."""
    return urlsafe_b64encode(json.dumps([image["uploadedAt"].isoformat(), image["name"]]).encode()).decode()


def read_cursor(cursor: str) -> PageStart:
    """Return the upload time and name after which the page moment_read."""
    try:
        moment, name = json.loads(urlsafe_b64decode(cursor))
        moment_read = datetime.fromisoformat(moment)
    except (ValueError, TypeError) as invalid:
        raise MalformedRequest("the cursor is invalid: use the one that the previous page came with") from invalid
    if moment_read.tzinfo is None or not isinstance(name, str):
        raise MalformedRequest("the cursor is invalid: use the one that the previous page came with")
    return moment_read, name
