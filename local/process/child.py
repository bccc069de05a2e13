"""Owner of child processes: start one, wait until it answers, end it."""

import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from local.process.errors import LocalError
from local.process.timeouts import START_SECONDS, STOP_SECONDS

POLL_SECONDS = 0.05
REFUSAL = "refused: "


@dataclass(slots=True)
class ChildProcess(ABC):
    """One process that this one starts, and ends by its own id."""

    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @abstractmethod
    def start(self) -> Any:
        """Start the process and return when it answers."""

    @property
    def pid(self) -> int | None:
        """Process id while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def exit_reason(self) -> str | None:
        """Signal or exit code of a process that ended without `stop`."""
        code = self._process.poll() if self._process else None
        if code is None:
            return None
        return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"

    def launch(
        self,
        label: str,
        command: Sequence[str],
        *,
        log: Path,
        environment: Mapping[str, str],
        is_ready: Callable[[], bool],
        **options: Any,
    ) -> None:
        """Start a command with its output in `log`, and return when `is_ready` agrees."""
        logged = log.stat().st_size if log.exists() else 0
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                [*command], env=dict(environment), stdout=output, stderr=subprocess.STDOUT, **options
            )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.pid is None:
                self.stop()
                raise LocalError(f"{label} did not start: {_failure(log, logged)} (see {log})")
            if is_ready():
                return
            time.sleep(POLL_SECONDS)
        self.stop()
        raise LocalError(f"{label} did not answer within {START_SECONDS:.0f} s: see {log}")

    def stop(self) -> None:
        """End the process: by closing its input where it has one, else by SIGTERM."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin:
            with suppress(BrokenPipeError):
                process.stdin.close()
        else:
            process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _failure(log: Path, start: int) -> str:
    """Return the line of the log that explains a failed start best."""
    with log.open("rb") as file:
        file.seek(start)
        lines = [line.strip() for line in file.read().decode(errors="replace").splitlines() if line.strip()]
    refusals = [line.removeprefix(REFUSAL) for line in lines if line.startswith(REFUSAL)]
    # the last line of a traceback is its error, elsewhere later errors follow from the first one
    errors = [] if any(line.startswith("Traceback") for line in lines) else [line for line in lines if "rror" in line]
    return (refusals[-1:] or errors[:1] or lines[-1:] or ["no output"])[0][:200]
