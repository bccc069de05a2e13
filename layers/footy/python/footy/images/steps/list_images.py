"""Lists an organisation's images, page by page, the newest upload first."""

from dataclasses import dataclass
from typing import TypedDict

from footy.images.adapters.image_rows import cursor_after, line_of, read_cursor
from footy.images.container import ImagesContainer
from footy.images.model import ImageLine


class Input(TypedDict):
    """Who asks, and the cursor that the page before came with; none for the first."""

    token: str
    cursor: str | None


@dataclass(frozen=True, slots=True)
class ImagePage:
    """A page, and the cursor of the next; None at the end."""

    images: list[ImageLine]
    cursor: str | None


Output = ImagePage


def list_images(request: Input, container: ImagesContainer) -> Output:
    """One organisation never sees another's."""
    organization_id = container.organizations.speaker(request["token"])
    after = read_cursor(request["cursor"]) if request["cursor"] else None
    limit = container.rules.images_per_page
    page = container.images.page(organization_id, after, limit + 1)
    shown = page[:limit]
    return ImagePage(
        images=[line_of(image, container.uploaded, container.thumbnails) for image in shown],
        cursor=cursor_after(shown[-1]) if len(page) > limit else None,
    )
