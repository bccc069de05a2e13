"""Lambda functions around the search of a goal."""

from typing import Any

import pytest
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from footy.goals.search.posts import SearchAnswer, SearchQuery
from footy.goals.steps.resolve_aliases import Input
from lambdas.check_completion import handler as check_completion
from lambdas.open_search import handler as open_search
from lambdas.resolve_aliases import handler as resolve_aliases
from lambdas.search_clips import handler as search_clips
from tests.support.containers import container_of
from tests.support.goal_search import Hands
from tests.support.searches import EVENT_ID, fixture, goal, tweet_id, video

CONTEXT: Any = None


class OnePost:
    """A provider that always finds the same video."""

    video_filter = "filter:videos"
    pays = False

    def search(self, _: SearchQuery) -> SearchAnswer:
        return SearchAnswer((video(1, posted_at=None),))


class NoLibrary:
    """Wikidata without any entity."""

    def names_of(self, *_: object, **__: object) -> None: ...


@pytest.fixture(autouse=True)
def wired(database: Database[FixtureDocument], monkeypatch: pytest.MonkeyPatch) -> None:
    database["fixtures_active"].insert_one(fixture(goal()))
    container = container_of(database, clock=Hands(), search_provider=OnePost(), wikidata=NoLibrary())
    for function in (check_completion, open_search, resolve_aliases, search_clips):
        monkeypatch.setattr(function.container, "__dict__", vars(container))


def test_a_team_is_resolved() -> None:
    team: Input = {"id": 40, "name": "Liverpool", "national": False, "country": "England"}
    assert resolve_aliases.handle(team, CONTEXT) == {"aliases": 1}
    assert resolve_aliases.handle({**team, "refresh": True}, CONTEXT) == {"aliases": 1}


def test_a_search_is_opened_and_made() -> None:
    opened = open_search.handle({"event_id": EVENT_ID, "execution": f"goal-{EVENT_ID}"}, CONTEXT)
    assert (opened["attempt"], opened["attempts"]) == (0, 15)
    order = search_clips.handle({"event_id": EVENT_ID, "attempt": 0, "started": 0}, CONTEXT)
    assert order["download"] == f"download1-{EVENT_ID}"
    assert [clip["tweet_id"] for clip in order["clips"]] == [tweet_id(1)]


def test_the_last_look() -> None:
    assert check_completion.handle({"event_id": EVENT_ID}, CONTEXT) == {"complete": False}
