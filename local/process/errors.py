"""What ends a command before its time, told in one line."""


class LocalError(Exception):
    """Something is wrong with this machine or this call; its message is one line that says what to do."""

    code = 2


class StackEnded(LocalError):
    """A part of the stack that cannot be replaced ended while it was needed; what is stored is whole."""

    code = 3
