"""One goal with every kind of bad clip: each ends as the rules say (D2 to D20, W3)."""

from collections import Counter
from collections.abc import Iterator

import pytest

from footy.goals.model.documents import EventDocument, Video
from local.replay.model import Replay
from tests.integration.conftest import Played, play_to_the_end

pytestmark = [pytest.mark.xdist_group("matches"), pytest.mark.soak, pytest.mark.long]

SPEED = 20.0
COPIES = 6  # the first upload and five of its copies


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    yield from play_to_the_end("hostile", tmp_path_factory.mktemp("hostile"), speed=SPEED)


@pytest.fixture(scope="module")
def goal(hostile: Played) -> EventDocument:
    [goal] = hostile.goals()
    return goal


@pytest.fixture(scope="module")
def outcomes(goal: EventDocument) -> Counter[str]:
    """Count the outcomes of all downloads of the goal."""
    return sum((Counter(download["outcomes"]) for download in goal["_telemetry"]["downloads"]), Counter[str]())


def posts_of(person: str) -> set[str]:
    """Return the ids of a person's posts; `person` is a prefix."""
    return {post.tweet_id for post in Replay.load("hostile").posts() if post.by.startswith(person)}


def by(goal: EventDocument, *people: str) -> list[Video]:
    """Return the published clips of these people."""
    ids = set().union(*map(posts_of, people))
    assert ids
    return [video for video in goal["_s3_videos"] if video["source_url"].rpartition("/")[2] in ids]


def test_the_match_ends_without_a_problem(hostile: Played) -> None:
    assert hostile.summary.problems == []


@pytest.mark.parametrize(
    ("person", "outcome"),
    [
        ("demo_sofa", "filmed_screen"),
        ("demo_hockey", "not_football"),
        ("demo_memory", "waiting"),
        ("demo_gone", "deleted"),
        ("demo_half", "damaged"),
    ],
)
def test_rejected_clips_are_counted_by_reason(
    goal: EventDocument, outcomes: Counter[str], person: str, outcome: str
) -> None:
    assert outcomes[outcome] == 1
    assert by(goal, person) == []


def test_a_frozen_clock_hides_the_minute_and_disproves_nothing(goal: EventDocument) -> None:
    [frozen] = by(goal, "demo_frozen")
    assert (frozen["timestamp_status"], frozen["timestamp_verified"]) == ("unverified", False)


def test_copies_are_one_clip_with_the_popularity_of_all(goal: EventDocument) -> None:
    [one] = by(goal, "demo_southmoor", "demo_copy")
    assert one["popularity"] == COPIES
    assert one["timestamp_status"] == "verified"
    assert one["rank"] == 1


def test_a_vision_outage_loses_no_clip(goal: EventDocument, outcomes: Counter[str]) -> None:
    assert outcomes["unchecked"] == 0
    assert by(goal, "demo_bench")


def test_every_post_is_accounted_for(goal: EventDocument, outcomes: Counter[str]) -> None:
    in_the_end = sum(outcomes.values()) - outcomes["unchecked"]
    assert in_the_end + (0 if by(goal, "demo_bench") else 1) == len(Replay.load("hostile").posts())
    assert goal["_telemetry"]["completed_because"] == "downloads_finished"
