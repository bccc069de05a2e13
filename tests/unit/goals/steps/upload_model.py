"""What a history of uploads should end as, in the simplest words."""

from dataclasses import dataclass

from tests.support.clips import fetched

FIRST_IDS = ("7_40_9_Goal_1", "7_41_5_Goal_1")


# within a scene the later file is the better one: larger, or clearly longer
NAMES = [f"{scene}{n}" for scene in ("goal", "replay") for n in range(3)]


# each goal has footage of its own: what two goals share is tried in test_settling_properties
FILES = {
    f"{first}-{scene}{n}": fetched(f"{first}-{scene}{n}", scene=f"{first}-{scene}", file_size=size, duration=seconds)
    for first in FIRST_IDS
    for scene in ("goal", "replay")
    for n, (size, seconds) in enumerate([(1000, 10.0), (2000, 10.5), (1500, 30.0)])
}


@dataclass
class Cluster:
    """What the model knows of one clip: what it shows, the best file of it, and how often it was posted."""

    best: str
    verified: bool
    popularity: int

    @property
    def scene(self) -> str:
        return self.best[:-1]


def placed(clusters: list[Cluster], name: str, verified: bool) -> list[Cluster]:  # noqa: FBT001
    """The rule in a few words: the same file counts, the same scene joins, the better file stays."""
    twin = next((known for known in clusters if known.best == name), None)
    if twin and (twin.verified or not verified):
        twin.popularity += 1
        return clusters
    clip = Cluster(name, verified, 1 + (twin.popularity if twin else 0))
    others = [known for known in clusters if known is not twin]
    same = [known for known in others if (known.scene, known.verified) == (clip.scene, clip.verified)]
    joined = Cluster(
        max([clip.best, *(known.best for known in same)]), verified, clip.popularity + sum(k.popularity for k in same)
    )
    return [*(known for known in others if known not in same), joined]


def by_rank(clusters: list[Cluster]) -> list[tuple[str, bool, int]]:
    def rank(known: Cluster) -> tuple[bool, int, int, str]:
        file = FILES[known.best]
        return not known.verified, -known.popularity, -file["file_size"], file["md5"]

    return [(FILES[one.best]["md5"], one.verified, one.popularity) for one in sorted(clusters, key=rank)]


def longest_first(name: str) -> tuple[float, int]:
    return -FILES[name]["duration"], -FILES[name]["file_size"]
