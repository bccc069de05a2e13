"""Worker that fetches clips and computes a hash and three frames of each."""
