"""One deployment of the image pipeline in a test's hands: the real steps and statements, on a cloud that may fail."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from pymongo.database import Database

from footy.adapters.classifications import Classifications
from footy.adapters.mongo.images import Images
from footy.adapters.thumbnails import Thumbnails
from footy.adapters.uploaded import Uploaded
from footy.model.documents import FixtureDocument
from footy.settings import Rules
from footy.world import World
from tests.stateful.image_cloud import AT, Bucket, Fate, Machine, Mortal
from tests.unit.worlds import world_of

ARN = "arn:aws:states:eu-west-1:000000000000:stateMachine:classify"
RULES = Rules(image_restarts=3)


@dataclass(slots=True)
class Time:
    moment: datetime = AT

    def now(self) -> datetime:
        return self.moment


class Known:
    """Everybody's token is the name of the organisation."""

    def speaker(self, token: str) -> str:
        return token


@dataclass(slots=True)
class Darkroom:
    """One deployment: the real steps and statements, on a cloud that may fail in any way."""

    database: Database[FixtureDocument]
    bucket: Bucket = field(default_factory=Bucket)
    machine: Machine = field(default_factory=Machine)
    fate: Fate = field(default_factory=Fate)
    time: Time = field(default_factory=Time)
    world: World = field(init=False)

    def __post_init__(self) -> None:
        self.database["images"].delete_many({})
        s3, states = cast("Any", self.bucket), cast("Any", self.machine)
        self.world = world_of(
            self.database,
            RULES,
            clock=self.time,
            images=Mortal(Images(self.database), self.fate),
            organizations=Known(),
            uploaded=Mortal(Uploaded(s3, "uploads", RULES), self.fate),
            thumbnails=Mortal(Thumbnails(s3, "thumbnails", 60), self.fate),
            classifications=Mortal(Classifications(states, ARN), self.fate),
        )

    def rows(self) -> dict[str, Any]:
        return {str(row["_id"]): row for row in self.database["images"].find({})}
