"""Clips as tests need them: unlike each other unless told otherwise."""

from hashlib import md5, sha256
from typing import Any, cast

from footy.goals.clips.copies.dedup import new_video
from footy.goals.clips.copies.hashes import HASH_VERSION, format_hash, format_views, parse_hash
from footy.goals.model.clips import FetchedClip, HashViews, Verdict
from footy.goals.model.documents import Video


def file_of(name: str) -> str:
    """The MD5 of a file called so."""
    return md5(name.encode(), usedforsecurity=False).hexdigest()


def footage(scene: str, frames: int = 12) -> str:
    """The hash of a scene; the same scene always looks the same, two scenes never do."""
    bits = (int(sha256(f"{scene}{n}".encode()).hexdigest()[:16], 16) for n in range(frames))
    return format_hash((0.25 * n, shown) for n, shown in enumerate(bits, start=1))


def sights(scene: str) -> HashViews:
    """The views of a scene: as unlike each other as two scenes are."""
    return format_views({name: parse_hash(footage(f"{scene} {name}")) for name in ("crop", "mirror")})


def fetched(name: str, *, scene: str | None = None, **facts: Any) -> FetchedClip:
    """A fetched clip; without a scene it shows its own."""
    clip = {
        "md5": file_of(name),
        "source_url": f"https://x.com/i/status/{name}",
        "tweet_id": name,
        "file_size": 1000,
        "duration": 12.0,
        "width": 1280,
        "height": 720,
        "bitrate": 900_000,
        "perceptual_hash": footage(scene or name),
        "hash_version": HASH_VERSION,
        "hash_views": sights(scene or name),
        "copies": 1,
    }
    return cast("FetchedClip", {**clip, **facts})


def verdict(clip: FetchedClip, *, verified: bool = True, outcome: str = "accepted") -> Verdict:
    """What the vision model said of a clip."""
    status = "verified" if verified else "unverified"
    told = {"clip": clip["tweet_id"], "outcome": outcome, "verified": verified, "minute": 67 if verified else None}
    return cast("Verdict", {**told, "status": status})


def arrival(name: str, *, scene: str | None = None, verified: bool = True, **facts: Any) -> Video:
    """An accepted clip on its way to be published."""
    clip = fetched(name, scene=scene, **facts)
    key = f"7/7_40_9_Goal_1/{clip['md5'][:16]}.mp4"
    return new_video(clip, verdict(clip, verified=verified), found_at="7_40_9_Goal_1", key=key, url=f"s3://media/{key}")


def stored(name: str, *, scene: str | None = None, verified: bool = True, **facts: Any) -> Video:
    """A published clip."""
    clip = arrival(name, scene=scene, verified=verified)
    return cast("Video", {**clip, "rank": 1, "share_id": f"share-{name}", **facts})
