"""Runner for built images: their user, a read-only root, no capabilities."""

import os
import shlex
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from tests.images.rootfs import Image

START_SECONDS = 120
NO_PRIVILEGES = ["--clear-groups", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]


@contextmanager
def started(
    image: Image,
    log: Path,
    environment: Mapping[str, str],
    arguments: Sequence[str] = (),
    *,
    own_network: bool = False,
    folders: Mapping[str, Path] = MappingProxyType({}),
) -> Iterator["subprocess.Popen[bytes]"]:
    """Start an image as ECS does: its own user, a read-only root, an empty /tmp, no capabilities."""
    variables = {**image.environment, "HOME": "/tmp", **environment}  # noqa: S108 - a tmpfs of the image
    command = [*image.entrypoint, *(arguments or image.command)]
    user = _user_id(image)
    inside = ["setpriv", f"--reuid={user}", f"--regid={user}", *NO_PRIVILEGES, "/usr/bin/env", "-i"]
    inside += [f"{name}={value}" for name, value in variables.items()]
    inside += ["/bin/sh", "-c", f"cd {shlex.quote(image.folder)} && exec {shlex.join(command)}"]
    spaces = ["--mount", "--pid", *(["--net"] if own_network else [])]
    network = ["ip link set lo up"] if own_network else []
    script = " && ".join(
        [*network, *_mounts(image, folders), f"exec {shlex.join(['chroot', str(image.root), *inside])}"]
    )
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["unshare", *spaces, "--fork", "--kill-child", "sh", "-c", script],
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def inside_network(process: "subprocess.Popen[bytes]") -> list[str]:
    """Return a command prefix that runs a program in the network of a started image."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="utf-8").split()
    return ["nsenter", f"--net=/proc/{(children or [str(process.pid)])[0]}/ns/net"]


def free_port() -> int:
    """Return a port of the loopback interface that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def await_answer(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait until a service answers; fail with its log when it ends or takes too long."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{url} does not answer:\n{log.read_text(errors='replace')[-4000:]}")


def _mounts(image: Image, folders: Mapping[str, Path]) -> list[str]:
    root = shlex.quote(str(image.root))
    writable = [f"{root}/tmp", *(f"{root}{volume}" for volume in image.volumes if volume != "/tmp")]  # noqa: S108
    return [
        f"mount --bind {root} {root}",
        f"mount --rbind /dev {root}/dev",
        f"mount -t proc proc {root}/proc",
        *(f"mount -t tmpfs -o mode=1777 tmpfs {folder}" for folder in writable),
        *(f"mount --bind {shlex.quote(str(own))} {root}{inside}" for inside, own in folders.items()),
        f"mount -o remount,bind,ro {root}",
    ]


def _user_id(image: Image) -> str:
    if image.user.isdigit():
        return image.user
    lines = (image.root / "etc" / "passwd").read_text(encoding="utf-8").splitlines()
    return next(line.split(":")[2] for line in lines if line.startswith(f"{image.user}:"))
