"""What runs from a folder, and what it costs."""

import subprocess
import time
from collections import defaultdict
from typing import Any

from footy.core.text import iso
from local.mongo.sockets import without_password
from local.stack.home import Home
from local.stack.home_metadata import Holding


def status_of(home: Home) -> dict[str, Any]:
    """Where the stack can be reached and how much memory all its processes hold."""
    if home.owner is None:
        return {"running": False, "home": str(home.root), "holds": what(home.holding)}
    facts, pace = home.recall(), home.pace()
    if facts is None:
        return {"running": True, "home": str(home.root), "stack": home.owner, "state": "is being set up"}
    return {
        "running": True,
        "home": str(home.root),
        "holds": what(home.holding),
        "stack": facts.stack,
        "match time": iso(pace.at(time.time())) if pace else "not yet",
        "page": facts.page,
        "AWS": facts.endpoint,
        "MongoDB": without_password(facts.mongodb),
        "processes": facts.pids,
        "memory MB": memory_of(facts.stack, *(pid for pid in facts.pids.values() if pid)),
    }


def what(holding: Holding | str | None) -> str:
    """What a home holds, in words."""
    if holding is None:
        return "nothing"
    return holding.name if isinstance(holding, Holding) else holding


def memory_of(*roots: int) -> int:
    """Resident megabytes of these processes and all they started."""
    answer = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,rss="], capture_output=True, text=True, check=True)
    children, kilobytes = defaultdict[int, list[int]](list), dict[int, int]()
    for line in answer.stdout.splitlines():
        pid, parent, rss = map(int, line.split())
        children[parent].append(pid)
        kilobytes[pid] = rss
    waiting, counted = list(roots), set[int]()
    while waiting:
        pid = waiting.pop()
        if pid not in counted:
            counted.add(pid)
            waiting += children[pid]
    return sum(kilobytes.get(pid, 0) for pid in counted) // 1024
