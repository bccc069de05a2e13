"""Rules of hadolint that matter here, by their numbers."""

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


def arguments(lines: list[Instruction], word: str) -> Iterator[str]:
    return (rest for keyword, rest in lines if keyword == word)


def last_stage(lines: list[Instruction]) -> list[Instruction]:
    starts = [n for n, (word, _) in enumerate(lines) if word == "FROM"]
    return lines[starts[-1] :]


def images(lines: list[Instruction]) -> list[str]:
    """The images that stages are built from, those of earlier stages left out."""
    froms = [re.sub(r"--\S+\s+", "", rest).split() for rest in arguments(lines, "FROM")]
    stages = {words[2] for words in froms if len(words) > 2}
    return [words[0] for words in froms if words[0] not in stages and words[0] != "scratch"]


def users(lines: list[Instruction]) -> list[str]:
    return list(arguments(last_stage(lines), "USER"))


def runs(lines: list[Instruction], command: str) -> list[str]:
    return [run for run in arguments(lines, "RUN") if re.search(rf"\b{command}\b", run)]


RULES: dict[str, Rule] = {
    "DL3002 the last user is not root": lambda lines: users(lines)[-1:] not in ([], ["root"], ["0"]),
    "DL3008 apt packages have versions": lambda lines: all(
        re.search(r"install[^&|;]*=", run) for run in runs(lines, "apt-get install")
    ),
    "DL3013 pip packages have digests": lambda lines: all(
        {"--requirement", "--require-hashes"} <= set(run.split()) for run in runs(lines, "pip install")
    ),
    "DL3025 commands are JSON lists": lambda lines: all(
        rest.startswith("[") for word in ("CMD", "ENTRYPOINT") for rest in arguments(lines, word)
    ),
    "DL4006 pipes fail with their first part": lambda lines: (
        not any(re.search(r"[^|]\|[^|]", run) for run in arguments(lines, "RUN")) or "pipefail" in str(lines)
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
def test_dockerfiles_keep_the_rules(file: Path, rule: str) -> None:
    assert RULES[rule](instructions(file.read_text()))


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_finds_a_violation(rule: str) -> None:
    assert not RULES[rule](instructions(BAD))


@pytest.mark.parametrize("file", DOCKERFILES, ids=lambda file: file.parent.name)
def test_images_are_pinned_by_tag_and_digest(file: Path) -> None:
    """The digest is the index's, which leads to the image of each processor."""
    assert [image for image in images(instructions(file.read_text())) if not PINNED.fullmatch(image)] == []


def test_each_tag_has_one_digest() -> None:
    named = {image for file in DOCKERFILES for image in images(instructions(file.read_text()))}
    assert len({image.partition("@")[0] for image in named}) == len(named)


@pytest.mark.parametrize("image", ["python:3.13-slim", "python:3.13.16-slim", f"python:3.13-slim@sha256:{'0' * 64}"])
def test_moving_tags_are_found(image: str) -> None:
    assert not PINNED.fullmatch(image)
