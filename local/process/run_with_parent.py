"""Run a command that ends when the parent process ends, however that happens.

    python run_with_parent.py COMMAND [ARGUMENT...]

The operating systems have no common way to ask for this, and a killed parent cannot clean up.
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
    """Return the exit code of the command, or the shell's code for one that was killed or not started."""
    signals: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: signals.append(number))
    try:
        child = subprocess.Popen(command)
    except OSError as refusal:
        sys.stderr.write(f"{command[0]}: {refusal.strerror}\n")
        return NOT_STARTED
    while child.poll() is None:
        if signals or os.getppid() != PARENT:
            _end(child)
        time.sleep(0.05)
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def _end(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        # processes of the command are in the process group of this one
        os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
