"""Plays matches, kills a process of the stack at random moments, and prints what was lost.

    python -m tests.chaos [--plays 1] [--seed N]

Seeds go on counting from run to run; a seed that is given is played again.
"""

import argparse
import shutil
import sys
from pathlib import Path

from tests.chaos.play import play

FOLDER = Path(__file__).resolve().parents[2] / ".local" / "chaos"
# always the same one: what was built for it is used again
STACK = FOLDER / "stack"
NEXT = FOLDER / "next-seed"


def main(arguments: list[str]) -> int:
    """Fails when something was lost in any of the plays; their folders and logs are kept for a look."""
    options = _options(arguments)
    lossless, lost, void = 0, list[int](), list[int]()
    for _ in range(options.plays):
        seed = options.seed if options.seed is not None else _next_seed()
        outcome = play(seed, STACK)
        print(outcome, flush=True)
        lossless += outcome.is_lossless
        if outcome.lost:
            lost.append(seed)
            _keep(seed)
        elif outcome.is_void:
            void.append(seed)
    told = f"; lost in seeds {lost}" if lost else ""
    told += f"; void are seeds {void}" if void else ""
    print(f"{lossless} of {options.plays} plays without a loss{told}")
    return 1 if lost else 0


def _keep(seed: int) -> None:
    for suffix in ("", ".log"):
        kept = FOLDER / f"lost-{seed}{suffix}"
        shutil.rmtree(kept, ignore_errors=True)
        STACK.with_name(f"{STACK.name}{suffix}").rename(kept)


def _next_seed() -> int:
    """One that was not played before on this machine."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    seed = int(NEXT.read_text()) if NEXT.exists() else 1
    NEXT.write_text(str(seed + 1))
    return seed


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--plays", type=int, default=1, help="how many matches (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="this one again")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
