"""Requests of the page, answered from a database."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from datetime import timedelta

import pytest
from pymongo.database import Database

from footy.api.container import ApiContainer
from footy.api.settings import ApiSettings
from footy.goals.model.documents import FixtureDocument
from tests.support.api_requests import Answer, ask
from tests.support.clocks import Stopped
from tests.support.mongo_commands import Listener
from tests.support.page_match import LINK, NOW, OLD_LINK, OTHER_LINK, STAMP, clip, goal, match, tombstone

# what no public answer holds
FORBIDDEN = ("_s3", "_key", "perceptual", "md5", "s3://", "_event_id", "_telemetry")


@pytest.fixture
def container(database: Database[FixtureDocument], commands: Listener) -> Iterator[ApiContainer]:
    """Container whose function has no right to write (cdk: reads_only)."""
    removed = goal(2, minute=35)
    played = match(goal(_s3_videos=[clip(previous_share_ids=[OTHER_LINK])]), _removed_events=[tombstone(removed)])
    database["fixtures_active"].insert_one(played)
    ready = ApiContainer(ApiSettings(page="open", page_url="https://goals.example"))
    ready.database = database
    ready.clock, ready.machine_clock = Stopped(NOW), Stopped(STAMP + timedelta(seconds=7))
    commands.writes()
    yield ready
    assert commands.writes() == []


def good(answer: Answer) -> Answer:
    assert answer.status == 200, answer.body
    assert not [word for word in FORBIDDEN if word in answer.body]
    return answer


def test_the_matches_of_a_day_with_their_goals(container: ApiContainer) -> None:
    server_event = good(ask(container, "/api/v1/fixtures", "date=2022-12-18")).json
    [played] = server_event["fixtures"]
    assert played["match"]["home"] == {"id": 26, "name": "Argentina", "letters": "ARG"}
    assert [goal["state"]["text"] for goal in played["goals"]] == ["1 clip", "disallowed by the VAR"]
    assert ask(container, "/api/v1/fixtures", "date=2022-12-19").json["fixtures"] == []


@pytest.mark.parametrize(
    ("query", "matches"), [("live=true", 1), ("league=1", 1), ("team=2", 1), ("team=3", 0), ("", 1)]
)
def test_matches_by_league_by_team_and_those_that_are_on(container: ApiContainer, query: str, matches: int) -> None:
    assert len(good(ask(container, "/api/v1/fixtures", query)).json["fixtures"]) == matches


def test_an_archived_match_is_not_live(container: ApiContainer, commands: Listener) -> None:
    let_go = match(goal(), status="SUSP", completed_at=NOW, completed_because="overdue")
    container.database["fixtures_completed"].insert_one({**let_go, "_id": 5})
    assert len(commands.writes()) == 1
    assert len(good(ask(container, "/api/v1/fixtures", "live=true")).json["fixtures"]) == 1
    assert good(ask(container, "/api/v1/fixtures/5")).json["match"]["phase"] == "over"
    assert [day["live"] for day in good(ask(container, "/api/v1/dates")).json["dates"]] == [1]


def test_the_newest_goals_first(container: ApiContainer) -> None:
    cards = good(ask(container, "/api/v1/events")).json["events"]
    assert [card["goal"]["minute"]["text"] for card in cards] == ["35'", "23'"]
    assert ask(container, "/api/v1/events", "since=2022-12-18T15:30:00Z").json["events"] == cards[:1]


def test_names_without_their_accents(container: ApiContainer) -> None:
    results = good(ask(container, "/api/v1/search", "q=mes")).json
    assert results["players"] == ["L. Messi"]
    assert [card["goal"]["scorer"] for card in results["goals"]] == ["L. Messi", "L. Messi"]
    assert good(ask(container, "/api/v1/search", "q=arg")).json["teams"] == [{"id": 26, "name": "Argentina"}]
    assert ask(container, "/api/v1/search", "q=m").status == 400


def test_days_coverage_and_health(container: ApiContainer) -> None:
    [day] = good(ask(container, "/api/v1/dates")).json["dates"]
    assert day == {"date": "2022-12-18", "fixtures": 1, "goals": 1, "clips": 1, "live": 1}
    assert good(ask(container, "/api/v1/coverage")).json["total"] == {"goals": 1, "with_clip": 1, "verified": 1}
    health = good(ask(container, "/api/v1/health")).json
    assert health["state"] == "late"
    assert health["contact"] == container.settings.contact


def test_a_known_etag_is_answered_with_304(container: ApiContainer) -> None:
    first = ask(container, "/api/v1/fixtures/979139")
    again = ask(container, "/api/v1/fixtures/979139", if_none_match=first.headers["ETag"])
    assert (again.status, again.body) == (304, "")


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("/api/v1/fixtures", "date=yesterday", "date"),
        ("/api/v1/fixtures", "league=-1", "league"),
        ("/api/v1/fixtures", "live=perhaps", "live"),
        ("/api/v1/fixtures/x", "", "fixture_id"),
        ("/api/v1/events", "since=noon", "since"),
        ("/api/v1/search", "", "q"),
    ],
)
def test_a_bad_parameter_is_named(container: ApiContainer, path: str, query: str, field: str) -> None:
    refused = ask(container, path, query)
    assert refused.status == 400
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert [fault["field"] for fault in refused.json["faults"]] == [field]


def server_event(answer: Answer) -> tuple[str, str, object]:
    lines = dict(line.split(": ", 1) for line in good(answer).body.strip().splitlines())
    return lines["event"], lines["id"], json.loads(lines["data"])


def test_the_stream_returns_changes_since_the_cursor(container: ApiContainer) -> None:
    assert ask(container, "/api/v1/stream").headers["Content-Type"] == "text/event-stream"
    event, cursor, _ = server_event(ask(container, "/api/v1/stream"))
    assert event == "hello"
    changes = {"fixtures": [{"id": 979139, "stamp": int(STAMP.timestamp() * 1000)}]}
    assert server_event(ask(container, "/api/v1/stream", last_event_id=cursor)) == ("invalidate", cursor, changes)
    container.machine_clock = Stopped(STAMP + timedelta(seconds=40))
    _, later, _ = server_event(ask(container, "/api/v1/stream", last_event_id=cursor))
    assert server_event(ask(container, "/api/v1/stream", last_event_id=later)) == ("nothing", later, {"fixtures": []})


@pytest.mark.parametrize("cursor", ["yesterday", "1", "99999999999", "١٢٣٤٥٦٧٨٩٠", str(int(STAMP.timestamp()) - 3600)])
def test_an_old_cursor_asks_for_a_reload(container: ApiContainer, cursor: str) -> None:
    assert server_event(ask(container, "/api/v1/stream", last_event_id=cursor))[0] == "reload"


def test_links_lead_to_the_file_and_to_a_player_page(container: ApiContainer) -> None:
    redirect = ask(container, f"/api/v1/clips/{LINK}")
    assert (redirect.status, redirect.headers["Location"][:7]) == (302, "/media/")
    assert ask(container, f"/api/v1/clips/{LINK}/poster").headers["Location"].endswith(".jpg")
    shared = ask(container, f"/v/{LINK}")
    assert shared.status == 200
    assert '<meta property="og:video" content="https://goals.example/api/v1/clips/' in shared.body
    assert "Argentina 1-0 France" in shared.body
    # X draws no card at all for a player that it has not approved of
    assert '<meta name="twitter:card" content="summary_large_image">' in shared.body


def test_links_follow_replacements_and_explain_removals(container: ApiContainer) -> None:
    assert ask(container, f"/v/{OTHER_LINK}").headers["Location"] == f"/v/{LINK}"
    assert ask(container, f"/api/v1/clips/{OTHER_LINK}").headers["Location"] == f"/api/v1/clips/{LINK}"
    removed = ask(container, f"/v/{OLD_LINK}")
    assert removed.status == 410
    assert "VAR" in removed.body
    assert ask(container, f"/api/v1/clips/{OLD_LINK}").status == 410
    assert ask(container, "/v/7-aaaaaaaaaaaa").status == 410
    assert ask(container, "/v/nonsense").status == 404


@pytest.mark.parametrize("path", ["/feeds/leagues/1", "/feeds/teams/26"])
def test_goals_as_a_feed(container: ApiContainer, path: str) -> None:
    answer = good(ask(container, path))
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    atom = "{http://www.w3.org/2005/Atom}"
    entries = ET.fromstring(answer.body).findall(f"{atom}entry")  # noqa: S314 - our own words
    assert [entry.findtext(f"{atom}summary") for entry in entries] == ["disallowed by the VAR", "1 clip"]
    assert ask(container, "/feeds/teams/999").status == 404


def test_a_goal_whose_clips_are_hidden_leaves_the_feed(
    container: ApiContainer, database: Database[FixtureDocument], commands: Listener
) -> None:
    hidden = {"events.0._s3_videos.0.hidden": {"by": "anna", "at": NOW}}
    database["fixtures_active"].update_one({}, {"$set": hidden})
    commands.writes()  # this one is ours
    feed = good(ask(container, "/feeds/leagues/1")).body
    assert feed.count("<entry>") == 1
    assert "1 clip" not in feed


def test_an_entry_is_updated_when_there_is_something_to_watch(
    container: ApiContainer, database: Database[FixtureDocument], commands: Listener
) -> None:
    def updated() -> list[str | None]:
        atom = "{http://www.w3.org/2005/Atom}"
        feed = ET.fromstring(ask(container, "/feeds/leagues/1").body)  # noqa: S314 - our own words
        return [entry.findtext(f"{atom}updated") for entry in feed.findall(f"{atom}entry")]

    assert updated() == ["2022-12-18T15:40:00Z", "2022-12-18T15:23:00Z"]
    there = {"events.0._telemetry.first_clip_at": NOW - timedelta(minutes=10)}
    database["fixtures_active"].update_one({}, {"$set": there})
    commands.writes()  # this one is ours
    assert updated() == ["2022-12-18T15:40:00Z", "2022-12-18T15:30:00Z"]
