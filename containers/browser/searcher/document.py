"""What the page itself shows, for the day on which its answers cannot be read any more: posts, but no files of theirs.

A post without files is still worth something: the clips task finds them by the post's address.
"""

from collections import Counter
from typing import Any

from pydantic import Field, ValidationError

from footy.core.errors import MalformedAnswer
from footy.core.http.lenient import FreeText, LenientModel, Moment, ReadableItems
from footy.goals.search.posts import FoundVideo, is_complete_id
from searcher.timeline import ID_DIGITS, Page, Skip

PERMALINK = r"^/[A-Za-z0-9_]{1,15}/status/[0-9]{1,40}$"
# a quoted post is a link inside the article; what stands in it is not the post's own
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


class _Shown(LenientModel):
    link: str = Field(pattern=PERMALINK)
    at: Moment
    films: int = 0
    text: FreeText = ""
    repost: bool = False


class _Document(LenientModel):
    empty: bool
    posts: ReadableItems[_Shown]


def shown(said: Any) -> Page | None:
    """The posts on the page; None while it shows neither posts nor that there are none."""
    try:
        document = _Document.model_validate(said)
    except ValidationError as odd:
        raise MalformedAnswer("the page cannot be read") from odd
    if not document.posts:
        return Page() if document.empty else None
    videos: list[FoundVideo] = []
    skipped = Counter[str]()
    for post in document.posts:
        video = _video(post)
        if isinstance(video, FoundVideo):
            videos.append(video)
        else:
            skipped[video] += 1
    return Page(tuple(videos), dict(skipped), len(document.posts), min(post.at for post in document.posts))


def _video(post: _Shown) -> FoundVideo | Skip:
    _, author, _, tweet_id = post.link.split("/")
    if not is_complete_id(tweet_id, ID_DIGITS):
        return "truncated_id"
    if post.repost:
        return "repost"
    if post.films != 1:
        return "several_videos" if post.films else "no_video"
    url = f"https://x.com{post.link}"
    return FoundVideo(url=url, tweet_id=tweet_id, posted_at=post.at, author=author, text=post.text)
