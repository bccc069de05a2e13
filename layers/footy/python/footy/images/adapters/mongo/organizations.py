"""Statements on `organizations`: their tokens."""

from typing import Any, cast

from pymongo.collection import Collection
from pymongo.database import Database

from footy.core.errors import TokenRefused
from footy.core.mongo.failures import translate_errors
from footy.images.model import OrganizationDocument, Token
from footy.images.rules.tokens import admits, claim_of

COLLECTION = "organizations"


@translate_errors
class Organizations:
    """Organisations and their tokens."""

    def __init__(self, database: Database[Any]) -> None:
        self._organizations = cast("Collection[dict[str, Any]]", database[COLLECTION])

    def authenticated_organization(self, token: str) -> str:
        """Return the organisation of a token; a refusal does not say what is wrong with the token."""
        claim = claim_of(token)
        if not admits(self.tokens(claim.organization_id), claim):
            raise TokenRefused("this token is unknown or revoked")
        return claim.organization_id

    def tokens(self, organization_id: str) -> list[Token]:
        """Return the valid tokens; none for an unknown organisation."""
        document = cast("OrganizationDocument | None", self._organizations.find_one({"_id": organization_id}))
        return document["tokens"] if document else []

    def admit(self, organization_id: str, token: Token) -> None:
        """Add a token to an organisation, which is created if needed."""
        self._organizations.update_one({"_id": organization_id}, {"$push": {"tokens": token}}, upsert=True)

    def revoke(self, organization_id: str, token_id: str) -> bool:
        """Revoke a token; return False if there was none."""
        pulled = {"$pull": {"tokens": {"id": token_id}}}
        return self._organizations.update_one({"_id": organization_id}, pulled).modified_count == 1
