from datetime import UTC, datetime
from pathlib import Path

import pytest

from local.replay.model import Replay
from local.replay.posts import Post, bit_rate, media_path, snowflake
from tests.unit.local.replay.days import a_day, a_goal, after_goal


def a_post(folder: Path, more: str = "") -> Post:
    post = f'[[fixture.row.post]]\nafter = 40\nby = "fan"\ntext = "Nine!"\nclip = "nine-10"\n{more}\n'
    day = a_day(folder, a_goal() + '[[fixture.row.clip]]\nid = "nine-10"\n' + post)
    return day.posts()[0]


def test_id_contains_its_time() -> None:
    moment = datetime(2022, 12, 18, 15, 23, 14, tzinfo=UTC)
    identity = int(snowflake(moment, "anything"))
    assert datetime.fromtimestamp(((identity >> 22) + 1288834974657) / 1000, UTC) == moment
    assert len(str(identity)) == 19


def test_ids_are_the_same_on_every_run_and_differ_between_posts() -> None:
    ids = [post.tweet_id for post in Replay.load("world-cup-final-2022").posts()]
    assert ids == [post.tweet_id for post in Replay.load("world-cup-final-2022").posts()]
    assert len(set(ids)) == len(ids)


def test_later_posts_have_larger_ids() -> None:
    ids = [int(post.tweet_id) for post in Replay.load("world-cup-final-2022").posts()]
    assert ids == sorted(ids)


def test_post_is_there_from_its_moment_until_it_is_deleted(tmp_path: Path) -> None:
    post = a_post(tmp_path, "deleted_after = 100")
    assert [post.visible(after_goal(at)) for at in (39, 40, 139, 140)] == [False, True, True, False]


@pytest.mark.parametrize(
    ("variants", "size"), [("[]", (640, 360)), ('["small"]', (480, 270)), ('["portrait", "caption"]', (360, 640))]
)
def test_best_file_has_the_size_of_its_variant(tmp_path: Path, variants: str, size: tuple[int, int]) -> None:
    best, lesser = a_post(tmp_path, f"variants = {variants}").renderings()
    assert (best.width, best.height) == size
    assert lesser.width < best.width
    assert bit_rate(lesser) < bit_rate(best)


def test_media_path_names_media_size_and_file(tmp_path: Path) -> None:
    post = a_post(tmp_path)
    path = media_path(post, post.renderings()[0])
    assert path.startswith(f"/ext_tw_video/{post.media_id}/pu/vid/avc1/640x360/")
    assert path.endswith(".mp4")


def test_key_depends_on_the_pixels(tmp_path: Path) -> None:
    plain = a_post(tmp_path).renderings()[0].key
    assert plain == a_post(tmp_path).renderings()[0].key
    assert plain != a_post(tmp_path, 'variants = ["caption"]').renderings()[0].key
    assert plain != a_post(tmp_path, "starts = 1").renderings()[0].key
