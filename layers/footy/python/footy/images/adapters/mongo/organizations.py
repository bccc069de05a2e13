"""Statements on `organizations`: which tokens speak for whom."""

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
    """The organisations and their tokens."""

    def __init__(self, database: Database[Any]) -> None:
        self._organizations = cast("Collection[dict[str, Any]]", database[COLLECTION])

    def speaker(self, token: str) -> str:
        """The organisation that a token speaks for; a refusal does not say what is wrong with it."""
        claim = claim_of(token)
        if not admits(self.tokens(claim.organization_id), claim):
            raise TokenRefused("this token is not, or no longer, good")
        return claim.organization_id

    def tokens(self, organization_id: str) -> list[Token]:
        """The tokens that are good; none for an organisation that nobody knows."""
        found = cast("OrganizationDocument | None", self._organizations.find_one({"_id": organization_id}))
        return found["tokens"] if found else []

    def admit(self, organization_id: str, token: Token) -> None:
        """One more token for an organisation, which is new or not."""
        self._organizations.update_one({"_id": organization_id}, {"$push": {"tokens": token}}, upsert=True)

    def revoke(self, organization_id: str, token_id: str) -> bool:
        """Whether there was such a token; it is good for nothing from now on."""
        pulled = {"$pull": {"tokens": {"id": token_id}}}
        return self._organizations.update_one({"_id": organization_id}, pulled).modified_count == 1
