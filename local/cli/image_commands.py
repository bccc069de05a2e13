"""Image commands: what an organisation can do in a terminal, and the table that it gets."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError
from pymongo.errors import PyMongoError

from footy.core.errors import FootyError, PermanentError
from footy.images.model import ImageLine
from footy.images.rules.acceptance import format_of
from footy.images.rules.identity import checked_name
from local.cli.image_client import ImageClient
from local.process.errors import LocalError


def run_image_command(client: ImageClient, action: str, names: Sequence[str]) -> list[ImageLine]:
    """Run one command and return the images that it concerns, in their final state."""
    try:
        return _run(client, action, names)
    except (BotoCoreError, ClientError, PyMongoError, FootyError) as failure:
        reason = " ".join(str(failure).split())[:200]
        raise LocalError(f"the stack does not answer ({reason}): check it with `make status`") from failure


def _run(client: ImageClient, action: str, names: Sequence[str]) -> list[ImageLine]:
    if action == "list":
        return client.images()
    if not names:
        raise LocalError(f"`images {action}` needs {'files' if action == 'add' else 'names of images'}")
    if action == "add":
        files = {Path(file).name: _content(Path(file)) for file in names}
        client.upload_model()
        for name, content in files.items():
            with _refusals_of(name):
                client.add(name, content)
        return client.wait_for(files)
    for name in names:
        with _refusals_of(name):
            client.retry(name) if action == "retry" else client.remove(name)
    return client.wait_for(names) if action == "retry" else client.images()


@contextmanager
def _refusals_of(name: str) -> Iterator[None]:
    """Report errors of the caller as such."""
    try:
        yield
    except PermanentError as refusal:
        raise LocalError(f"{name}: {refusal}") from refusal


def _content(file: Path) -> bytes:
    """Read a picture; refuse other files before anything is uploaded."""
    try:
        content = file.read_bytes()
    except OSError as unreadable:
        raise LocalError(f"{file} cannot be read: {unreadable.strerror}") from unreadable
    with _refusals_of(file.name):
        checked_name(file.name)
        format_of(content)
    return content


def image_table(lines: Iterable[ImageLine]) -> list[str]:
    """Return a line of text for each image."""
    lines = list(lines)
    longest = max((len(line.name) for line in lines), default=0)
    return [
        f"{line.name:<{longest}} {line.status:<10} "
        + (f"{line.label} ({line.score or 0:.0%}, {line.model})" if line.label else line.error or "")
        for line in lines
    ]
