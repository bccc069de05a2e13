"""The small page behind a share link: a clip that plays in place and shows itself in messengers, or why not."""

from dataclasses import dataclass
from html import escape

from footy.goals.clips.sharing import FITS_NO_GOAL, HIDDEN, NO_LONGER_KEPT
from footy.goals.model.documents import EventDocument, FixtureDocument, Video
from footy.goals.page.goals import API, minute_text

# of a link that leads nowhere any more, and why
WHY_GONE = {
    "var": "The goal was taken back by the VAR, and its clips with it.",
    "scorer_never_known": "The goal was taken back.",
    HIDDEN: "This clip was taken off the page.",
    FITS_NO_GOAL: "This clip turned out to show another scene.",
    NO_LONGER_KEPT: "This clip is no longer kept: matches are for two weeks.",
}
UNEXPLAINED = "This clip is gone."


@dataclass(frozen=True, slots=True)
class ShareCard:
    """What the page says of a clip: `title` is a line for people."""

    share_id: str
    title: str
    width: int
    height: int
    source_url: str


def shared_clip(fixture: FixtureDocument, event: EventDocument, video: Video) -> ShareCard:
    """The clip with the match it is of."""
    teams, after, time = fixture["teams"], event["_score_after"], event["time"]
    home, away = teams["home"].get("name") or "?", teams["away"].get("name") or "?"
    scorer = event["player"].get("name") or "Goal"
    minute = minute_text(time["elapsed"], time["extra"])
    title = f"{scorer} {minute} · {home} {after['home']}-{after['away']} {away}"
    return ShareCard(video["share_id"], title, video["width"], video["height"], video["source_url"])


def gone_reason(why: str) -> str:
    """The sentence for a link that leads nowhere."""
    return WHY_GONE.get(why, UNEXPLAINED)


def clip_page(clip: ShareCard, site: str) -> str:
    """HTML that plays the clip; messengers read its title, poster and video from the head."""
    video, poster = f"{API}/clips/{clip.share_id}", f"{API}/clips/{clip.share_id}/poster"
    tags = {
        "og:type": "video.other",
        "og:site_name": "found-footy",
        "og:title": clip.title,
        "og:url": f"{site}/v/{clip.share_id}",
        "og:image": f"{site}{poster}",
        "og:video": f"{site}{video}",
        "og:video:type": "video/mp4",
        "og:video:width": str(clip.width),
        "og:video:height": str(clip.height),
    }
    head = "".join(f'<meta property="{name}" content="{escape(text)}">\n' for name, text in tags.items())
    body = (
        f'<video controls autoplay muted loop playsinline poster="{poster}" width="{clip.width}" '
        f'height="{clip.height}" src="{video}"></video>\n'
        f"<h1>{escape(clip.title)}</h1>\n"
        f'<p><a href="{escape(_safe(clip.source_url))}" rel="noopener noreferrer nofollow">source</a>'
        ' · <a href="/">more goals</a></p>\n'
    )
    # X shows a player only of whom it has approved, and no card at all of anybody else's
    twitter = '<meta name="twitter:card" content="summary_large_image">\n'
    return _page(clip.title, head + twitter, body)


def gone_page(reason: str) -> str:
    """HTML that says why there is nothing to see."""
    body = f'<h1>{escape(reason)}</h1>\n<p><a href="/">more goals</a></p>\n'
    return _page("found-footy", '<meta name="robots" content="noindex">\n', body)


def _page(title: str, head: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n{head}"
        '<link rel="icon" href="/icon.svg" type="image/svg+xml">\n'
        f'<link rel="stylesheet" href="/share.css">\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n'
    )


def _safe(url: str) -> str:
    """An address that came from outside is only followed where it is one of the web."""
    return url if url.startswith("https://") else "/"
