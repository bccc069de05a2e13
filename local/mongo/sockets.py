"""Where the database listens, and whether it answers there."""

import hashlib
import os
import re
import shutil
import socket
import stat
import time
from pathlib import Path
from typing import Any

from pymongo import MongoClient
from pymongo.errors import PyMongoError
from pymongo.uri_parser import parse_uri

from local.process.errors import LocalError

ANSWER_SECONDS = 5.0
PASSWORD = re.compile(r"(//[^/@]*?:)[^/@]*@")
NO_ADDRESS = "MONGODB_URI is not an address like mongodb://host:27017: correct it or unset it"


def socket_folder(home: Path) -> Path:
    """A new, private folder, the same for the same data; short, for the system limits a socket's path to 104 bytes."""
    digest = hashlib.sha256(str(home.resolve()).encode()).hexdigest()[:12]
    folder = Path("/tmp") / f"footy-{os.getuid()}-{digest}"  # noqa: S108 - checked below to be ours alone
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as refusal:
        raise LocalError(f"{folder} cannot be made ({refusal.strerror}): make /tmp writable") from None
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise LocalError(f"{folder} belongs to somebody else: remove it")
    return folder


def clear(folder: Path) -> None:
    """Removes the sockets that a killed database left behind."""
    for leftover in folder.iterdir():
        if leftover.is_dir():
            shutil.rmtree(leftover, ignore_errors=True)
        else:
            leftover.unlink(missing_ok=True)


def is_open(path: Path) -> bool:
    """Whether a process listens at the socket; the file alone outlives it."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


def is_left(path: Path, seconds: float) -> bool:
    """Whether nobody listens at the socket, or stops doing so within that time."""
    deadline = time.monotonic() + seconds
    while is_open(path):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def answers(uri: str, *, seconds: float) -> bool:
    """Whether a MongoDB answers at the address within that time."""
    try:
        _ping(uri, seconds)
    except PyMongoError:
        return False
    return True


def check_address(uri: str) -> None:
    """Refuses an address nothing answers at, without repeating the password in it."""
    if not uri.startswith(("mongodb://", "mongodb+srv://")):
        raise LocalError(NO_ADDRESS)
    try:
        _ping(uri, ANSWER_SECONDS)
    except PyMongoError as failure:
        kind = type(failure).__name__
        raise LocalError(
            f"MONGODB_URI{_hosts(uri)} gives no answer within {ANSWER_SECONDS:.0f} s ({kind}): "
            "correct it, or unset it to use the embedded MongoDB"
        ) from None
    except ValueError:
        raise LocalError(NO_ADDRESS) from None


def without_password(uri: str) -> str:
    """The address as anybody may read it."""
    return PASSWORD.sub(r"\1***@", uri)


def _ping(uri: str, seconds: float) -> None:
    milliseconds = int(seconds * 1000)
    client: MongoClient[dict[str, Any]] = MongoClient(
        uri,
        serverSelectionTimeoutMS=milliseconds,
        connectTimeoutMS=milliseconds,
        socketTimeoutMS=milliseconds,
    )
    with client:
        client.admin.command("ping")


def _hosts(uri: str) -> str:
    try:
        return " " + ", ".join(f"{host}:{port}" for host, port in parse_uri(uri)["nodelist"])
    except (PyMongoError, ValueError):
        return ""
