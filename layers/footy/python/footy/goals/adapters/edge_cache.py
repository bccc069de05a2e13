"""Adapter of CloudFront's cache of clips."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from footy.core.aws.failures import translate_aws_errors
from footy.goals.model.keys import fixture_prefix

if TYPE_CHECKING:
    from collections.abc import Callable

MEDIA = "/media"
# CloudFront processes 15 paths with a wildcard at a time
MOST_PATHS = 10


class EdgeCache:
    """Cache of a distribution; without one, as in the local stack, nothing is cached."""

    def __init__(self, client: "Callable[[], Any]", distribution: str) -> None:
        self._client = client
        self._distribution = distribution

    def forget(self, fixtures: Collection[int], reference: str) -> None:
        """Invalidate the clips and posters of fixtures: one path each, because paths cost money."""
        if not self._distribution or not fixtures:
            return
        paths = paths_of(fixtures)
        batch = {"Paths": {"Quantity": len(paths), "Items": paths}, "CallerReference": reference}
        with translate_aws_errors("CloudFront"):
            self._client().create_invalidation(DistributionId=self._distribution, InvalidationBatch=batch)


def paths_of(fixtures: Collection[int]) -> list[str]:
    """Return the paths of all objects of these fixtures."""
    if len(fixtures) > MOST_PATHS:
        return [f"{MEDIA}/*"]
    return [f"{MEDIA}/{fixture_prefix(fixture_id)}*" for fixture_id in sorted(fixtures)]
