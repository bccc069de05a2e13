"""Checks of what a patch relies on."""

import inspect
from collections.abc import Callable, Iterable
from typing import Any


class EmulatorChanged(Exception):
    """Error for another release of the emulator than the patches were written for."""


def expect_parameters(function: Callable[..., Any], *names: str) -> None:
    """Check that the function takes exactly these parameters."""
    if (parameters := tuple(inspect.signature(function).parameters)) != names:
        raise EmulatorChanged(f"{function.__module__}.{function.__name__} now takes ({', '.join(parameters)})")


def expect_source(code: Any, *fragments: str) -> None:
    """Check that the source contains each of these fragments exactly once."""
    text = code if isinstance(code, str) else inspect.getsource(code)
    name = "its worker script" if isinstance(code, str) else f"{code.__module__}.{code.__name__}"
    for fragment in fragments:
        if (times := text.count(fragment)) != 1:
            raise EmulatorChanged(f"{name} has {times} times: {fragment.strip()[:60]}")


def replace_everywhere(modules: Iterable[Any], name: str, function: Callable[..., Any]) -> None:
    """Replace a function, also where it was imported by name."""
    for module in modules:
        if not hasattr(module, name):
            raise EmulatorChanged(f"{module.__name__} no longer uses {name}")
        setattr(module, name, function)
