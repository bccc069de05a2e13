"""Model of uploads: the expected clips after any history."""

from dataclasses import dataclass

from tests.support.clips import fetched

FIRST_IDS = ("7_40_9_Goal_1", "7_41_5_Goal_1")


# within a scene the later file is the better one: larger, or clearly longer
NAMES = [f"{scene}{n}" for scene in ("goal", "replay") for n in range(3)]


# no footage is shared between goals here
FILES = {
    f"{first}-{scene}{n}": fetched(f"{first}-{scene}{n}", scene=f"{first}-{scene}", file_size=size, duration=seconds)
    for first in FIRST_IDS
    for scene in ("goal", "replay")
    for n, (size, seconds) in enumerate([(1000, 10.0), (2000, 10.5), (1500, 30.0)])
}


@dataclass
class Cluster:
    """Clip of the model: its best file, verification and popularity."""

    best: str
    verified: bool
    popularity: int

    @property
    def scene(self) -> str:
        return self.best[:-1]


def merge_model(clusters: list[Cluster], name: str, verified: bool) -> list[Cluster]:  # noqa: FBT001
    """Apply the rule: equal files count, equal scenes are joined, the better file stays."""
    twin = next((cluster for cluster in clusters if cluster.best == name), None)
    if twin and (twin.verified or not verified):
        twin.popularity += 1
        return clusters
    clip = Cluster(name, verified, 1 + (twin.popularity if twin else 0))
    others = [cluster for cluster in clusters if cluster is not twin]
    same = [cluster for cluster in others if (cluster.scene, cluster.verified) == (clip.scene, clip.verified)]
    joined = Cluster(
        max([clip.best, *(cluster.best for cluster in same)]),
        verified,
        clip.popularity + sum(k.popularity for k in same),
    )
    return [*(cluster for cluster in others if cluster not in same), joined]


def by_rank(clusters: list[Cluster]) -> list[tuple[str, bool, int]]:
    def rank(cluster: Cluster) -> tuple[bool, int, int, str]:
        file = FILES[cluster.best]
        return not cluster.verified, -cluster.popularity, -file["file_size"], file["md5"]

    return [(FILES[one.best]["md5"], one.verified, one.popularity) for one in sorted(clusters, key=rank)]


def longest_first(name: str) -> tuple[float, int]:
    return -FILES[name]["duration"], -FILES[name]["file_size"]
