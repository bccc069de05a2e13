"""End of a search by its progress."""

from datetime import UTC, datetime, timedelta

from footy.goals.search.posts import FoundVideo
from searcher.progress import SearchProgress, SearchRequest
from searcher.timeline import TimelinePage
from tests.support.x_answers import full_id

NOW = datetime(2022, 12, 18, 15, 25, 15, tzinfo=UTC)


def video(number: int, seconds_old: float) -> FoundVideo:
    return FoundVideo(url="", tweet_id=full_id(number), posted_at=NOW - timedelta(seconds=seconds_old))


def a_page(*videos: FoundVideo, posts: int | None = None) -> TimelinePage:
    oldest = min((one.posted_at for one in videos if one.posted_at), default=None)
    return TimelinePage(videos, {}, len(videos) if posts is None else posts, oldest, "next")


def reading(*observed: int, most_pages: int = 5) -> SearchProgress:
    old_ids = frozenset(map(full_id, observed))
    return SearchProgress(
        SearchRequest(query="", posted_after=NOW - timedelta(minutes=3), known_ids=old_ids), most_pages
    )


def test_it_scrolls_on_while_posts_are_young_and_new() -> None:
    search = reading()
    search.add(a_page(video(3, 10), video(2, 20)), leads_on=True)
    assert not search.done


def test_search_stops_at_a_post_that_is_too_old() -> None:
    search = reading()
    search.add(a_page(video(3, 10), video(2, 200)), leads_on=True)
    assert search.done
    assert [one.tweet_id for one in search.videos] == [full_id(3)]


def test_beyond_a_page_of_what_is_known_nobody_scrolls() -> None:
    search = reading(1, 2)
    search.add(a_page(video(2, 10), video(1, 20)), leads_on=True)
    assert search.done
    assert search.videos == ()


def test_one_known_post_among_new_ones_does_not_end_it() -> None:
    search = reading(1)
    search.add(a_page(video(2, 10), video(1, 20)), leads_on=True)
    assert not search.done
    assert [one.tweet_id for one in search.videos] == [full_id(2)]


def test_an_empty_page_the_last_cursor_and_the_most_pages_end_it() -> None:
    empty, last, long = reading(), reading(), reading(most_pages=2)
    empty.add(a_page(), leads_on=True)
    last.add(a_page(video(1, 10)), leads_on=False)
    long.add(a_page(video(2, 10)), leads_on=True)
    assert (empty.done, last.done, long.done) == (True, True, False)
    long.add(a_page(video(1, 10)), leads_on=True)
    assert long.done
