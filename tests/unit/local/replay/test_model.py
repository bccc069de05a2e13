from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from local.replay import bodies
from local.replay.match import ReplayRow
from local.replay.model import Replay
from local.upstreams.x_query import words_of
from tests.unit.local.replay.days import KICK_OFF, a_day, a_goal, day_text, load, played

FIRST_SEARCH, ATTEMPTS, AGE, SETTLING = 110, 10, 180, 30


@pytest.fixture(scope="module")
def final() -> Replay:
    return Replay.load("world-cup-final-2022")


def test_final_has_six_goals(final: Replay) -> None:
    assert [(goal.player, goal.minute) for goal in final.goals()] == [
        ("L. Messi", 23),
        ("Á. Di María", 36),
        ("K. Mbappé", 80),
        ("K. Mbappé", 81),
        ("L. Messi", 108),
        ("K. Mbappé", 118),
    ]


def goal_rows(replay: Replay) -> list[ReplayRow]:
    return [row for fixture in replay.fixtures for row in fixture.goals()]


def test_every_goal_of_the_final_is_posted_in_many_ways(final: Replay) -> None:
    for row in goal_rows(final):
        assert 6 <= len(row.posts) <= 8
        variants = {variant for post in row.posts for variant in post.variants}
        assert "filmed" in variants
        assert variants & {"reencoded", "caption", "watermark"}
        assert sum(not post.clip.is_football for post in row.posts) == 1
        assert len({post.clip.id for post in row.posts if post.clip.is_football}) == 3


def test_every_goal_of_the_final_has_one_clip_of_a_wrong_minute(final: Replay) -> None:
    for row in goal_rows(final):
        clocks = {post.clip.id: post.clip.graphic.clock for post in row.posts}
        minutes = [clock.seconds / 60 for clock in clocks.values() if clock]
        wrong = [minute for minute in minutes if abs(minute - row.final.minute.elapsed) > 4]
        assert len(wrong) == 1


def test_text_names_scorer_and_team(final: Replay) -> None:
    scorers = {"L. Messi": "messi", "Á. Di María": "maria", "K. Mbappé": "mbappe"}
    for row in goal_rows(final):
        for post in row.posts:
            assert scorers[row.final.player.name or ""] in words_of(post.text)
            assert final.fixtures[0].team(row.side).name.lower() in words_of(post.text)


def test_only_some_of_the_ten_searches_find_something_new(final: Replay) -> None:
    for row in goal_rows(final):
        observed: set[str] = set()
        results = 0
        for n in range(ATTEMPTS):
            now = FIRST_SEARCH + 60 * n
            ages = [(post, (post.at - row.happens_at).total_seconds()) for post in row.posts]
            new = {post.tweet_id for post, age in ages if now - AGE <= age < now - SETTLING} - observed
            observed |= new
            results += bool(new)
        assert 3 <= results <= 6
        assert len(observed) == len(row.posts)


def test_day_begins_before_the_first_match_is_activated(final: Replay) -> None:
    assert final.begins_at == datetime(2022, 12, 18, 14, 25, tzinfo=UTC)
    assert final.ends_at > final.fixtures[0].timeline.ends_at


def test_last_search_fits_into_the_day() -> None:
    short = Replay.load("var")
    last = max(goal.happens_at for goal in short.goals())
    assert short.ends_at >= last + timedelta(minutes=16)


def test_removed_goal_is_shown_but_not_expected() -> None:
    short = Replay.load("var")
    observed = {
        row["player"]["name"]
        for row in bodies.with_events(short.fixtures[0], short.begins_at + timedelta(minutes=43))["events"]
    }
    assert observed == {"T. Holloway", "E. Sundqvist"}
    assert [goal.player for goal in short.goals()] == ["T. Holloway"]


def test_day_may_hold_several_matches(tmp_path: Path) -> None:
    second = (
        day_text(a_goal("30", side="away")).partition("[[fixture]]")[2].replace("501", "502").replace("15:00", "17:30")
    )
    day = load(tmp_path, day_text(a_goal()) + "[[fixture]]" + second)
    assert [fixture.id for fixture in day.on(date(2024, 5, 4))] == [501, 502]
    assert [(goal.fixture_id, goal.minute) for goal in day.goals()] == [(501, 10), (502, 30)]
    assert day.on(date(2024, 5, 5)) == ()
    assert day.team_ids == (1, 2)


def test_outage_rules_its_service_for_its_time(tmp_path: Path) -> None:
    window = "from = 2024-05-04T15:10:00Z\nuntil = 2024-05-04T15:12:00Z\n"
    day = a_day(tmp_path, f'[[outage]]\nkind = "partial"\nleaves_out = [501]\n{window}')
    outage = day.outage("api_football", played(10))
    assert outage
    assert outage.leaves_out == (501,)
    assert day.outage("api_football", played(12)) is None
    assert day.outage("x", played(11)) is None


def test_moments_come_in_order_and_name_what_happens(tmp_path: Path) -> None:
    day = a_day(tmp_path, a_goal() + '[[fixture.row]]\nminute = "30"\nside = "home"\ndetail = "Yellow Card"\n')
    kinds = [(moment.kind, moment.at) for moment in day.moments()]
    assert kinds == [
        ("kick_off", KICK_OFF),
        ("goal", played(9, 30)),
        ("change", played(9, 50)),
        ("row", played(29, 30)),
        ("status", played(47)),
        ("status", played(62)),
        ("status", played(111)),
    ]
