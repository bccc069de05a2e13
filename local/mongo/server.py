"""Starts and stops the database of the local stack."""

import os
import platform
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import quote

from local.mongo.glibc import WAYS_OUT, loader
from local.mongo.sockets import answers, check_address, clear, is_left, is_open, socket_folder
from local.process import run_with_parent
from local.process.errors import LocalError
from local.process.processes import ending_of
from local.process.timeouts import LEAVING_SECONDS, START_SECONDS, STOP_SECONDS
from local.stack.home import PROJECT

# The embedded engine confirms a majority write before it is in the journal, and a kill loses it; w=1 waits for it.
OPTIONS = "directConnection=true&w=1&journal=true"
SOCKET = "mongodb.sock"
SUPPORTED = {("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64")}


@dataclass(slots=True)
class MongoServer:
    """The MongoDB that is given by its address, else `mongod`, else the embedded engine, with its data in `home`."""

    home: Path
    given: str = field(default_factory=lambda: os.environ.get("MONGODB_URI", ""))
    libraries: Path = PROJECT / ".local" / "glibc"
    uri: str = field(default="", init=False)
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def log(self) -> Path:
        """What the database says."""
        return self.home / "mongo.log"

    @property
    def pid(self) -> int | None:
        """Its process, when it is one of ours and runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def ending(self) -> str | None:
        """How it ended, when it is one of ours and nobody stopped it."""
        return ending_of(self._process)

    def start(self) -> Self:
        """Returns when the database answers at `uri`."""
        if self.given:
            check_address(self.given)
            self.uri = self.given
            return self
        data = self.home / "data"
        try:
            data.mkdir(parents=True, exist_ok=True)
            (self.home / "pid").touch()
        except OSError as refusal:
            raise LocalError(f"the folder {self.home} cannot be written ({refusal.strerror}): choose another") from None
        socket = self._free_socket()
        command = self._command(data, socket)
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                cwd=PROJECT,
                # The engine makes its socket in the temporary folder; TMPDIR keeps that private and on one filesystem.
                env={**os.environ, "TMPDIR": str(socket.parent)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.uri = f"mongodb://{quote(str(socket), safe='')}/?{OPTIONS}"
        self._await_answer(socket)
        (self.home / "pid").write_text(str(self._process.pid))
        return self

    def stop(self) -> None:
        """Closes the database; one that was given is left alone."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        shutil.rmtree(socket_folder(self.home))
        (self.home / "pid").unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _free_socket(self) -> Path:
        """Where nobody listens, and nothing of a killed database is left."""
        if not is_left(socket_folder(self.home) / SOCKET, LEAVING_SECONDS):
            raise LocalError(f"a database already runs from {self.home}: stop it first")
        self.stop()
        folder = socket_folder(self.home)
        clear(folder)
        return folder / SOCKET

    def _command(self, data: Path, socket: Path) -> list[str]:
        if mongod := shutil.which("mongod"):
            listen = ("--bind_ip", str(socket), "--unixSocketPrefix", str(socket.parent))
            return [sys.executable, "-E", "-S", run_with_parent.__file__, mongod, "--dbpath", str(data), *listen]
        if (sys.platform, platform.machine()) not in SUPPORTED:
            raise LocalError(f"there is no embedded MongoDB for {sys.platform} {platform.machine()}: {WAYS_OUT}")
        node = shutil.which("node")
        if not node or not (PROJECT / "node_modules" / "@0q" / "embedded-mongodb").exists():
            raise LocalError(f"the embedded MongoDB is not installed: run `make` again, or {WAYS_OUT}")
        serve = Path(__file__).with_name("serve.mjs")
        return [*loader(self.libraries), real_program(node), str(serve), str(data), str(socket)]

    def _await_answer(self, socket: Path) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.pid is None:
                self.stop()
                raise LocalError(f"the embedded MongoDB did not start: {self._last_words()}")
            if is_open(socket) and answers(self.uri, seconds=1):
                return
            time.sleep(0.05)
        self.stop()
        raise LocalError(f"the embedded MongoDB did not answer within {START_SECONDS:.0f} s: see {self.log}")

    def _last_words(self) -> str:
        lines = [line.strip() for line in self.log.read_text(errors="replace").splitlines() if line.strip()]
        errors = [line for line in lines if "rror" in line]
        return f"{(errors or lines or ['it said nothing'])[0][:200]} (see {self.log})"


def real_program(node: str) -> str:
    """The program itself: version managers put a script in its place, which a loader cannot run."""
    asked = subprocess.run([node, "-p", "process.execPath"], capture_output=True, text=True, check=False)
    return asked.stdout.strip() or node
