"""Container images: built from their Dockerfiles with Docker or without, started, and given one unit of real work."""
