"""The emulator's own virtual environment: it pins botocore, and so cannot share the project's."""

from pathlib import Path

from local.process.environment import python_of

REQUIREMENTS = Path(__file__).with_name("requirements.txt")


def emulator_python(folder: Path) -> Path:
    """The interpreter of the emulator's environment in that folder, which is made when it is missing or outdated."""
    return python_of(folder, REQUIREMENTS, what="the embedded AWS")
