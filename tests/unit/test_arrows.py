"""Arrows point one way: model <- rules <- adapters <- world <- api <- steps <- lambdas; see `python -m tests.rooms`."""

from pathlib import Path

import pytest

from tests.rooms import PACKAGE, Arrow, arrows, circles, graph, room

LEAVES = {"errors", "settings", "clock", "telemetry", "traces"}
RULES = {"capacity", "fixtures", "search", "clips", "images", "page"}
MAY_IMPORT = {
    **dict.fromkeys(LEAVES, frozenset[str]()),
    "telemetry": {"traces"},
    "model": {"errors"},
    **dict.fromkeys(RULES, frozenset({*RULES, "model", "errors", "settings"})),
    "adapters": RULES | LEAVES | {"model"},
    "stores": RULES | LEAVES | {"model", "adapters"},
    "gallery": RULES | LEAVES | {"model", "adapters", "stores"},
    "notices": RULES | LEAVES | {"model", "adapters", "stores"},
    "queues": RULES | LEAVES | {"model", "adapters", "stores"},
    "world": RULES | LEAVES | {"model", "adapters", "stores", "gallery", "notices", "queues"},
    "api": RULES | LEAVES | {"model", "adapters", "world"},
    "steps": RULES | LEAVES | {"model", "adapters", "world", "api"},
    "lambdas": {"steps", "world", "telemetry"},
}
# all that a rule needs of the world: nothing here knows a file, a network, a process or the time
PURE = {"collections", "dataclasses", "datetime", "functools", "hashlib", "hmac", "html", "itertools", "json", "math"}
PURE |= {"numpy"}
PURE |= {"operator", "re", "typing", "unicodedata", "uuid"}

INSIDE = [arrow for arrow in arrows() if arrow.inside]


def allowed(arrow: Arrow) -> bool:
    importer, imported = room(arrow.importer), room(arrow.imported)
    if not arrow.inside:
        return importer not in RULES | {"model"} or arrow.imported.split(".")[0] in PURE
    return imported == importer or imported in MAY_IMPORT[importer]


def test_every_import_points_towards_the_model() -> None:
    assert [arrow for arrow in arrows() if not allowed(arrow)] == []


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("footy.clips.dedup", "footy.adapters.work"),
        ("footy.search.loop", "footy.clock"),
        ("footy.fixtures.tick", "time"),
        ("footy.model.ids", "footy.search.names"),
        ("footy.adapters.work", "footy.world"),
        ("footy.steps.plan_tick", "lambdas.plan_tick.handler"),
    ],
)
def test_the_other_way_is_refused(importer: str, imported: str) -> None:
    assert not allowed(Arrow(importer, imported))


@pytest.mark.parametrize("line", ["from .. import adapters", "from . import loop", "from ..adapters.work import Work"])
def test_an_import_that_does_not_say_its_room_is_refused(line: str, tmp_path: Path) -> None:
    file = tmp_path / PACKAGE / "footy" / "search" / "query.py"
    file.parent.mkdir(parents=True)
    file.write_text(line)
    with pytest.raises(ValueError, match=r"query\.py:1"):
        arrows(tmp_path)


def test_nothing_goes_round() -> None:
    assert circles(graph((arrow.importer, arrow.imported) for arrow in INSIDE)) == []
    assert circles(graph((room(arrow.importer), room(arrow.imported)) for arrow in INSIDE)) == []
