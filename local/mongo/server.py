"""Database server of the local stack."""

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import quote

from local import PROJECT
from local.mongo.glibc import ALTERNATIVES, loader
from local.mongo.sockets import answers, check_address, clear, is_open, socket_folder, wait_until_closed
from local.process import run_with_parent
from local.process.child import ChildProcess
from local.process.errors import LocalError
from local.process.timeouts import LEAVING_SECONDS

# the embedded engine acknowledges a majority write before it is in the journal, and a kill loses it; w=1 waits for it
OPTIONS = "directConnection=true&w=1&journal=true"
SOCKET = "mongodb.sock"
SUPPORTED = {("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64")}


@dataclass(slots=True)
class MongoServer(ChildProcess):
    """The MongoDB at `address`, else `mongod`, else the embedded engine, with its data in `home`."""

    home: Path
    address: str = field(default_factory=lambda: os.environ.get("MONGODB_URI", ""))
    libraries: Path = PROJECT / ".local" / "glibc"
    uri: str = field(default="", init=False)

    @property
    def log(self) -> Path:
        """Log of the database."""
        return self.home / "mongo.log"

    def start(self) -> Self:
        """Start the database, or check the one at `address`, and return when it answers at `uri`."""
        if self.address:
            check_address(self.address)
            self.uri = self.address
            return self
        data = self.home / "data"
        try:
            data.mkdir(parents=True, exist_ok=True)
            (self.home / "pid").touch()
        except OSError as refusal:
            raise LocalError(f"the folder {self.home} cannot be written ({refusal.strerror}): choose another") from None
        socket = self._free_socket()
        self.uri = f"mongodb://{quote(str(socket), safe='')}/?{OPTIONS}"
        self.log.unlink(missing_ok=True)
        self.launch(
            "the embedded MongoDB",
            self._command(data, socket),
            log=self.log,
            # the engine creates its socket in the temporary folder; TMPDIR keeps that private and on one filesystem
            environment={**os.environ, "TMPDIR": str(socket.parent)},
            is_ready=lambda: is_open(socket) and answers(self.uri, seconds=1),
            cwd=PROJECT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        (self.home / "pid").write_text(str(self.pid))
        return self

    def stop(self) -> None:
        """Close the database; leave the one at `address` running."""
        if self._process is not None:
            ChildProcess.stop(self)
            shutil.rmtree(socket_folder(self.home))
            (self.home / "pid").unlink(missing_ok=True)

    def _free_socket(self) -> Path:
        """Return the path of the socket, cleared of what a killed database left."""
        if not wait_until_closed(socket_folder(self.home) / SOCKET, LEAVING_SECONDS):
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
            raise LocalError(f"there is no embedded MongoDB for {sys.platform} {platform.machine()}: {ALTERNATIVES}")
        node = shutil.which("node")
        if not node or not (PROJECT / "node_modules" / "@0q" / "embedded-mongodb").exists():
            raise LocalError(f"the embedded MongoDB is not installed: run `make` again, or {ALTERNATIVES}")
        serve = Path(__file__).with_name("serve.mjs")
        return [*loader(self.libraries), real_program(node), str(serve), str(data), str(socket)]


def real_program(node: str) -> str:
    """Return the Node binary itself: version managers install a script, which a loader cannot run."""
    answer = subprocess.run([node, "-p", "process.execPath"], capture_output=True, text=True, check=False)
    return answer.stdout.strip() or node
