"""Builders for clips, which are unlike each other unless a test gives them the same scene."""

from hashlib import md5, sha256
from typing import Any, cast

from footy.goals.clips.copies.dedup import new_video
from footy.goals.clips.copies.hashes import HASH_VERSION, format_hash, format_views, parse_hash
from footy.goals.model.clips import FetchedClip, HashViews, Verdict
from footy.goals.model.documents import Video
from footy.goals.model.keys import clip_key

NAMING_SECRET = b"naming secret of the tests"


def file_of(name: str) -> str:
    """Return the MD5 of a file with this name."""
    return md5(name.encode(), usedforsecurity=False).hexdigest()


def footage(scene: str, frames: int = 12) -> str:
    """Return the hash of a scene: equal for the same scene, far apart for two scenes."""
    bits = (int(sha256(f"{scene}{n}".encode()).hexdigest()[:16], 16) for n in range(frames))
    return format_hash((0.25 * n, frame_bits) for n, frame_bits in enumerate(bits, start=1))


def sights(scene: str) -> HashViews:
    """Return the views of a scene."""
    return format_views({name: parse_hash(footage(f"{scene} {name}")) for name in ("crop", "mirror")})


def fetched(name: str, *, scene: str | None = None, **facts: Any) -> FetchedClip:
    """Build a fetched clip; by default its scene is unique."""
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
    """Build the verdict of the vision model on a clip."""
    status = "verified" if verified else "unverified"
    verdict_facts = {
        "clip": clip["tweet_id"],
        "outcome": outcome,
        "verified": verified,
        "minute": 67 if verified else None,
    }
    return cast("Verdict", {**verdict_facts, "status": status})


def arrival(name: str, *, scene: str | None = None, verified: bool = True, **facts: Any) -> Video:
    """Build an accepted clip that is about to be published."""
    clip = fetched(name, scene=scene, **facts)
    key = clip_key("7_40_9_Goal_1", clip["md5"], NAMING_SECRET)
    return new_video(clip, verdict(clip, verified=verified), found_at="7_40_9_Goal_1", key=key, url=f"s3://media/{key}")


def stored(name: str, *, scene: str | None = None, verified: bool = True, **facts: Any) -> Video:
    """Build a published clip."""
    clip = arrival(name, scene=scene, verified=verified)
    return cast("Video", {**clip, "rank": 1, "share_id": f"share-{name}", **facts})
