"""The images of an organisation at the terminal: what can be asked for, and the table that answers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from footy.core.errors import PermanentError
from footy.images.model import ImageLine
from footy.images.rules.acceptance import format_of
from footy.images.rules.identity import checked_name
from local.cli.images import Studio
from local.process.errors import LocalError


def attend(studio: Studio, what: str, names: Sequence[str]) -> list[ImageLine]:
    """What an organisation asks for, and the images that it is about as they are in the end."""
    if what == "list":
        return studio.listed()
    if not names:
        raise LocalError(f"`images {what}` needs {'files' if what == 'add' else 'names of images'}")
    if what == "add":
        files = {Path(file).name: _content(Path(file)) for file in names}
        studio.bring_model()
        for name, content in files.items():
            with _refusals_about(name):
                studio.add(name, content)
        return studio.settled(files)
    for name in names:
        with _refusals_about(name):
            studio.retry(name) if what == "retry" else studio.remove(name)
    return studio.settled(names) if what == "retry" else studio.listed()


@contextmanager
def _refusals_about(name: str) -> Iterator[None]:
    """What somebody can mend who called is said as that."""
    try:
        yield
    except PermanentError as refusal:
        raise LocalError(f"{name}: {refusal}") from refusal


def _content(file: Path) -> bytes:
    """What is no picture is refused before anything is uploaded."""
    try:
        content = file.read_bytes()
    except OSError as unreadable:
        raise LocalError(f"{file} cannot be read: {unreadable.strerror}") from unreadable
    with _refusals_about(file.name):
        checked_name(file.name)
        format_of(content)
    return content


def table(lines: Iterable[ImageLine]) -> list[str]:
    """A line for each image."""
    lines = list(lines)
    longest = max((len(line.name) for line in lines), default=0)
    return [
        f"{line.name:<{longest}} {line.status:<10} "
        + (f"{line.label} ({line.score or 0:.0%}, {line.model})" if line.label else line.error or "")
        for line in lines
    ]
