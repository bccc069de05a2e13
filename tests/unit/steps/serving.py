"""Two organisations and their tokens, on buckets that sign for real."""

from typing import Any

import boto3
from pymongo.database import Database

from footy.adapters.thumbnails import Thumbnails
from footy.adapters.uploaded import Uploaded
from footy.images.tokens import Claim
from footy.model.documents import FixtureDocument
from footy.settings import Rules
from footy.world import World
from tests.stateful.image_cloud import AT
from tests.stateful.image_darkroom import Time
from tests.unit.worlds import world_of

CLUB, RIVAL = Claim("club", "t1", "secret"), Claim("rival", "t1", "other")


def serving(database: Database[FixtureDocument], **rules: Any) -> World:
    """A world in which both may ask."""
    made = Rules(**rules)
    s3 = boto3.client("s3", "us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
    world = world_of(
        database,
        made,
        clock=Time(),
        uploaded=Uploaded(s3, "uploads", made),
        thumbnails=Thumbnails(s3, "thumbnails", made.link_seconds),
    )
    for claim in (CLUB, RIVAL):
        token = {"id": claim.token_id, "hash": claim.hash, "createdAt": AT}
        world.organizations.admit(claim.organization_id, token)  # type: ignore[arg-type]
    return world
