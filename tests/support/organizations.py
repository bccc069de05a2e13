"""Two organisations with tokens, on buckets that sign links."""

from typing import Any

import boto3
from pymongo.database import Database

from footy.api.container import ApiContainer
from footy.api.settings import ApiRules
from footy.goals.model.documents import FixtureDocument
from footy.images.adapters.thumbnails import Thumbnails
from footy.images.adapters.uploads import UploadsBucket
from footy.images.rules.tokens import Claim
from tests.support.containers import container_of
from tests.support.image_cloud import AT
from tests.support.image_pipeline import Time

CLUB, RIVAL = Claim("club", "t1", "secret"), Claim("rival", "t1", "other")


def serving(database: Database[FixtureDocument], **rules: Any) -> ApiContainer:
    """Return a container with the tokens of both."""
    images_rules = ApiRules(**rules)
    s3 = boto3.client("s3", "us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
    container = container_of(
        database,
        images_rules,
        clock=Time(),
        uploaded_images=UploadsBucket(s3, "uploads", images_rules),
        thumbnails=Thumbnails(s3, "thumbnails", images_rules.link_seconds),
    )
    for claim in (CLUB, RIVAL):
        token = {"id": claim.token_id, "hash": claim.hash, "createdAt": AT}
        container.organizations.admit(claim.organization_id, token)  # type: ignore[arg-type]
    return container
