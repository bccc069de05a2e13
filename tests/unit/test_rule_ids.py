"""Every rule that is built is named by a test module, and no test module names an unknown rule."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "contributor" / "rules.md"
NOT_BUILT = "\n## 10. "  # the last section, planned as a whole
DEFINITION = re.compile(r"^\*\*([A-Z]\d+)\*\* (.*)$", re.MULTILINE)
PLANNED = re.compile(r"[^.]*\*\*\(planned\)\*\*\.")
DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)
NAMED = re.compile(r"\b([A-Z])(\d+)\b(?: to \1(\d+)\b)?")


def rules(*, built: bool) -> set[str]:
    """Return the ids of the document, those of whole planned rules left out if `built`."""
    text = RULES.read_text(encoding="utf-8")
    definitions = DEFINITION.findall(text.partition(NOT_BUILT)[0] if built else text)
    return {rule for rule, body in definitions if not (built and PLANNED.fullmatch(body))}


def named_ids(letters: set[str]) -> Iterator[str]:
    """Yield the ids in the docstrings of test modules; `F4 to F6` names three."""
    for file in (ROOT / "tests").rglob("test_*.py"):
        docstring = DOCSTRING.match(file.read_text(encoding="utf-8"))
        for letter, first, last in NAMED.findall(docstring[1] if docstring else ""):
            if letter in letters:
                yield from (f"{letter}{number}" for number in range(int(first), int(last or first) + 1))


def test_the_rules_are_read() -> None:
    assert {"F1", "D20", "W5"} <= rules(built=True)
    assert {"A10", "N1"} <= rules(built=False) - rules(built=True)


def test_every_rule_that_is_built_is_named_by_a_test_module() -> None:
    every = rules(built=False)
    named = set(named_ids({rule[0] for rule in every}))
    assert rules(built=True) - named == set(), "name the ids in the docstrings of the test modules that hold them"
    assert named - every == set(), "docs/contributor/rules.md does not define these ids"
