"""Sign-in links of a home: page, operator console and images, with random keys that stay the same in one home."""

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Any

from pydantic import TypeAdapter
from pymongo.database import Database

from footy.api.credentials import new_key
from footy.images.adapters.mongo.organizations import Organizations
from footy.images.model import Token
from footy.images.rules.tokens import Claim, claim_of

ORGANIZATION = "my-club"
ID_BYTES = 4


@dataclass(frozen=True, slots=True)
class HomeKeys:
    """Operator key and token of the organisation, as a browser sends them, and the key of the names of clips."""

    operator: str
    organization: str
    naming: str

    @classmethod
    def of(cls, file: Path) -> "HomeKeys":
        """Return the stored keys; create them where the file is missing or damaged."""
        try:
            return TypeAdapter(cls).validate_json(file.read_bytes())
        except (OSError, ValueError):
            keys = cls(new_key(), Claim(ORGANIZATION, token_hex(ID_BYTES), new_key()).text, new_key())
        draft = file.with_suffix(".draft")
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(asdict(keys)))
        draft.replace(file)
        return keys

    def links(self, page: str) -> dict[str, str]:
        """Return the addresses that sign in; browsers send no fragment to a server."""
        console, images = f"{page}/ops#key={self.operator}", f"{page}/images#key={self.organization}"
        return {"page": page, "console": console, "images": images}

    def admit_organization(self, database: Database[Any]) -> None:
        """Store the hash of the organisation's token in this database, once."""
        organizations, claim = Organizations(database), claim_of(self.organization)
        if claim.token_id not in {token["id"] for token in organizations.tokens(ORGANIZATION)}:
            token: Token = {"id": claim.token_id, "hash": claim.hash, "createdAt": datetime.now(UTC)}
            organizations.admit(ORGANIZATION, token)
