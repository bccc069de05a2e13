"""Status of the stack in a home."""

import subprocess
import time
from collections import defaultdict
from typing import Any

from footy.core.text import iso
from local.mongo.sockets import without_password
from local.stack.home import Home
from local.stack.home_metadata import HomeMetadata


def status_of(home: Home) -> dict[str, Any]:
    """Return the addresses of the stack, and the memory of all its processes."""
    if home.owner is None:
        return {"running": False, "home": str(home.root), "contains": _title(home.metadata)}
    stack, pace = home.read_running(), home.pace()
    if stack is None:
        return {"running": True, "home": str(home.root), "stack": home.owner, "state": "starting"}
    return {
        "running": True,
        "home": str(home.root),
        "contains": _title(home.metadata),
        "stack": stack.stack,
        "match time": iso(pace.at(time.time())) if pace else "not yet",
        **home.keys.links(stack.page),
        "AWS": stack.endpoint,
        "MongoDB": without_password(stack.mongodb),
        "processes": stack.pids,
        "memory MB": memory_of(stack.stack, *(pid for pid in stack.pids.values() if pid)),
    }


def _title(metadata: HomeMetadata | str | None) -> str:
    if metadata is None:
        return "nothing"
    return metadata.title if isinstance(metadata, HomeMetadata) else metadata


def memory_of(*roots: int) -> int:
    """Return the resident megabytes of these processes and all their descendants."""
    answer = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,rss="], capture_output=True, text=True, check=True)
    children, kilobytes = defaultdict[int, list[int]](list), dict[int, int]()
    for line in answer.stdout.splitlines():
        pid, parent, rss = map(int, line.split())
        children[parent].append(pid)
        kilobytes[pid] = rss
    queue, counted = list(roots), set[int]()
    while queue:
        pid = queue.pop()
        if pid not in counted:
            counted.add(pid)
            queue += children[pid]
    return sum(kilobytes.get(pid, 0) for pid in counted) // 1024
