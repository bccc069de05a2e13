"""HTML page of a share link: the clip with a preview for messengers, or the reason why it is gone (U8)."""

from dataclasses import dataclass
from html import escape

from footy.goals.clips.sharing import FITS_NO_GOAL, HIDDEN, NO_LONGER_KEPT
from footy.goals.model.documents import EventDocument, FixtureDocument, Video
from footy.goals.page.goals import API, minute_text

WHY_GONE = {
    "var": "The goal was disallowed by the VAR, and its clips were removed.",
    "scorer_never_known": "The goal was removed: its scorer was never named.",
    HIDDEN: "This clip was removed from the page.",
    FITS_NO_GOAL: "This clip was removed: it shows another scene.",
    NO_LONGER_KEPT: "This clip has expired: matches are kept for two weeks.",
}
UNEXPLAINED = "This clip is gone."


@dataclass(frozen=True, slots=True)
class ShareCard:
    """Contents of the page of a clip."""

    share_id: str
    title: str
    width: int
    height: int
    source_url: str


def shared_clip(fixture: FixtureDocument, event: EventDocument, video: Video) -> ShareCard:
    """Return the contents of the page of a clip."""
    teams, after, time = fixture["teams"], event["_score_after"], event["time"]
    home, away = teams["home"].get("name") or "?", teams["away"].get("name") or "?"
    scorer = event["player"].get("name") or "Goal"
    minute = minute_text(time["elapsed"], time["extra"])
    title = f"{scorer} {minute} · {home} {after['home']}-{after['away']} {away}"
    return ShareCard(video["share_id"], title, video["width"], video["height"], video["source_url"])


def gone_reason(why: str) -> str:
    """Return the reason why a clip is gone, for people."""
    return WHY_GONE.get(why, UNEXPLAINED)


def clip_page(clip: ShareCard, site: str) -> str:
    """Return the page of a clip; messengers read title, poster and video from its head."""
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
    # X shows players of approved sites only; others get no card at all, so this one is an image
    twitter = '<meta name="twitter:card" content="summary_large_image">\n'
    return _page(clip.title, head + twitter, body)


def gone_page(reason: str) -> str:
    """Return the page of a clip that is gone."""
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
    """Return a foreign address if it is a web address."""
    return url if url.startswith("https://") else "/"
