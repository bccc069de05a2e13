"""Posts on the page itself, as a fallback for answers that cannot be read.

A post read from the page has no file urls; the clips worker finds them by the post's address.
"""

from collections import Counter
from typing import Any

from pydantic import Field, ValidationError

from footy.core.errors import MalformedAnswer
from footy.core.http.lenient import FreeText, LenientModel, Moment, ReadableItems
from footy.goals.search.posts import FoundVideo, is_complete_id
from searcher.timeline import ID_DIGITS, Skip, TimelinePage

PERMALINK = r"^/[A-Za-z0-9_]{1,15}/status/[0-9]{1,40}$"
# a quoted post is a link inside the article; its content is not the post's own
READ = """() => ({
  empty: !!document.querySelector('[data-testid="emptyState"]'),
  posts: [...document.querySelectorAll('article[data-testid="tweet"]')].map(article => {
    const own = found => !found.closest('[role="link"]')
    const time = [...article.querySelectorAll('a[href*="/status/"] time')].find(own)
    return {
      link: time ? new URL(time.closest('a').href).pathname : '',
      at: time ? time.getAttribute('datetime') : '',
      films: [...article.querySelectorAll('[data-testid="videoPlayer"]')].filter(own).length,
      text: [...article.querySelectorAll('[data-testid="tweetText"]')].find(own)?.innerText ?? '',
      repost: !!article.querySelector('[data-testid="socialContext"]'),
    }
  }),
})"""


class _ShownPost(LenientModel):
    link: str = Field(pattern=PERMALINK)
    at: Moment
    films: int = 0
    text: FreeText = ""
    repost: bool = False


class _Document(LenientModel):
    empty: bool
    posts: ReadableItems[_ShownPost]


def read_document(content: Any) -> TimelinePage | None:
    """Return the posts on the page; None while it shows neither posts nor an empty result."""
    try:
        document = _Document.model_validate(content)
    except ValidationError as odd:
        raise MalformedAnswer("the page cannot be read") from odd
    if not document.posts:
        return TimelinePage() if document.empty else None
    videos: list[FoundVideo] = []
    skipped = Counter[str]()
    for post in document.posts:
        video = _video(post)
        if isinstance(video, FoundVideo):
            videos.append(video)
        else:
            skipped[video] += 1
    return TimelinePage(tuple(videos), dict(skipped), len(document.posts), min(post.at for post in document.posts))


def _video(post: _ShownPost) -> FoundVideo | Skip:
    _, author, _, tweet_id = post.link.split("/")
    if not is_complete_id(tweet_id, ID_DIGITS):
        return "truncated_id"
    if post.repost:
        return "repost"
    if post.films != 1:
        return "several_videos" if post.films else "no_video"
    url = f"https://x.com{post.link}"
    return FoundVideo(url=url, tweet_id=tweet_id, posted_at=post.at, author=author, text=post.text)
