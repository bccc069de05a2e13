"""Tokens that speak for an organisation: `{organisation}.{id}.{secret}`; of the secret only the hash is kept."""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from footy.core.errors import TokenRefused
from footy.images.model import Token
from footy.images.rules.identity import is_organization

_NOBODY = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True, slots=True)
class Claim:
    """What a token says of itself."""

    organization_id: str
    token_id: str
    secret: str

    @property
    def hash(self) -> str:
        """What is kept of it. The secret is 32 random bytes: nothing slower than this makes guessing it harder."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    @property
    def text(self) -> str:
        """The token as its owner has it."""
        return f"{self.organization_id}.{self.token_id}.{self.secret}"


def claim_of(text: str) -> Claim:
    """Takes a token apart."""
    parts = text.split(".")
    if len(parts) != 3 or not is_organization(parts[0]):  # noqa: PLR2004 - organisation, id, secret
        raise TokenRefused("this is no token")
    return Claim(*parts)


def admits(tokens: Iterable[Token], claim: Claim) -> bool:
    """Whether one of an organisation's tokens is this one; it takes as long whether or not there is such an id."""
    kept = next((token["hash"] for token in tokens if token["id"] == claim.token_id), _NOBODY)
    return hmac.compare_digest(kept, claim.hash) and kept != _NOBODY
