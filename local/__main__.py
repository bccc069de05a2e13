"""`python -m local`: the local stack's commands."""

import os
import sys

from local.bootstrap import with_home
from local.cli.main import main

os.environ.update(with_home(dict(os.environ)))
sys.exit(main(sys.argv[1:]))
