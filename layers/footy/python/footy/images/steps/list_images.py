"""List an organisation's images, page by page, the newest upload first."""

from dataclasses import dataclass
from typing import TypedDict

from footy.images.adapters.image_rows import cursor_after, image_line, read_cursor
from footy.images.container import ImagesContainer
from footy.images.model import ImageLine


class Input(TypedDict):
    """A token, and the cursor of the previous page; None for the first page."""

    token: str
    cursor: str | None


@dataclass(frozen=True, slots=True)
class ImagePage:
    """A page, and the cursor of the next; None at the end."""

    images: list[ImageLine]
    cursor: str | None


Output = ImagePage


def list_images(request: Input, container: ImagesContainer) -> Output:
    """Return one page of the images of the token's organisation."""
    organization_id = container.organizations.authenticated_organization(request["token"])
    after = read_cursor(request["cursor"]) if request["cursor"] else None
    limit = container.rules.images_per_page
    rows = container.images.page(organization_id, after, limit + 1)
    return ImagePage(
        images=[image_line(image, container.uploaded_images, container.thumbnails) for image in rows[:limit]],
        cursor=cursor_after(rows[limit - 1]) if len(rows) > limit else None,
    )
