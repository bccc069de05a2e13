"""How many messages a function is given side by side, as Lambda answers about it."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.stub import Stubber

from footy.core.aws.event_source import EventSource
from footy.core.errors import UpstreamUnavailable

MAPPING = "14e0db71-5d35-4eb5-b481-8945cf9d10c2"
ASKED = {"UUID": MAPPING}


def told(at_once: int) -> dict[str, Any]:
    return {"UUID": MAPPING, "ScalingConfig": {"MaximumConcurrency": at_once}}


@pytest.fixture
def stubbed() -> Iterator[tuple[Stubber, EventSource]]:
    """Lambda, and the feed that asks it."""
    functions = boto3.client("lambda", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
    with Stubber(functions) as stub:
        yield stub, EventSource(functions, MAPPING)
        stub.assert_no_pending_responses()


@pytest.mark.parametrize(("before", "wanted", "after"), [(2, 8, 8), (8, 0, 2)])
def test_it_is_told_another_number_and_never_less_than_two(
    stubbed: tuple[Stubber, EventSource], before: int, wanted: int, after: int
) -> None:
    stub, feed = stubbed
    stub.add_response("get_event_source_mapping", told(before), ASKED)
    stub.add_response("update_event_source_mapping", told(after), told(after))
    assert feed.set_concurrency(wanted)


def test_the_number_it_has_is_not_said_again(stubbed: tuple[Stubber, EventSource]) -> None:
    stub, feed = stubbed
    stub.add_response("get_event_source_mapping", told(4), ASKED)
    assert not feed.set_concurrency(4)


def test_one_that_is_being_changed_is_asked_later(stubbed: tuple[Stubber, EventSource]) -> None:
    stub, feed = stubbed
    stub.add_response("get_event_source_mapping", told(4), ASKED)
    stub.add_client_error("update_event_source_mapping", "ResourceInUseException")
    with pytest.raises(UpstreamUnavailable):
        feed.set_concurrency(8)
