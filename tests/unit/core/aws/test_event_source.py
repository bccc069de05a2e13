"""Concurrency of an event source mapping, against a stub of Lambda."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.stub import Stubber

from footy.core.aws.event_source import EventSource
from footy.core.errors import UpstreamUnavailable

MAPPING = "14e0db71-5d35-4eb5-b481-8945cf9d10c2"
REQUEST = {"UUID": MAPPING}


def mapping(at_once: int) -> dict[str, Any]:
    return {"UUID": MAPPING, "ScalingConfig": {"MaximumConcurrency": at_once}}


@pytest.fixture
def stubbed() -> Iterator[tuple[Stubber, EventSource]]:
    """Lambda, and the feed that asks it."""
    functions = boto3.client("lambda", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
    with Stubber(functions) as stub:
        yield stub, EventSource(functions, MAPPING)
        stub.assert_no_pending_responses()


@pytest.mark.parametrize(("before", "requested", "after"), [(2, 8, 8), (8, 0, 2)])
def test_the_concurrency_is_at_least_two(
    stubbed: tuple[Stubber, EventSource], before: int, requested: int, after: int
) -> None:
    stub, feed = stubbed
    stub.add_response("get_event_source_mapping", mapping(before), REQUEST)
    stub.add_response("update_event_source_mapping", mapping(after), mapping(after))
    assert feed.set_concurrency(requested)


def test_an_unchanged_concurrency_is_not_sent(stubbed: tuple[Stubber, EventSource]) -> None:
    stub, feed = stubbed
    stub.add_response("get_event_source_mapping", mapping(4), REQUEST)
    assert not feed.set_concurrency(4)


def test_a_mapping_in_use_is_retried_later(stubbed: tuple[Stubber, EventSource]) -> None:
    stub, feed = stubbed
    stub.add_response("get_event_source_mapping", mapping(4), REQUEST)
    stub.add_client_error("update_event_source_mapping", "ResourceInUseException")
    with pytest.raises(UpstreamUnavailable):
        feed.set_concurrency(8)
