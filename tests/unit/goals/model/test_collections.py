"""Where a fixture can be is told by one module."""

from pathlib import Path

from footy.goals.model.collections import FIXTURE_COLLECTIONS, collection_of

FOOTY = Path(__file__).parents[4] / "layers" / "footy" / "python" / "footy"


def test_the_collection_of_a_place_is_named_by_one_module() -> None:
    names = [f'"{collection_of(place)}"' for place in FIXTURE_COLLECTIONS]
    files = {file: file.read_text(encoding="utf-8") for file in FOOTY.rglob("*.py")}
    assert [str(file) for file, text in files.items() if any(name in text for name in names)] == []
