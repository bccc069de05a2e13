"""Mutants: small changes of a source file that change its meaning."""

import ast
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}
# logs and metrics are part of the behaviour
LOGGING_CALLS = frozenset({"log_info", "log_warning", "count"})


@dataclass(frozen=True, slots=True)
class Mutant:
    """Mutant: a span of a file and its replacement."""

    file: Path
    line: int
    start: int
    end: int
    instead: str

    def source(self, text: bytes) -> bytes:
        """Return the changed file."""
        return text[: self.start] + self.instead.encode() + text[self.end :]

    def describe(self, text: bytes) -> str:
        """Describe the change in one line."""
        was = " ".join(text[self.start : self.end].decode().split())
        return f"{self.file}:{self.line}: {was}  ->  {self.instead}"


def chosen(files: Iterable[Path], root: Path, *, seed: int, count: int) -> list[Mutant]:
    """Draw `count` mutants of these files."""
    every = [mutant for file in sorted(files) for mutant in mutants_of(file, (root / file).read_bytes())]
    return random.Random(seed).sample(every, min(count, len(every)))


def mutants_of(file: Path, text: bytes) -> Iterator[Mutant]:
    """Yield every mutant of a source file."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(text)
    for node in _executed(tree):
        for instead in _instead(node):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            yield Mutant(file, node.lineno, start, end, instead)


def _executed(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield expressions that run, without types and formatted text."""
    for field, value in ast.iter_fields(tree):
        if field in {"annotation", "returns", "type_params", "bases", "decorator_list"}:
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or isinstance(node, ast.JoinedStr):
                continue
            if isinstance(node, ast.expr):
                yield node
            yield from _executed(node)


def _instead(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant():
            yield from _other_value(node.value)
        case ast.Call(func=ast.Name(id=name)) if name in LOGGING_CALLS:
            yield "None"
        case ast.Call(func=ast.Name(id="sorted"), args=[only], keywords=[]):
            yield f"list({ast.unparse(only)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case _:
            yield from _other_way(node)


def _other_value(value: object) -> Iterator[str]:
    if isinstance(value, bool):
        yield str(not value)
    elif isinstance(value, int | float):
        yield repr(value + 1)


def _other_way(node: ast.expr) -> Iterator[str]:
    """Swap the operator for the one most easily confused with it."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if other := SWAPPED.get(type(operator)):
            yield f"({ast.unparse(ast.Compare(left, [other()], [right]))})"  # type: ignore[list-item]
        case ast.BoolOp(op=op, values=values):
            yield f"({ast.unparse(ast.BoolOp(SWAPPED[type(op)](), values))})"  # type: ignore[arg-type]
        case ast.BinOp(left=left, op=op, right=right) if other := SWAPPED.get(type(op)):
            yield f"({ast.unparse(ast.BinOp(left, other(), right))})"  # type: ignore[arg-type]
