"""What work costs in CPU seconds, with the programs it starts: on a busy machine the wall clock says nothing."""

import resource
import time
from collections.abc import Callable, Mapping


def spent() -> float:
    """CPU seconds of this process and of its ended children so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def least(works: Mapping[str, Callable[[], object]], times: int) -> dict[str, float]:
    """The least each work cost; they take turns, so that a noisy minute does not fall on one of them alone."""
    costs: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(times):
        for name, work in works.items():
            before = spent()
            work()
            costs[name].append(spent() - before)
    return {name: min(cost) for name, cost in costs.items()}
