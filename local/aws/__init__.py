"""The embedded AWS: a pinned emulator, with patches where it differs from AWS."""
