"""Which stored clips show what a new one shows."""

from collections.abc import Sequence

from footy.clips.hashes import parse_hash
from footy.clips.matching import Corpus
from footy.settings import Rules
from footy.store.documents import Video


def alike(candidate: Video, pool: Sequence[Video], *, rules: Rules) -> list[int]:
    """Indexes of the clips in the pool that match by their hashes; hashes of different versions never do."""
    comparable = [index for index, video in enumerate(pool) if video["hash_version"] == candidate["hash_version"]]
    corpus = Corpus([parse_hash(pool[index]["perceptual_hash"]) for index in comparable])
    query = parse_hash(candidate["perceptual_hash"])
    found = corpus.matches(query, distance=rules.hash_distance, run=rules.hash_run)
    return [comparable[index] for index in found]
