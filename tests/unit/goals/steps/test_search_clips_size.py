"""Size of the input of a download."""

import json

from pydantic import TypeAdapter

from footy.core.http.lenient import Address, PostId
from footy.goals.model.clips import ChosenPost
from footy.goals.model.ids import download_of
from footy.goals.search.posts import FoundVideo, Variant, post_url
from footy.goals.settings import Rules
from footy.goals.steps.search_clips import _chosen_post

MOST_BYTES = 256 * 1024  # Step Functions ends an execution above that, and no state can catch it
LONGEST = TypeAdapter(Address).validate_python('"' * 2000)  # a sign that takes two in JSON, and four in JSON in JSON
LONGEST_ID = TypeAdapter(PostId).validate_python("9" * 40)
GOAL = "1390001_40_florian-wirtz_Goal_1"


def longest() -> ChosenPost:
    file = Variant(LONGEST, 2**31 - 1, 1280, 720)
    found = FoundVideo(url=LONGEST, tweet_id=LONGEST_ID, duration=59.999999999999, variants=(file,))
    return _chosen_post(found, 10, Rules())


def test_the_longest_clips_fit_into_an_execution_input() -> None:
    clips = [longest() for _ in range(Rules().clips_per_attempt)]
    order = {"event_id": GOAL, "download_id": download_of(10, GOAL), "clips": clips}
    assert len(json.dumps(order)) < MOST_BYTES / 5
    assert len(json.dumps({"Input": json.dumps(order)})) < MOST_BYTES / 2


def test_no_address_of_a_post_is_longer() -> None:
    assert len(post_url(LONGEST_ID)) < len(LONGEST)
