"""Killing of function processes, which only the embedded emulator runs as child processes."""

import random
import signal
import subprocess
from os import kill

from local.aws.engine import Aws


def end_one(aws: Aws, dice: random.Random) -> bool:
    """Kill a random function process and return whether there was one."""
    command = ["/bin/ps", "-A", "-ww", "-o", "pid=,ppid=,args="]
    listing = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [line.split(maxsplit=2) for line in listing.stdout.splitlines()]
    found = [int(pid) for pid, parent, args in lines if parent == str(aws.pid) and "_worker.py" in args]
    if not found:
        return False
    try:
        kill(dice.choice(found), signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True
