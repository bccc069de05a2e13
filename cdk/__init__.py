"""Infrastructure as one CDK app."""

import sys
from pathlib import Path

# targets are validated with the settings of the package that will read them
sys.path.append(str(Path(__file__).resolve().parent.parent / "layers" / "footy" / "python"))
