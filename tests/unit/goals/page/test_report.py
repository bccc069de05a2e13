"""Figures of one goal for the dashboards (W3)."""

from datetime import timedelta

from footy.goals.page.report import report_of
from tests.support.clips import stored
from tests.support.goals import NOON, goal


def test_times_count_from_the_first_sight() -> None:
    moments = {"opened_at": NOON + timedelta(seconds=60), "first_clip_at": NOON + timedelta(seconds=95)}
    event = goal(_first_seen=NOON, _telemetry={**moments, "completed_at": NOON + timedelta(minutes=15)})
    assert report_of(event).seconds == {"stable": 60, "first_clip": 95, "complete": 900}


def test_a_goal_is_covered_by_one_verified_clip() -> None:
    unverified, verified_clip = stored("a", timestamp_verified=False), stored("b", timestamp_verified=True)
    assert not report_of(goal(_s3_videos=[unverified])).verified
    covered = report_of(goal(_s3_videos=[unverified, verified_clip]))
    assert (covered.verified, covered.clips) == (True, 2)


def test_what_was_published_turned_away_and_failed_is_told_apart() -> None:
    outcomes = [{"new": 2, "duplicate": 1, "filmed_screen": 3}, {"unchecked": 4, "better": 1, "wrong_minute": 1}]
    downloads = [{"id": str(n), "outcomes": one} for n, one in enumerate(outcomes)]
    assert report_of(goal(_telemetry={"downloads": downloads})).outcomes == {
        "published": 4,
        "turned_away": 4,
        "failed": 4,
    }


def test_attempts_and_what_their_posts_cost() -> None:
    report = report_of(goal(_telemetry={"attempts": [{}, {}], "posts_usd": 0.25}))
    assert (report.attempts, report.dollars) == (2, 0.25)
