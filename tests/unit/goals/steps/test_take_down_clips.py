"""Take-down of clips: hidden ones, those of removed goals and expired ones (W5, G11, G12)."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from footy.goals.adapters.edge_cache import EdgeCache
from footy.goals.adapters.messages import takedown_message
from footy.goals.adapters.mongo.goals.hidden_clips import HiddenClips
from footy.goals.model.documents import Hiding
from footy.goals.model.keys import key_in, poster_key_of
from footy.goals.steps.take_down_clips import take_down_clips
from tests.support.clips import fetched, stored
from tests.support.goals import GOAL, NOON, goal, insert
from tests.support.uploads import Stage, published
from tests.support.var_removal import take_away

HIDING: Hiding = {"by": "anna", "at": NOON}
LINK = "7-aaaaaaaaaaaa"


@dataclass
class CloudFront:
    """Invalidations by their reference."""

    requests: list[tuple[str, list[str]]] = field(default_factory=list)

    def create_invalidation(self, DistributionId: str, InvalidationBatch: dict[str, Any]) -> None:  # noqa: N803
        assert DistributionId == "E1"
        paths = InvalidationBatch["Paths"]
        assert paths["Quantity"] == len(paths["Items"])
        self.requests.append((InvalidationBatch["CallerReference"], paths["Items"]))


@pytest.fixture
def cloudfront() -> CloudFront:
    return CloudFront()


def leave(stage: Stage, *keys: str) -> None:
    for key in keys:
        stage.s3.put_object(Bucket="media", Key=key, Body=b"film", ContentType="video/mp4", CacheControl="c")


def objects_of(place: Any, *keys: str) -> set[str]:
    return {key_in(place, one) for key in keys for one in (key, poster_key_of(key))}


def settle(stage: Stage, cloudfront: CloudFront, *fixtures: int, message_id: str = "m") -> None:
    container = stage.container(edge_cache=EdgeCache(lambda: cloudfront, "E1"))
    body = takedown_message(fixtures or (7,)).body
    assert take_down_clips({"body": body, "message_id": message_id}, container) == "settled"


@pytest.fixture
def two_clips(stage: Stage) -> Stage:
    videos = [stored("a", share_id=LINK), stored("b", share_id="7-bbbbbbbbbbbb")]
    insert(stage.database, goal(_s3_videos=videos))
    leave(stage, *objects_of("published", published("a"), published("b")))
    return stage


def hide(stage: Stage) -> None:
    assert stage.container().hidden_clips.hide(LINK, HIDING)


def test_a_hidden_clip_leaves_its_address_with_its_poster(two_clips: Stage, cloudfront: CloudFront) -> None:
    hide(two_clips)
    settle(two_clips, cloudfront)
    assert set(two_clips.objects()) == objects_of("hidden", published("a")) | objects_of("published", published("b"))
    assert cloudfront.requests == [("m", ["/media/7/*"])]


def test_a_clip_that_is_shown_again_is_published_as_before(two_clips: Stage, cloudfront: CloudFront) -> None:
    hide(two_clips)
    settle(two_clips, cloudfront)
    assert HiddenClips(two_clips.database, two_clips.container().events).show(LINK)
    settle(two_clips, cloudfront)
    assert set(two_clips.objects()) == objects_of("published", published("a"), published("b"))
    head = two_clips.s3.head_object(Bucket="media", Key=published("a"))
    assert (head["ContentType"], head["CacheControl"]) == ("video/mp4", "c")


def test_clips_of_a_removed_goal_leave_their_addresses(two_clips: Stage, cloudfront: CloudFront) -> None:
    hide(two_clips)
    take_away(two_clips.database, GOAL)
    settle(two_clips, cloudfront)
    assert set(two_clips.objects()) == objects_of("hidden", published("a")) | objects_of("removed", published("b"))


def test_clips_of_a_goal_that_came_back_return(two_clips: Stage, cloudfront: CloudFront) -> None:
    take_away(two_clips.database, GOAL)
    settle(two_clips, cloudfront)
    two_clips.database["fixtures_active"].delete_many({})
    insert(two_clips.database, goal(_s3_videos=[stored("a"), stored("b")], _previous_ids=[GOAL]))
    settle(two_clips, cloudfront)
    assert set(two_clips.objects()) == objects_of("published", published("a"), published("b"))


def test_a_redelivery_clears_the_cache_again(two_clips: Stage, cloudfront: CloudFront) -> None:
    hide(two_clips)
    for _ in range(2):
        settle(two_clips, cloudfront, message_id="same")
    assert [reference for reference, _ in cloudfront.requests] == ["same", "same"]
    assert len(two_clips.objects()) == 4


def test_an_interrupted_move_is_finished(two_clips: Stage, cloudfront: CloudFront) -> None:
    hide(two_clips)
    leave(two_clips, key_in("hidden", published("a")))
    settle(two_clips, cloudfront)
    assert set(two_clips.objects()) == objects_of("hidden", published("a")) | objects_of("published", published("b"))


def test_objects_that_no_document_names_stay(two_clips: Stage, cloudfront: CloudFront) -> None:
    """A batch may have just copied them."""
    leave(two_clips, published("c"))
    settle(two_clips, cloudfront)
    assert published("c") in two_clips.objects()


@pytest.mark.parametrize(("fixtures", "paths"), [(2, ["/media/1/*", "/media/2/*"]), (11, ["/media/*"])])
def test_expired_fixtures_leave_the_edge_cache(
    stage: Stage, cloudfront: CloudFront, fixtures: int, paths: list[str]
) -> None:
    settle(stage, cloudfront, *range(1, fixtures + 1))
    assert cloudfront.requests == [("m", paths)]


def test_without_a_distribution_nothing_is_cleared(cloudfront: CloudFront) -> None:
    EdgeCache(lambda: cloudfront, "").forget([7], "m")
    assert cloudfront.requests == []


def test_a_copy_of_a_hidden_clip_is_never_reachable(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.deliver(fetched("a", scene="goal"))
    assert stage.container().hidden_clips.hide(stage.only()["share_id"], HIDING)
    container = stage.container()
    stage.deliver(fetched("b", scene="goal", file_size=9000), download=2, takedowns=container.takedowns)
    assert stage.objects() == [key_in("hidden", published("b"))]
    assert len(vars(container.takedowns)["messages"]) == 1


def test_a_removed_goal_loses_its_copies_in_every_place(stage: Stage) -> None:
    leave(stage, *objects_of("removed", published("a")), *objects_of("hidden", published("a")))
    stage.media.delete_keys([published("a")])
    assert stage.objects() == []
    leave(stage, *objects_of("removed", published("a")), *objects_of("hidden", published("b")))
    assert stage.media.delete_fixture(7) == 4
    assert stage.objects() == []
