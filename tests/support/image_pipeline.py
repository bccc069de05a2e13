"""Image pipeline on the fake cloud: the real steps and statements."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from pymongo.database import Database

from footy.api.container import ApiContainer
from footy.api.settings import ApiRules
from footy.goals.model.documents import FixtureDocument
from footy.images.adapters.decoder import LoadedImage, load
from footy.images.adapters.executions import Classifications
from footy.images.adapters.model_inputs import ModelInputs
from footy.images.adapters.mongo.images import ImageRows
from footy.images.adapters.thumbnails import Thumbnails
from footy.images.adapters.uploads import UploadsBucket
from footy.images.model import Guess, ModelVersion
from footy.images.rules.model_card import Crop, ModelCard, Pixels
from footy.images.steps.classify_image import Output, classify_image
from tests.support.containers import container_of
from tests.support.image_cloud import AT, SHADES, Bucket, Fate, Machine, Mortal

ARN = "arn:aws:states:eu-west-1:000000000000:stateMachine:classify"
RULES = ApiRules(image_restarts=3)
VERSION: ModelVersion = {"name": "shades", "digest": "0" * 64}
CARD = ModelCard(
    name=VERSION["name"],
    digest=VERSION["digest"],
    file="shades.onnx",
    licence="MIT",
    source="",
    resize=2,
    side=2,
    filter="bilinear",
    mean=(0, 0, 0),
    deviation=(1, 1, 1),
    output="probabilities",
    labels=tuple(SHADES),
)


@dataclass(slots=True)
class Time:
    moment: datetime = AT

    def now(self) -> datetime:
        return self.moment


@dataclass(slots=True)
class Cards:
    """Model bucket with the latest card."""

    current: ModelCard = CARD

    def card(self, name: str) -> ModelCard:  # noqa: ARG002 - there is no other
        return self.current


@dataclass(slots=True)
class Shades:
    """Classifier that recognises the pictures of the fake cloud."""

    card: ModelCard
    version: ModelVersion = field(default_factory=lambda: VERSION)

    def best(self, pixels: Pixels, count: int) -> list[Guess]:
        [label] = [what for what, shade in SHADES.items() if (pixels == (shade, 0, 0)).all()]
        return [Guess(label=label, score=1.0)][:count]


class Decoder:
    """Decoder without a sandbox, which would take most of a history's time."""

    def load(self, content: bytes, crop: Crop) -> LoadedImage:
        return load(content, crop, RULES)


class KnownOrganizations:
    """Organisations whose token is their name."""

    def authenticated_organization(self, token: str) -> str:
        return token


@dataclass(slots=True)
class ImagePipeline:
    """Deployment of the real steps on a cloud that may fail in any way."""

    database: Database[FixtureDocument]
    bucket: Bucket = field(default_factory=Bucket)
    machine: Machine = field(default_factory=Machine)
    fate: Fate = field(default_factory=Fate)
    time: Time = field(default_factory=Time)
    models: Cards = field(default_factory=Cards)
    container: ApiContainer = field(init=False)

    def __post_init__(self) -> None:
        self.database["images"].delete_many({})
        s3, states = cast("Any", self.bucket), cast("Any", self.machine)
        self.container = container_of(
            self.database,
            RULES,
            clock=self.time,
            images=Mortal(ImageRows(self.database), self.fate),
            organizations=KnownOrganizations(),
            uploaded_images=Mortal(UploadsBucket(s3, "uploads", RULES), self.fate),
            model_inputs=Mortal(ModelInputs(s3, "squares"), self.fate),
            models=self.models,
            decoder=Decoder(),
            thumbnails=Mortal(Thumbnails(s3, "thumbnails", 60), self.fate),
            classifications=Mortal(Classifications(states, ARN), self.fate),
        )

    def named(self, key: str, execution: str) -> Output:
        """Classify the model input; load the classifier again if it was dropped."""
        self.container.classifier = cast("Any", Shades(self.models.current))
        return classify_image({"key": key, "execution": execution}, self.container)

    def rows(self) -> dict[str, Any]:
        return {str(row["_id"]): row for row in self.database["images"].find({})}
