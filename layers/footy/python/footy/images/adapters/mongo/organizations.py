"""Statements on `organizations`: their tokens and daily uploads."""

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

    def count_upload(self, organization_id: str, day: str, most: int) -> bool:
        """Count an upload form of a day; return False if the day's are used up."""
        return (
            self._count_one_more(organization_id, day, most)
            or self._begin_day(organization_id, day)
            # another process has begun the day in between
            or self._count_one_more(organization_id, day, most)
        )

    def _count_one_more(self, organization_id: str, day: str, most: int) -> bool:
        guard = {"_id": organization_id, "uploads.day": day, "uploads.forms": {"$lt": most}}
        return self._organizations.update_one(guard, {"$inc": {"uploads.forms": 1}}).matched_count == 1

    def _begin_day(self, organization_id: str, day: str) -> bool:
        guard = {"_id": organization_id, "uploads.day": {"$ne": day}}
        begun = {"$set": {"uploads": {"day": day, "forms": 1}}}
        return self._organizations.update_one(guard, begun).matched_count == 1

    def admit(self, organization_id: str, token: Token) -> None:
        """Add a token to an organisation, which is created if needed."""
        self._organizations.update_one({"_id": organization_id}, {"$push": {"tokens": token}}, upsert=True)

    def revoke(self, organization_id: str, token_id: str) -> bool:
        """Revoke a token; return False if there was none."""
        pulled = {"$pull": {"tokens": {"id": token_id}}}
        return self._organizations.update_one({"_id": organization_id}, pulled).modified_count == 1
