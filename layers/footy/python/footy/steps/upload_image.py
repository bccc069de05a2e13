"""Hands out leave to upload one image into an organisation's folder."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict

from footy.errors import MalformedRequest
from footy.images.acceptance import CONTENT_TYPES
from footy.images.identity import checked_name
from footy.model.keys import image_key
from footy.telemetry import say
from footy.world import World


class Input(TypedDict):
    """Who asks, what the image is to be called, and its type."""

    token: str
    name: str
    content_type: str


@dataclass(frozen=True, slots=True)
class Leave:
    """A form to POST as multipart/form-data: these fields, then `file`. S3 enforces type, size and key."""

    url: str
    fields: dict[str, str]
    name: str
    max_bytes: int
    expires_at: datetime


Output = Leave


def upload_image(request: Input, world: World) -> Output:
    """The image itself goes straight to S3, and nowhere but to this name."""
    organization_id = world.organizations.speaker(request["token"])
    name = checked_name(request["name"])
    if request["content_type"] not in CONTENT_TYPES:
        raise MalformedRequest(f"an image is one of {', '.join(CONTENT_TYPES)}")
    ticket = world.uploaded.ticket(image_key(organization_id, name), request["content_type"])
    say("upload_offered", organization_id=organization_id, name_offered=name)
    expires = world.clock.now() + timedelta(seconds=world.rules.upload_seconds)
    return Leave(
        url=ticket["url"],
        fields=ticket["fields"],
        name=name,
        max_bytes=world.rules.image_max_bytes,
        expires_at=expires,
    )
