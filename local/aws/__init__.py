"""The embedded AWS: a pinned emulator, and what makes it behave like AWS where it does not."""
