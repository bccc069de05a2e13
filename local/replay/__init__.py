"""Replays: match days as readable files."""
