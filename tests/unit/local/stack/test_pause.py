"""Pause on Ctrl-Z."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from local import PROJECT

SCRIPT = """
import sys, time
from pathlib import Path
from local.stack.pause import pause_on_suspend
with pause_on_suspend(Path(sys.argv[1]).touch):
    print("runs", flush=True)
    while not Path(sys.argv[1]).exists():
        time.sleep(0.01)
    print("continues", flush=True)
"""


def test_clock_is_paused_before_the_process_stops(tmp_path: Path) -> None:
    paused = tmp_path / "paused"
    command = [sys.executable, "-c", SCRIPT, str(paused)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout
        assert player.stdout.readline() == "runs\n"
        player.send_signal(signal.SIGTSTP)
        _, status = os.waitpid(player.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        assert paused.exists()
        player.send_signal(signal.SIGCONT)
        assert player.stdout.read() == "continues\n"
    assert player.returncode == 0
