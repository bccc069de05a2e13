from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from local.replay.model import Replay
from local.upstreams.api_football import ApiFootballServer
from local.upstreams.context import API_KEY
from tests.local.upstreams import FINAL, StandingClock, a_world, ask
from tests.unit.local.replay.days import FIXTURE, a_day, day_text, load

EMPTY_PAGE = {"current": 1, "total": 1}


class Api:
    """The football API of one day, with its clock."""

    def __init__(self, replay: Replay, home: Path) -> None:
        self.clock = StandingClock(replay.fixtures[0].kick_off + timedelta(minutes=30))
        self._app = ApiFootballServer(a_world(replay, self.clock, home)).app()

    def get(self, path: str, key: str | None = API_KEY, **parameters: str) -> httpx.Response:
        headers = {"x-apisports-key": key} if key else {}
        return ask(self._app, "GET", path, params=parameters, headers=headers)

    def body(self, path: str = "/fixtures", **parameters: str) -> Any:
        return self.get(path, **parameters).json()


@pytest.fixture
def final(tmp_path: Path) -> Api:
    return Api(Replay.load("world-cup-final-2022"), tmp_path)


def with_outage(folder: Path, outage: str) -> Api:
    """A day with trouble around its thirtieth minute, which is now."""
    window = "from = 2024-05-04T15:25:00Z\nuntil = 2024-05-04T15:35:00Z\n"
    return Api(a_day(folder, f"[[outage]]\n{window}{outage}"), folder)


def test_fixture_by_id_has_the_envelope_of_the_api(final: Api) -> None:
    body = final.body(ids=str(FINAL))
    assert list(body) == ["get", "parameters", "errors", "results", "paging", "response"]
    assert (body["get"], body["parameters"], body["errors"]) == ("fixtures", {"ids": str(FINAL)}, [])
    assert (body["results"], body["paging"]) == (1, EMPTY_PAGE)
    assert [event["detail"] for event in body["response"][0]["events"]] == ["Penalty"]


def test_list_of_a_day_has_no_events(final: Api) -> None:
    response = final.body(date="2022-12-18")["response"]
    assert [list(fixture) for fixture in response] == [["fixture", "league", "teams", "goals", "score"]]
    assert final.body(date="2022-12-19")["response"] == []


def test_more_than_twenty_ids_get_an_empty_list(final: Api) -> None:
    twenty = "-".join([str(FINAL), *map(str, range(1, 20))])
    assert final.body(ids=twenty)["results"] == 1
    silence = final.body(ids=f"{twenty}-20")
    assert (silence["errors"], silence["results"], silence["response"]) == ([], 0, [])


def test_unknown_fixture_is_omitted(final: Api) -> None:
    assert final.body(ids="1-2")["response"] == []


@pytest.mark.parametrize("key", [None, "wrong"])
def test_bad_key_is_an_error_with_status_200(final: Api, key: str | None) -> None:
    response = final.get("/fixtures", key=key, id=str(FINAL))
    assert response.status_code == 200
    assert response.json()["errors"]["token"].startswith("Error/Missing application key.")
    assert response.json()["response"] == []


@pytest.mark.parametrize(
    ("parameters", "field"), [({}, "required"), ({"date": "tomorrow"}, "date"), ({"ids": "1-x"}, "ids")]
)
def test_bad_question_is_told_in_errors(final: Api, parameters: dict[str, str], field: str) -> None:
    body = final.body("/fixtures", **parameters)
    assert list(body["errors"]) == [field]


def test_rate_headers_count_down(final: Api) -> None:
    headers = [final.get("/fixtures", id=str(FINAL)).headers for _ in range(2)]
    assert [h["x-ratelimit-requests-remaining"] for h in headers] == ["7499", "7498"]
    assert headers[0]["x-ratelimit-requests-limit"] == "7500"
    assert [h["X-RateLimit-Remaining"] for h in headers] == ["299", "298"]
    final.clock.move(minutes=1)
    assert final.get("/fixtures", id=str(FINAL)).headers["X-RateLimit-Remaining"] == "299"


def test_daily_limit_is_enforced(tmp_path: Path) -> None:
    day = Api(load(tmp_path, "daily_requests = 1\n" + day_text()), tmp_path)
    assert day.body(id=str(FIXTURE))["errors"] == []
    assert day.body(id=str(FIXTURE))["errors"] == {"requests": "You have reached the request limit for the day"}
    day.clock.move(days=1)
    assert day.body(id=str(FIXTURE))["errors"] == []


def test_outage_is_a_server_error_without_json(tmp_path: Path) -> None:
    day = with_outage(tmp_path, 'kind = "server_error"')
    assert day.get("/fixtures", id=str(FIXTURE)).status_code == 500
    day.clock.move(minutes=6)
    assert day.body(id=str(FIXTURE))["results"] == 1


def test_suspended_account_is_an_error_with_status_200(tmp_path: Path) -> None:
    day = with_outage(tmp_path, 'kind = "errors"\nerrors = { access = "Your account is suspended." }')
    response = day.get("/fixtures", id=str(FIXTURE))
    assert response.status_code == 200
    assert response.json()["errors"] == {"access": "Your account is suspended."}


def test_partial_answer_omits_fixtures(tmp_path: Path) -> None:
    day = with_outage(tmp_path, f'kind = "partial"\nleaves_out = [{FIXTURE}]')
    assert day.body(ids=str(FIXTURE))["results"] == 0


def test_rate_limit_has_status_429(tmp_path: Path) -> None:
    day = with_outage(tmp_path, 'kind = "rate_limited"')
    response = day.get("/fixtures", id=str(FIXTURE))
    assert response.status_code == 429
    assert list(response.json()["errors"]) == ["rateLimit"]
    assert (response.json()["get"], response.json()["parameters"]) == ("", [])


def test_limit_per_minute_is_enforced(final: Api) -> None:
    for _ in range(300):
        final.body(id=str(FINAL))
    assert final.get("/fixtures", id=str(FINAL)).status_code == 429
