"""`python decoder_log.py FILE...`: which decoders were set to work on each file, by what they said for themselves.

Every decoder speaks at the lowest level of the log. One that a list keeps out of an opening says that; whatever else
is said there in its name comes of the parser of its codec, which cuts packets and decodes nothing.
"""

import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import av
import av.logging

from fetcher.decoder_process import _decode
from footy.core.errors import ClipError
from footy.goals.settings import Rules

KEPT_OUT = "not on whitelist"
Line = tuple[int, str, str]

open_clip = av.open


def decoders(file: Path) -> list[str]:
    """Their names, over all openings."""
    openings: list[int] = []
    with av.logging.Capture() as lines, suppress(ClipError, MemoryError):

        def counted(*what: Any, **how: Any) -> Any:
            openings.append(len(lines))
            return open_clip(*what, **how)

        av.open = counted
        _decode(file, Rules())
    numbered = enumerate(lines)
    spans = groupby(numbered, lambda line: sum(line[0] >= start for start in openings))
    return sorted({name for _, span in spans for name in _at_work(line for _, line in span)})


def _at_work(lines: Iterable[Line]) -> set[str]:
    output = [(name, text) for _, name, text in lines if name in DECODERS]
    return {name for name, _ in output} - {name for name, text in output if KEPT_OUT in text}


def _is_decoder(name: str) -> bool:
    try:
        av.Codec(name, "r")
    except ValueError:
        return False
    return True


DECODERS = frozenset(filter(_is_decoder, av.codecs_available))

if __name__ == "__main__":
    av.logging.set_level(av.logging.DEBUG)
    av.logging.set_skip_repeated(False)
    for path in sys.argv[1:]:
        if os.fork() == 0:  # a file may kill the process that opens it
            sys.stdout.write(json.dumps([path, decoders(Path(path))]) + "\n")
            sys.stdout.flush()
            os._exit(0)
        os.wait()
