"""Offer a form to upload one image into an organisation's folder."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from math import ceil
from typing import TypedDict

from footy.core.errors import MalformedRequest, UploadQuotaReached
from footy.core.telemetry import log_info
from footy.images.container import ImagesContainer
from footy.images.keys import image_key
from footy.images.rules.acceptance import CONTENT_TYPES
from footy.images.rules.identity import checked_name


class Input(TypedDict):
    """A token, the name and the type of the image."""

    token: str
    name: str
    content_type: str


@dataclass(frozen=True, slots=True)
class UploadForm:
    """A form to POST as multipart/form-data: these fields, then `file`. S3 enforces type, size and key."""

    url: str
    fields: dict[str, str]
    name: str
    max_bytes: int
    expires_at: datetime


Output = UploadForm


def upload_image(request: Input, container: ImagesContainer) -> Output:
    """Return a form that uploads straight to S3, under this name only."""
    organization_id = container.organizations.authenticated_organization(request["token"])
    name = checked_name(request["name"])
    if request["content_type"] not in CONTENT_TYPES:
        raise MalformedRequest(f"an image is one of {', '.join(CONTENT_TYPES)}")
    _count(organization_id, container)
    form = container.uploaded_images.form(image_key(organization_id, name), request["content_type"])
    log_info("upload_offered", organization_id=organization_id, name_offered=name)
    expires = container.clock.now() + timedelta(seconds=container.rules.upload_seconds)
    return UploadForm(
        url=form["url"],
        fields=form["fields"],
        name=name,
        max_bytes=container.rules.image_max_bytes,
        expires_at=expires,
    )


def _count(organization_id: str, container: ImagesContainer) -> None:
    """Count the form, or refuse it when the day's are used up (`images_per_day`)."""
    now, most = container.clock.now().astimezone(UTC), container.rules.images_per_day
    if container.organizations.count_upload(organization_id, now.date().isoformat(), most):
        return
    log_info("upload_quota_reached", organization_id=organization_id, most=most)
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
    raise UploadQuotaReached(
        f"your organisation has used its {most:,} uploads of today. Upload again after midnight UTC, "
        "or ask the operator for more.",
        retry_after=ceil((midnight - now).total_seconds()),
    )
