"""CPU seconds of a piece of work and its child processes; wall time depends on the load of the machine."""

import resource
import time
from collections.abc import Callable, Mapping


def spent() -> float:
    """Return the CPU seconds of this process and its finished children."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def least(works: Mapping[str, Callable[[], object]], times: int) -> dict[str, float]:
    """Return the minimum cost of each work; they alternate, so that a noisy minute does not hit only one of them."""
    costs: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(times):
        for name, work in works.items():
            before = spent()
            work()
            costs[name].append(spent() - before)
    return {name: min(cost) for name, cost in costs.items()}
