"""What a match day starts in AWS, as a stack without any would see it."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from local.cli.play import Play
from tests.unit.images.steps.darkroom import Desk


class Cloud:
    """An AWS that has one stack, and hears who is called."""

    def __init__(self) -> None:
        self.called: list[tuple[str, str]] = []

    def client(self, _service: str) -> "Cloud":
        return self

    def describe_stacks(self, StackName: str) -> dict[str, Any]:  # noqa: N803 - as boto3 calls them
        assert StackName == "footy-local-images"
        return {"Stacks": [{"Outputs": [{"OutputKey": "MendImagesFunction", "OutputValue": "footy-local-mend"}]}]}

    def invoke(self, FunctionName: str, InvocationType: str, Payload: bytes) -> None:  # noqa: N803
        assert Payload == b"{}"
        self.called.append((FunctionName, InvocationType))


@pytest.mark.parametrize(("classified", "called"), [(False, [("footy-local-mend", "Event")]), (True, [])])
def test_whoever_mends_images_is_called_while_one_is_open(
    database: Database[FixtureDocument], *, classified: bool, called: list[tuple[str, str]]
) -> None:
    desk = Desk(database)
    desk.accepted()
    if classified:
        desk.classify()
    desk.time.moment += timedelta(hours=1)
    cloud = Cloud()
    stack = SimpleNamespace(aws=cloud, database=database, clock=desk.time)
    Play(cast("Any", stack)).mend_images()
    assert cloud.called == called
