"""Builder that runs a Dockerfile's own instructions in chroots, for machines without Docker."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.images.base import copy_tree
from tests.images.dockerfile import Instruction, Stage, read_stages

# configuration of this machine's package clients: visible while a command runs, never part of the image
CLIENTS = ("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs", "/etc/pip.conf", "/etc/apt", "/usr/share/keyrings")
PASSED_ON = ("PIP_", "UV_", "SSL_CERT", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "PLAYWRIGHT_DOWNLOAD_HOST")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(slots=True)
class Image:
    """A built root file system and how to start it."""

    root: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    folder: str = "/"
    user: str = "0"
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    volumes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Builder:
    """Builds the stages of one Dockerfile, one root file system each."""

    context: Path
    folder: Path
    base: Callable[[str], Path]
    extra: Mapping[str, str] = field(default_factory=dict)
    stages: dict[str, Image] = field(default_factory=dict)

    def build(self, dockerfile: Path) -> Image:
        """Build every stage and return the last one."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for stage in read_stages(dockerfile):
            self.stages[stage.name] = self._build_stage(stage)
        return list(self.stages.values())[-1]

    def _build_stage(self, stage: Stage) -> Image:
        earlier = self.stages.get(stage.source)
        image = Image(self.folder / stage.name)
        copy_tree(earlier.root if earlier else self.base(stage.source), image.root)
        if earlier:
            image.environment = dict(earlier.environment)
        arguments = {"TARGETARCH": "amd64" if os.uname().machine == "x86_64" else "arm64"}
        for instruction in stage.instructions:
            self._apply(instruction, image, arguments)
        return image

    def _apply(self, instruction: Instruction, image: Image, arguments: dict[str, str]) -> None:
        match instruction.word:
            case "RUN":
                run_in(image, instruction.text, {**arguments, **self.extra})
            case "COPY":
                self._copy(instruction, image)
            case "WORKDIR":
                image.folder = instruction.text
                (image.root / image.folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "ARG" | "EXPOSE" | "HEALTHCHECK":
                pass
            case _:
                _configure(instruction, image)

    def _copy(self, instruction: Instruction, image: Image) -> None:
        *sources, target = instruction.words
        origin = self.stages[instruction.flags["from"]].root if "from" in instruction.flags else self.context
        into = image.root / _absolute(target, image.folder).lstrip("/")
        for pattern in sources:
            for source in sorted(origin.glob(pattern.lstrip("/"))) if pattern.strip("/") else [origin]:
                _copy_one(source, into / source.name if target.endswith("/") and source.is_file() else into)
        if "from" not in instruction.flags:
            caches = [str(one) for one in into.rglob("__pycache__")]
            subprocess.run(["rm", "-rf", *caches], check=True)


def configured(stage: Stage, image: Image) -> Image:
    """Return an image with the settings of a stage, for a file system that was built elsewhere."""
    for instruction in stage.instructions:
        if instruction.word == "WORKDIR":
            image.folder = instruction.text
        elif instruction.word not in {"RUN", "COPY", "ARG", "EXPOSE", "HEALTHCHECK"}:
            _configure(instruction, image)
    return image


def _configure(instruction: Instruction, image: Image) -> None:
    match instruction.word:
        case "ENV":
            image.environment.update(
                (name, value) for name, _, value in (one.partition("=") for one in instruction.words)
            )
        case "USER":
            image.user = instruction.text
        case "ENTRYPOINT":
            image.entrypoint = instruction.words
        case "CMD":
            image.command = instruction.words
        case "VOLUME":
            image.volumes += instruction.words
        case unknown:
            raise ValueError(f"unsupported instruction {unknown}")


def run_in(image: Image, command: str, environment: Mapping[str, str]) -> None:
    """Run a shell command of a Dockerfile in the file system, with this machine's package clients."""
    passed = {name: value for name, value in os.environ.items() if name.upper().startswith(PASSED_ON)}
    variables = {**passed, **image.environment, **environment}
    binds = [path for path in (*CLIENTS, *_client_folders()) if Path(path).exists()]
    points = [_mount_point(image.root, path) for path in binds]
    mounts = [f"mount --bind {shlex.quote(path)} {shlex.quote(f'{image.root}{path}')}" for path in binds]
    enter = ["chroot", str(image.root), "/usr/bin/env", "-i", *(f"{name}={value}" for name, value in variables.items())]
    shell = ["/bin/sh", "-c", f"cd {shlex.quote(image.folder)} && {command}"]
    script = " && ".join([*_kernel_mounts(image.root), *mounts, f"exec {shlex.join([*enter, *shell])}"])
    try:
        done = subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "sh", "-c", script], capture_output=True, text=True, check=False
        )
    finally:
        for point in filter(None, reversed(points)):
            point.rmdir() if point.is_dir() else point.unlink()
    if done.returncode:
        raise RuntimeError(f"RUN {command[:200]}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")


def _kernel_mounts(root: Path) -> list[str]:
    quoted = shlex.quote(str(root))
    return [f"mount --rbind /dev {quoted}/dev", f"mount -t proc proc {quoted}/proc"]


def _client_folders() -> list[str]:
    """Return the folders that pip's configuration names, such as a local folder of wheels."""
    configuration = subprocess.run(["pip", "config", "list"], capture_output=True, text=True, check=False).stdout
    words = [word.removeprefix("file://") for word in configuration.replace("'", " ").replace("\\n", " ").split()]
    return sorted({word for word in words if word.startswith("/") and Path(word).is_dir()})


def _mount_point(root: Path, path: str) -> Path | None:
    """Create the place that a bind mount needs; return it when it has to be removed again."""
    point = root / path.lstrip("/")
    if point.exists():
        return None
    point.parent.mkdir(parents=True, exist_ok=True)
    if Path(path).is_dir():
        point.mkdir()
    else:
        point.touch()
    return point


def _absolute(path: str, folder: str) -> str:
    return path if path.startswith("/") else f"{folder.rstrip('/')}/{path.removeprefix('./')}"


def _copy_one(source: Path, target: Path) -> None:
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-a", f"{source}/.", str(target)], check=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
