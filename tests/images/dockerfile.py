"""Parser for the Dockerfile instructions that this project uses."""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction: its word, its flags (`--from=...`), and the rest of the line."""

    word: str
    flags: dict[str, str]
    text: str

    @property
    def words(self) -> list[str]:
        """The rest as words, from the JSON form or the shell form."""
        return json.loads(self.text) if self.text.startswith("[") else shlex.split(self.text)


@dataclass(slots=True)
class Stage:
    """One stage: the image or the earlier stage that it starts from, and its instructions."""

    source: str
    name: str
    instructions: list[Instruction] = field(default_factory=list)


def read_stages(file: Path) -> list[Stage]:
    """Return the stages of a Dockerfile."""
    stages: list[Stage] = []
    for instruction in _instructions(file.read_text(encoding="utf-8")):
        if instruction.word == "FROM":
            source, _, name = instruction.text.partition(" AS ")
            stages.append(Stage(source.strip(), name.strip() or str(len(stages))))
        else:
            stages[-1].instructions.append(instruction)
    return stages


def _instructions(text: str) -> Iterator[Instruction]:
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\s*\n", " ", "\n".join(lines)).splitlines():
        if not line.strip():
            continue
        word, _, rest = line.strip().partition(" ")
        flags: dict[str, str] = {}
        while match := re.match(r"--([a-z-]+)=(\S+)\s+", rest):
            flags[match[1]] = match[2]
            rest = rest[match.end() :]
        yield Instruction(word.upper(), flags, rest.strip())
