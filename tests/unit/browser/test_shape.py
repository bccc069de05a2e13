"""Required fields of a post, tried with every field of a complete one."""

from typing import Any

from footy.core.errors import MalformedAnswer
from footy.goals.search.posts import best_variant
from searcher.timeline import TimelinePage, read_page
from tests.support.json_paths import at, best_film, paths, without
from tests.support.x_answers import entry, full_tweet, page

MEDIA = ("legacy", "extended_entities", "media")
MEDIUM = (*MEDIA, 0)
FILM = (*MEDIUM, "video_info")
MP4S = [(*FILM, "variants", number) for number in (1, 2)]
USER = ("core", "user_results", "result")
NEEDED = {("rest_id",), ("legacy",), ("legacy", "created_at")}
OF_THE_VIDEO = {MEDIA[:2], MEDIA, MEDIUM, (*MEDIUM, "type")}
OF_ITS_FILES = {FILM, (*FILM, "duration_millis"), (*FILM, "variants"), *MP4S} | {
    (*file, name) for file in MP4S for name in ("content_type", "bitrate", "url")
}
OF_THE_AUTHOR = {USER[:1], USER[:2], USER, (*USER, "core"), (*USER, "core", "screen_name")}


def read(post: Any) -> TimelinePage:
    return read_page(page(entry(post)))


def test_the_best_file_and_the_length_are_those_of_the_answer() -> None:
    [video] = read(full_tweet()).videos
    best = best_variant(video.variants, 1080)
    assert best
    assert (video.tweet_id, video.duration, best.url) == best_film(full_tweet())


def test_only_required_fields_change_the_result_when_missing() -> None:
    full, changed = read(full_tweet()), set()
    for path in paths(full_tweet()):
        try:
            changed |= {path} if read(without(full_tweet(), path)) != full else set()
        except MalformedAnswer:
            changed.add(path)
    assert changed == NEEDED | OF_THE_VIDEO | OF_ITS_FILES | OF_THE_AUTHOR | {("legacy", "full_text")}


def test_what_nobody_knows_yet_is_passed_by_wherever_it_stands() -> None:
    full = read(full_tweet())
    for path in [(), *paths(full_tweet())]:
        post = full_tweet()
        if isinstance(holder := at(post, path), dict):
            holder["of_tomorrow"] = {"result": {"rest_id": 1}, "media": [None]}
            assert read(post) == full
