"""Errors that end a command with one line."""


class LocalError(Exception):
    """A problem of this machine or this call; the message is one line that says what to do."""

    code = 2


class StackEnded(LocalError):
    """A part of the stack that cannot be restarted has ended; the stored data is intact."""

    code = 3
