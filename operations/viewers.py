"""The hash of a new password for viewers, to be put into the secret of the page: `python -m operations.viewers`."""

import getpass
import os
from collections.abc import Callable

from footy.api.credentials import LONGEST_PASSWORD, SALT_BYTES, hash_password
from operations.account import OperationRefused, run, say

SHORTEST = 10


def kept_of(password: str) -> str:
    """What a secret keeps of a password; one that no page takes is none."""
    if len(password) < SHORTEST:
        raise OperationRefused(f"a password for viewers has at least {SHORTEST} letters, for everybody may try")
    if len(password) > LONGEST_PASSWORD:
        raise OperationRefused(f"a password for viewers has at most {LONGEST_PASSWORD} letters")
    return hash_password(password, os.urandom(SALT_BYTES))


def main(ask: Callable[[str], str] = getpass.getpass) -> int:
    """Asks for it on the terminal, so that it is in no shell's history."""
    say(kept_of(ask("password for viewers: ")))
    return 0


if __name__ == "__main__":
    run(main)
