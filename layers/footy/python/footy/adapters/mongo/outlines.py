"""The outline of a fixture, all that planning reads: where it has been, who wrote it last, when it was polled."""

from typing import Any

# MongoDB hands out the first hundred and makes the rest another round trip, unless it is asked for more.
AT_ONCE = 1000

OUTLINE: dict[str, Any] = {"_written": 1, "_moves": 1, "_copy_of": 1, "_last_monitor": 1}
