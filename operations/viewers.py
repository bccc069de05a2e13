"""The hash of a new password for viewers, to be put into the secret of the page: `python -m operations.viewers`."""

import getpass
import os
import sys

from footy.adapters.visitors import SALT_BYTES, hashed

SHORTEST = 10


def main() -> None:
    """Asks for it on the terminal, so that it is in no shell's history."""
    password = getpass.getpass("password for viewers: ")
    if len(password) < SHORTEST:
        sys.exit(f"footy: at least {SHORTEST} letters, for everybody may try")
    sys.stdout.write(f"{hashed(password, os.urandom(SALT_BYTES))}\n")


if __name__ == "__main__":
    main()
