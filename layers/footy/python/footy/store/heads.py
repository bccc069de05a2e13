"""What is read of a fixture to plan with it: where it has been, who wrote it last, when it was polled."""

from typing import Any

# MongoDB hands out the first hundred and makes the rest another round trip, unless it is asked for more.
AT_ONCE = 1000

HEAD: dict[str, Any] = {"_written": 1, "_moves": 1, "_copy_of": 1, "_last_monitor": 1}
