"""Tokens of organisations: `{organisation}.{id}.{secret}`; only the hash of the secret is stored."""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from footy.core.errors import TokenRefused
from footy.images.model import Token
from footy.images.rules.identity import is_organization_id

_NO_HASH = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True, slots=True)
class Claim:
    """Parts of a token, not checked yet."""

    organization_id: str
    token_id: str
    secret: str

    @property
    def hash(self) -> str:
        """Return the stored hash. A secret of 32 random bytes needs no slow hash."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    @property
    def text(self) -> str:
        return f"{self.organization_id}.{self.token_id}.{self.secret}"


def claim_of(text: str) -> Claim:
    """Split a token into its parts."""
    parts = text.split(".")
    if len(parts) != 3 or not is_organization_id(parts[0]):  # noqa: PLR2004 - organisation, id, secret
        raise TokenRefused("this is not a token")
    return Claim(*parts)


def admits(tokens: Iterable[Token], claim: Claim) -> bool:
    """Return whether the token is one of the organisation's, in constant time."""
    stored = next((token["hash"] for token in tokens if token["id"] == claim.token_id), _NO_HASH)
    return hmac.compare_digest(stored, claim.hash) and stored != _NO_HASH
