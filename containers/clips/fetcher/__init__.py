"""The task that fetches the clips of one download and turns each into a hash and three frames."""
