"""What botocore reads of a service's model is read once in a process: moto forgets every session with its test."""

from typing import Any

import botocore.session
from botocore.loaders import Loader, create_loader

READ: dict[Any, Any] = {}


def read_once() -> None:
    """Sessions made from here on know what earlier ones have read: ten times as fast to a client."""

    def knowing(search_path_string: str | None = None) -> Loader:
        loader = create_loader(search_path_string)
        vars(loader).update(_cache=READ)
        return loader

    botocore.session.create_loader = knowing
