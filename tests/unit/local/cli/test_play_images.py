"""Repair of interrupted images during a match day."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from local.cli.play import Play
from tests.support.image_desk import Desk


class Cloud:
    """AWS with one stack, which records invocations."""

    def __init__(self) -> None:
        self.invocations: list[tuple[str, str]] = []

    def client(self, _service: str) -> "Cloud":
        return self

    def describe_stacks(self, StackName: str) -> dict[str, Any]:  # noqa: N803 - as boto3 calls them
        assert StackName == "footy-local-images"
        return {"Stacks": [{"Outputs": [{"OutputKey": "MendImagesFunction", "OutputValue": "footy-local-mend"}]}]}

    def invoke(self, FunctionName: str, InvocationType: str, Payload: bytes) -> None:  # noqa: N803
        assert Payload == b"{}"
        self.invocations.append((FunctionName, InvocationType))


@pytest.mark.parametrize(("classified", "invocations"), [(False, [("footy-local-mend", "Event")]), (True, [])])
def test_images_are_repaired_only_while_one_is_open(
    database: Database[FixtureDocument], *, classified: bool, invocations: list[tuple[str, str]]
) -> None:
    desk = Desk(database)
    desk.accepted()
    if classified:
        desk.classify()
    desk.time.moment += timedelta(hours=1)
    cloud = Cloud()
    stack = SimpleNamespace(aws=cloud, database=database, clock=desk.time)
    Play(cast("Any", stack)).mend_images()
    assert cloud.invocations == invocations
