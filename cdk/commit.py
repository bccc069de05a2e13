"""Git commit of this checkout, to compare it with a deployment."""

import shutil
import subprocess

from cdk.packages import ROOT

UNKNOWN, CHANGED = "unknown", "+changes"


def commit() -> str:
    """Return the short hash, with a suffix for uncommitted changes; unknown without a repository."""
    head = git("rev-parse", "--short=12", "HEAD")
    if not head:
        return UNKNOWN
    return f"{head}{CHANGED if git('status', '--porcelain') else ''}"


def git(*arguments: str) -> str:
    """Return the output of a git command, or an empty string when it fails."""
    program = shutil.which("git")
    if program is None:
        return ""
    process = subprocess.run(  # noqa: S603 - our own arguments
        [program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return process.stdout.strip() if process.returncode == 0 else ""
