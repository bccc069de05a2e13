"""ECS task protection, which expires."""

from collections.abc import Iterator

import pytest

from fetcher.protection import RENEWED_AFTER, Protection
from tests.support.ecs_agent import Agent, listening


@pytest.fixture
def agent() -> Iterator[Agent]:
    with listening() as ready:
        yield ready


def test_only_what_changes_is_said(agent: Agent) -> None:
    protection = Protection(agent.url, now=lambda: 0.0)
    for on in (False, True, True, False, False):
        protection.set(on=on)
    assert agent.wishes == [True, False]


def test_it_is_renewed_before_it_expires(agent: Agent) -> None:
    seconds = [0.0]
    protection = Protection(agent.url, now=lambda: seconds[0])
    for moment in (0.0, RENEWED_AFTER - 1, RENEWED_AFTER, RENEWED_AFTER + 1, 2 * RENEWED_AFTER):
        seconds[0] = moment
        protection.set(on=True)
    assert agent.wishes == [True, True, True]
    assert agent.told[0]["ExpiresInMinutes"] * 60 > RENEWED_AFTER


def test_refused_protection_is_requested_again(agent: Agent) -> None:
    protection = Protection(agent.url, now=lambda: 0.0)
    agent.answer = {"failure": {"Arn": "task", "Reason": "DEPLOYMENT_BLOCKED", "Detail": None}}
    protection.set(on=True)
    agent.answer = {"protection": {"ProtectionEnabled": True, "TaskArn": "task"}}
    protection.set(on=True)
    protection.set(on=True)
    assert agent.wishes == [True, True]
