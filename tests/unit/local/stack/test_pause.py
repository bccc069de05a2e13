"""Ctrl-Z, and going on."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from local.stack.home import PROJECT

HOLDS = """
import sys, time
from pathlib import Path
from local.stack.pause import pausing
with pausing(Path(sys.argv[1]).touch):
    print("plays", flush=True)
    while not Path(sys.argv[1]).exists():
        time.sleep(0.01)
    print("goes on", flush=True)
"""


def test_the_clock_is_held_before_ctrl_z_stops_whoever_leads_it(tmp_path: Path) -> None:
    held = tmp_path / "held"
    command = [sys.executable, "-c", HOLDS, str(held)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout
        assert player.stdout.readline() == "plays\n"
        player.send_signal(signal.SIGTSTP)
        _, status = os.waitpid(player.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        assert held.exists()
        player.send_signal(signal.SIGCONT)
        assert player.stdout.read() == "goes on\n"
    assert player.returncode == 0
