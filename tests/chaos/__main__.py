"""Play matches, kill processes of the stack at random moments, and print what was lost.

    python -m tests.chaos [--plays 1] [--seed N]

Each run takes the next seed; `--seed` repeats one.
"""

import argparse
import shutil
import sys
from pathlib import Path

from tests.chaos.play import play

FOLDER = Path(__file__).resolve().parents[2] / ".local" / "chaos"
# one folder for all plays, so that builds are reused
STACK = FOLDER / "stack"
NEXT = FOLDER / "next-seed"


def main(arguments: list[str]) -> int:
    """Return 1 when a play lost something; its folder and log are kept."""
    options = _options(arguments)
    lossless, lost, void = 0, list[int](), list[int]()
    for _ in range(options.plays):
        seed = options.seed if options.seed is not None else _next_seed()
        outcome = play(seed, STACK)
        print(outcome, flush=True)
        lossless += outcome.is_lossless
        if outcome.losses_found:
            lost.append(seed)
            _keep(seed)
        elif outcome.is_void:
            void.append(seed)
    suffix_text = f"; lost in seeds {lost}" if lost else ""
    suffix_text += f"; void are seeds {void}" if void else ""
    print(f"{lossless} of {options.plays} plays without a loss{suffix_text}")
    return 1 if lost else 0


def _keep(seed: int) -> None:
    for suffix in ("", ".log"):
        target = FOLDER / f"lost-{seed}{suffix}"
        shutil.rmtree(target, ignore_errors=True)
        STACK.with_name(f"{STACK.name}{suffix}").rename(target)


def _next_seed() -> int:
    """Return a seed that this machine has not played yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    seed = int(NEXT.read_text()) if NEXT.exists() else 1
    NEXT.write_text(str(seed + 1))
    return seed


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--plays", type=int, default=1, help="how many matches (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="repeat this seed")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
