"""The files of the page as they lie there: light, with nothing inline, and nothing that reads text as markup."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[2] / "web"
MOST_BYTES = 100_000
FILES = sorted(file for file in WEB.rglob("*") if file.is_file())
SCRIPTS = [file for file in FILES if file.suffix == ".js"]
PAGES = [file for file in FILES if file.suffix == ".html"]
# what would make markup of what a stranger wrote, or a program of it
MARKUP = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|srcdoc")
IMPORTED = re.compile(r"from '(\.[^']+)'")
NAMED = re.compile(r"(?:icon\('|icons\.svg#)(\w+)")


class Inline(HTMLParser):
    """Return the elements that a strict policy refuses."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        options = dict(attrs)
        if (tag == "script" and "src" not in options) or tag == "style":
            self.found.append(tag)
        self.found += [name for name in options if name == "style" or name.startswith("on")]
        if tag in {"script", "link"}:
            self.addresses.append(options.get("src") or options.get("href") or "")


def loaded_by(page: Path) -> set[Path]:
    """Return a page with all files that it names or imports."""
    parser = Inline()
    parser.feed(page.read_text(encoding="utf-8"))
    found, pending = {page, WEB / "icons.svg"}, [WEB / address.lstrip("/") for address in parser.addresses]
    while pending:
        file = pending.pop().resolve()
        if file not in found:
            found.add(file)
            text = file.read_text(encoding="utf-8")
            pending += [file.parent / path for path in IMPORTED.findall(text)]
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_page_with_all_it_loads_weighs_less_than_a_picture(page: Path) -> None:
    assert sum(file.stat().st_size for file in loaded_by(page)) <= MOST_BYTES


def test_no_file_lies_there_for_nothing() -> None:
    of_the_api = {WEB / "share.css"}
    assert {*FILES} - of_the_api == {file for page in PAGES for file in loaded_by(page)}


def test_nothing_is_inline_and_every_named_file_exists() -> None:
    for page in PAGES:
        parser = Inline()
        parser.feed(page.read_text(encoding="utf-8"))
        assert parser.found == [], page.name
        assert parser.addresses
        for address in parser.addresses:
            assert (WEB / address.lstrip("/")).is_file(), f"{page.name}: {address}"


def test_no_script_reads_text_as_markup() -> None:
    assert SCRIPTS
    assert {file.name: found for file in SCRIPTS if (found := MARKUP.findall(file.read_text(encoding="utf-8")))} == {}


def test_every_import_and_every_picture_is_there() -> None:
    pictures = set(re.findall(r'symbol id="(\w+)"', (WEB / "icons.svg").read_text(encoding="utf-8")))
    for file in [*SCRIPTS, *PAGES]:
        text = file.read_text(encoding="utf-8")
        assert [path for path in IMPORTED.findall(text) if not (file.parent / path).is_file()] == [], file.name
        used = set(NAMED.findall(text))
        assert used <= pictures, file.name
