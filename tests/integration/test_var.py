"""VAR removal in a whole match (G10, G11)."""

import httpx
import pytest

from footy.goals.model.keys import key_in, poster_key_of
from tests.integration.conftest import Played

pytestmark = [pytest.mark.xdist_group("matches"), pytest.mark.soak, pytest.mark.long]


def test_the_match_ends_without_a_problem(var: Played) -> None:
    assert var.summary.problems == []


def test_the_valid_goal_has_clips_and_the_other_is_removed(var: Played) -> None:
    [fixture] = var.summary.fixtures
    assert len(fixture.goals) == 1
    assert fixture.goals[0].clips
    assert len(fixture.removed) == 1
    assert fixture.removed[0] not in {goal.event_id for goal in fixture.goals}


def test_the_tombstone_keeps_its_clips_for_a_day(var: Played) -> None:
    [fixture] = var.completed()
    [tombstone] = fixture["_removed_events"]
    assert tombstone["why"]
    private = {key_in("removed", key) for key in tombstone["objects"]}
    assert {key for key in var.play.stored() if tombstone["_event_id"] in key} == private
    assert private


def test_its_addresses_are_gone(var: Played) -> None:
    [tombstone] = var.completed()[0]["_removed_events"]
    [event] = var.completed()[0]["events"]

    def code(key: str) -> int:
        return httpx.get(f"{var.stack.front.url}/media/{key}", trust_env=False).status_code

    assert {code(one) for key in tombstone["objects"] for one in (key, poster_key_of(key))} == {404}
    assert {code(video["_s3_key"]) for video in event["_s3_videos"]} == {200}


def test_its_search_had_begun_and_stopped_by_itself(var: Played) -> None:
    [removed] = var.summary.fixtures[0].removed
    statuses = {execution["name"]: execution["status"] for execution in var.executions("goal")}
    assert statuses[f"goal-{removed}"] == "SUCCEEDED"
