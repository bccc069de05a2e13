"""Image keys, names that an upload may have, and sortable sequencers."""

import re
from dataclasses import dataclass

from footy.core.errors import MalformedRequest

SEQUENCER_LENGTH = 48

_ORGANIZATION = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._()-]{0,126}[A-Za-z0-9)])?")


@dataclass(frozen=True, slots=True)
class ImageKey:
    """An organisation and the name of an image within it."""

    organization_id: str
    name: str


def parse_image_key(key: str) -> ImageKey | None:
    """Split an object key; return None for a key outside an organisation's folder."""
    organization_id, slash, name = key.partition("/")
    return ImageKey(organization_id, name) if slash and name and is_organization_id(organization_id) else None


def is_organization_id(text: str) -> bool:
    """Return whether a text is a valid organisation id."""
    return bool(_ORGANIZATION.fullmatch(text))


def checked_name(name: str) -> str:
    """Return the name if an upload may have it; an operator may copy any name into the bucket."""
    if not _NAME.fullmatch(name) or ".." in name:
        raise MalformedRequest("a name has 1 to 128 letters, digits, spaces, dots, dashes and brackets")
    return name


def sortable_sequencer(sequencer: str) -> str:
    """Pad a hexadecimal sequencer of S3 on the right so that texts compare like events (I9)."""
    return sequencer.upper().ljust(SEQUENCER_LENGTH, "0")
