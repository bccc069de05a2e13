"""Runs a command that ends when the process that asked for it ends, however that happens.

    python leash.py COMMAND [ARGUMENT...]

The operating systems have no common way to say so, and a killed parent cannot tidy up.
"""

import os
import signal
import subprocess
import sys
import time

PARENT = os.getppid()
GRACE_SECONDS = 5.0
NOT_STARTED = 127


def main(command: list[str]) -> int:
    """The exit code of the command, or of the shell's convention when it was killed or never started."""
    asked_to_stop: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: asked_to_stop.append(number))
    try:
        child = subprocess.Popen(command)
    except OSError as refusal:
        sys.stderr.write(f"{command[0]}: {refusal.strerror}\n")
        return NOT_STARTED
    while child.poll() is None:
        if asked_to_stop or os.getppid() != PARENT:
            _end(child)
        time.sleep(0.05)
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def _end(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        # What the command itself started is in its process group, which is this one's.
        os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
