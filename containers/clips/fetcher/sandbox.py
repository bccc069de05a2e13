"""Sandbox of the clip decoder: its limits, and whose fault a lack of memory is."""

import mmap
import sys
from pathlib import Path

from footy.core.sandbox import process
from footy.core.sandbox.process import MEGABYTE, Limits
from footy.goals.settings import Rules

WRITTEN_BYTES = 1 << 20  # for its log; the answer goes through a pipe
FIRST_FREE = 4  # after input, output, errors and the pipe of the answer
SLACK_BYTES = 16 * MEGABYTE


def confine(rules: Rules) -> None:
    """Enter the sandbox, in which the clip and late imports can be read."""
    process.confine(
        Limits(
            cpu_seconds=rules.decode_cpu_seconds,
            megabytes=rules.decode_megabytes,
            written_bytes=WRITTEN_BYTES,
            descriptors=FIRST_FREE + 2,
            opens_files=True,
        )
    )


def is_out_of_memory(rules: Rules) -> bool:
    """Return whether the machine has no memory left; else the clip reached its own limit."""
    if sys.platform != "linux":
        return False
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    allowed = rules.decode_megabytes * MEGABYTE - pages * mmap.PAGESIZE - SLACK_BYTES
    if allowed <= 0:
        return False
    try:
        mmap.mmap(-1, allowed, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError:
        return True
    return False
