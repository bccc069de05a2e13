"""Which commit this checkout is at, so that a deployment can be compared with it later."""

import shutil
import subprocess

from cdk.packages import ROOT

UNKNOWN, CHANGED = "unknown", "+changes"


def commit() -> str:
    """Its first letters, and whether anything was changed since; unknown in a checkout without its history."""
    head = git("rev-parse", "--short=12", "HEAD")
    if not head:
        return UNKNOWN
    return f"{head}{CHANGED if git('status', '--porcelain') else ''}"


def git(*arguments: str) -> str:
    """What git answers here; nothing where it cannot."""
    program = shutil.which("git")
    if program is None:
        return ""
    done = subprocess.run(  # noqa: S603 - our own arguments
        [program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else ""
