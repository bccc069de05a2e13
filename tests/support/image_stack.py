"""Image pipeline alone on a new AWS and database, deployed as everywhere."""

import io
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from PIL import Image

from footy.core.mongo.database import connect
from footy.goals.adapters.mongo.indexes import create_indexes
from local.aws.choice import aws_for
from local.aws.engine import Aws
from local.cli.image_client import ImageClient, StackAddress
from local.mongo.server import MongoServer
from local.stack.classifier_model import LITE2
from local.stack.deploy import Deployment
from local.stack.home import Home

DATABASE = "images"


@contextmanager
def image_stack(folder: Path, model: str = LITE2) -> Iterator[tuple[ImageClient, Aws]]:
    """Deploy the image pipeline and yield its client and the AWS."""
    home = Home(folder)
    home.prepare()
    with MongoServer(home.mongo, address="") as mongo, aws_for(home.aws) as aws:
        database = connect(mongo.uri, DATABASE)
        create_indexes(database)
        database.client.close()
        settings = {"mongodb_database": DATABASE, "image_model": model}
        Deployment(home, aws, {"settings": settings, "secrets": {"mongodb": {"uri": mongo.uri}}}).run()
        with closing(ImageClient(StackAddress(endpoint=aws.url, mongodb=mongo.uri, database=DATABASE))) as studio:
            yield studio, aws


def drawn(red: int, green: int = 0, blue: int = 0, kind: str = "PNG") -> bytes:
    """Draw a small picture of one colour."""
    written = io.BytesIO()
    Image.new("RGB", (64, 48), (red, green, blue)).save(written, kind)
    return written.getvalue()
