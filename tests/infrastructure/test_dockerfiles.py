"""The rules of hadolint that every Dockerfile here keeps, by their numbers."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILES = sorted(ROOT.glob("containers/*/Dockerfile"))
# a release of three numbers, or a build by its number
PINNED = re.compile(r"[a-z0-9./-]+:([\w.-]*\d+\.\d+\.\d+[\w.-]*|[\w.-]+-b\d+)@sha256:[0-9a-f]{64}")
Instruction = tuple[str, str]
Rule = Callable[[list[Instruction]], bool]


def instructions(text: str) -> list[Instruction]:
    """Each instruction with its arguments, continued lines joined, comments left out."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\s*\n", " ", "\n".join(lines))
    pairs = [line.strip().partition(" ") for line in joined.splitlines() if line.strip()]
    return [(word.upper(), rest.strip()) for word, _, rest in pairs]


def arguments(said: list[Instruction], word: str) -> Iterator[str]:
    return (rest for found, rest in said if found == word)


def last_stage(said: list[Instruction]) -> list[Instruction]:
    starts = [n for n, (word, _) in enumerate(said) if word == "FROM"]
    return said[starts[-1] :]


def images(said: list[Instruction]) -> list[str]:
    """The images that stages are built from, those of earlier stages left out."""
    froms = [re.sub(r"--\S+\s+", "", rest).split() for rest in arguments(said, "FROM")]
    stages = {words[2] for words in froms if len(words) > 2}
    return [words[0] for words in froms if words[0] not in stages and words[0] != "scratch"]


def users(said: list[Instruction]) -> list[str]:
    return list(arguments(last_stage(said), "USER"))


def runs(said: list[Instruction], command: str) -> list[str]:
    return [run for run in arguments(said, "RUN") if re.search(rf"\b{command}\b", run)]


RULES: dict[str, Rule] = {
    "DL3000 a working directory is absolute": lambda said: all(
        path.startswith(("/", "$")) for path in arguments(said, "WORKDIR")
    ),
    "DL3002 the last user is not root": lambda said: users(said)[-1:] not in ([], ["root"], ["0"]),
    "DL3003 WORKDIR instead of cd": lambda said: not any(re.match(r"cd\s", run) for run in arguments(said, "RUN")),
    "DL3004 no sudo": lambda said: not runs(said, "sudo"),
    "DL3006 an image has a tag or a digest": lambda said: all(re.search(r"[:@]", image) for image in images(said)),
    "DL3007 and it is not latest": lambda said: not any(image.endswith(":latest") for image in images(said)),
    "DL3008 what apt installs has a version": lambda said: all(
        re.search(r"install[^&|;]*=", run) for run in runs(said, "apt-get install")
    ),
    "DL3009 and its lists are removed": lambda said: all(
        "/var/lib/apt/lists" in run for run in runs(said, "apt-get install")
    ),
    "DL3013 what pip installs is listed with versions, and here with digests": lambda said: all(
        {"--requirement", "--require-hashes"} <= set(run.split()) for run in runs(said, "pip install")
    ),
    "DL3015 and nothing recommended comes along": lambda said: all(
        "--no-install-recommends" in run for run in runs(said, "apt-get install")
    ),
    "DL3020 COPY instead of ADD": lambda said: not list(arguments(said, "ADD")),
    "DL3025 a command is a JSON list": lambda said: all(
        rest.startswith("[") for word in ("CMD", "ENTRYPOINT") for rest in arguments(said, word)
    ),
    "DL3042 pip keeps no cache": lambda said: (
        "PIP_NO_CACHE_DIR=1" in str(said) or all("--no-cache-dir" in run for run in runs(said, "pip install"))
    ),
    "DL4000 no maintainer": lambda said: not list(arguments(said, "MAINTAINER")),
    "DL4006 a pipe fails with its first part": lambda said: (
        not any(re.search(r"[^|]\|[^|]", run) for run in arguments(said, "RUN")) or "pipefail" in str(said)
    ),
}
BAD = """
FROM python AS one
FROM python:latest
MAINTAINER me
WORKDIR app
ADD a b
RUN cd /tmp && sudo apt-get install curl | sh
RUN pip install x
USER root
CMD python -m x
"""


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("file", DOCKERFILES, ids=lambda file: file.parent.name)
def test_every_dockerfile_keeps_the_rule(file: Path, rule: str) -> None:
    assert RULES[rule](instructions(file.read_text()))


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_can_be_broken(rule: str) -> None:
    assert not RULES[rule](instructions(BAD))


@pytest.mark.parametrize("file", DOCKERFILES, ids=lambda file: file.parent.name)
def test_an_image_is_named_by_its_exact_tag_and_by_its_digest(file: Path) -> None:
    """The digest is the index's, which leads to the image of each processor."""
    assert [image for image in images(instructions(file.read_text())) if not PINNED.fullmatch(image)] == []


def test_a_tag_has_one_digest_wherever_it_is_named() -> None:
    named = {image for file in DOCKERFILES for image in images(instructions(file.read_text()))}
    assert len({image.partition("@")[0] for image in named}) == len(named)


def test_somebody_looks_for_newer_images() -> None:
    watched = (ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8")
    assert re.search(r"package-ecosystem: docker\n +directories:\n +- /containers/\*\n", watched)


@pytest.mark.parametrize("image", ["python:3.13-slim", "python:3.13.16-slim", f"python:3.13-slim@sha256:{'0' * 64}"])
def test_a_tag_that_moves_on_is_found(image: str) -> None:
    assert not PINNED.fullmatch(image)


def test_there_is_something_to_check() -> None:
    assert {file.parent.name for file in DOCKERFILES} == {"browser", "clips", "eyes", "vision"}
