"""Addresses are others at every start: an app is composed with something in their places, and told them last."""

import hashlib
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

# whole texts in a file of settings, of letters that are the same in JSON and in JSON within it
ADDRESS = re.compile(r'"((?:https?:/|mongodb:/)?/[\w:/.,@%~=&?+-]+)"')
TEMPLATE = ".template.json"


def stand_ins(settings: str) -> dict[str, str]:
    """By each address among the settings what stands for it until it is known: nothing else has that in it."""
    found = dict.fromkeys(ADDRESS.findall(settings))
    return {address: f"{_scheme(address)}/stand-in-{n}.invalid" for n, address in enumerate(found)}


def in_their_places(settings: str, known: Mapping[str, str]) -> str:
    """The settings with a stand-in for each address."""
    return ADDRESS.sub(lambda one: f'"{known[one[1]]}"', settings)


def tell_addresses(composed: Path, folder: Path, known: Mapping[str, str]) -> None:
    """A composed app with its addresses; a template that has become another one has another name in the bucket."""
    shutil.copytree(composed, folder, copy_function=_same_file)
    pages = {page: page.read_text(encoding="utf-8") for page in folder.glob("*.json")}
    told = {stand_in: address for address, stand_in in known.items()}
    templates = [text for page, text in pages.items() if page.name.endswith(TEMPLATE)]
    told |= {_digest(text): _digest(_filled(text, told)) for text in templates}
    for page, text in pages.items():
        page.unlink()
        page.write_text(_filled(text, told), encoding="utf-8")


def _scheme(address: str) -> str:
    return address.partition("//")[0] + "/" if "//" in address else ""


def _filled(text: str, told: Mapping[str, str]) -> str:
    return re.sub("|".join(map(re.escape, told)), lambda one: told[one[0]], text)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _same_file(source: str, target: str) -> None:
    """Layers are large, and nobody writes into them."""
    try:
        os.link(source, target)
    except OSError:  # not every file system can
        shutil.copy2(source, target)
