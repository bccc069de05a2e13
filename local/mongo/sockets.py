"""Sockets and addresses of databases."""

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
    """Return a private folder for the socket: one per home, and short, because a socket path has at most 104 bytes."""
    digest = hashlib.sha256(str(home.resolve()).encode()).hexdigest()[:12]
    folder = Path("/tmp") / f"footy-{os.getuid()}-{digest}"  # noqa: S108 - its owner is checked below
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError as refusal:
        raise LocalError(f"{folder} cannot be created ({refusal.strerror}): make /tmp writable") from None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise LocalError(f"{folder} belongs to another user: remove it")
    return folder


def clear(folder: Path) -> None:
    """Remove the sockets of a killed database."""
    for leftover in folder.iterdir():
        if leftover.is_dir():
            shutil.rmtree(leftover, ignore_errors=True)
        else:
            leftover.unlink(missing_ok=True)


def is_open(path: Path) -> bool:
    """Return whether a process listens at the socket, whose file can outlive it."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


def wait_until_closed(path: Path, seconds: float) -> bool:
    """Wait until no process listens at the socket, and return whether that happened."""
    deadline = time.monotonic() + seconds
    while is_open(path):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def answers(uri: str, *, seconds: float) -> bool:
    """Return whether a MongoDB answers at the address within that time."""
    try:
        _ping(uri, seconds)
    except PyMongoError:
        return False
    return True


def check_address(uri: str) -> None:
    """Refuse an address without an answer, and keep its password out of the message."""
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
    """Return the address with its password masked."""
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
