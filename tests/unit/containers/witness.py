"""`python witness.py FILE...`: which decoders were set to work on each file, by what they said for themselves.

Every decoder speaks at the lowest level of the log. One that a list keeps out says that, and nothing else.
"""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path

import av
import av.logging

from fetcher.decoding import _look
from footy.errors import ClipError
from footy.settings import Rules

KEPT_OUT = "not on whitelist"


def decoders(file: Path) -> list[str]:
    """Their names."""
    with av.logging.Capture() as lines, suppress(ClipError, MemoryError):
        _look(file, Rules())
    return sorted({name for _, name, said in lines if name in DECODERS and KEPT_OUT not in said})


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
        if os.fork() == 0:  # a file may kill whoever opens it
            sys.stdout.write(json.dumps([path, decoders(Path(path))]) + "\n")
            sys.stdout.flush()
            os._exit(0)
        os.wait()
