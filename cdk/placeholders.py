"""Placeholders for addresses and hashes of keys, which differ between starts and homes of the local stack.

The app is synthesised once with placeholders; each start only replaces them.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

# whole strings of a settings file, without characters that JSON escapes
ADDRESS = re.compile(r'"((?:https?:/|mongodb:/)?/[\w:/.,@%~=&?+-]+|[0-9a-f]{64})"')
TEMPLATE = ".template.json"


def placeholders(settings: str) -> dict[str, str]:
    """Return a unique placeholder for each address and hash in the settings."""
    addresses = dict.fromkeys(ADDRESS.findall(settings))
    return {address: f"{_scheme(address)}/placeholder-{n}.invalid" for n, address in enumerate(addresses)}


def with_placeholders(settings: str, by_address: Mapping[str, str]) -> str:
    """Return the settings with a placeholder for each address."""
    return ADDRESS.sub(lambda match: f'"{by_address[match[1]]}"', settings)


def fill_in(assembly: Path, folder: Path, by_address: Mapping[str, str]) -> None:
    """Copy a cloud assembly with the real addresses; the asset name of a template is its new digest."""
    shutil.copytree(assembly, folder, copy_function=_link)
    files = {file: file.read_text(encoding="utf-8") for file in folder.glob("*.json")}
    values = {placeholder: address for address, placeholder in by_address.items()}
    templates = [text for file, text in files.items() if file.name.endswith(TEMPLATE)]
    values |= {_digest(text): _digest(_replace(text, values)) for text in templates}
    for file, text in files.items():
        file.unlink()
        file.write_text(_replace(text, values), encoding="utf-8")


def _scheme(address: str) -> str:
    return address.partition("//")[0] + "/" if "//" in address else ""


def _replace(text: str, values: Mapping[str, str]) -> str:
    return re.sub("|".join(map(re.escape, values)), lambda match: values[match[0]], text)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _link(source: str, target: str) -> None:
    """Link large files instead of copying them, where the file system can."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
