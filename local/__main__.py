"""`python -m local`: the local stack's commands."""

import sys

from local.cli import main

sys.exit(main(sys.argv[1:]))
