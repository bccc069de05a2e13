"""Whose image an object is, what it may be called when we hand out the upload, and which of two events came later."""

import re
from dataclasses import dataclass

from footy.core.errors import MalformedRequest

SEQUENCER_LENGTH = 48

_ORGANIZATION = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._()-]{0,126}[A-Za-z0-9)])?")


@dataclass(frozen=True, slots=True)
class Place:
    """An organisation and a name within it."""

    organization_id: str
    name: str


def place_of(key: str) -> Place | None:
    """Where an object belongs; None when it lies in no organisation's folder."""
    organization_id, slash, name = key.partition("/")
    return Place(organization_id, name) if slash and name and is_organization(organization_id) else None


def is_organization(text: str) -> bool:
    """Whether a text can be the id of an organisation."""
    return bool(_ORGANIZATION.fullmatch(text))


def checked_name(name: str) -> str:
    """The name, if an upload may be called so; what an operator copies into the bucket may be called anything."""
    if not _NAME.fullmatch(name) or ".." in name:
        raise MalformedRequest("a name is of 1 to 128 letters, digits, spaces, dots, dashes and brackets")
    return name


def in_order(sequencer: str) -> str:
    """A sequencer of S3 as a text that sorts: hexadecimal, and the shorter one filled up with zeros on its right."""
    return sequencer.upper().ljust(SEQUENCER_LENGTH, "0")
