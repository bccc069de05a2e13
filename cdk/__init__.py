"""The infrastructure, as one CDK app."""

import sys
from pathlib import Path

# settings and rules of a target are checked against the package that will read them
sys.path.append(str(Path(__file__).resolve().parent.parent / "layers" / "footy" / "python"))
