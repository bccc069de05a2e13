"""What can be wrong with this machine or this call, told in one line."""


class LocalError(Exception):
    """Its message is one line that says what to do; the command ends with exit code 2."""
