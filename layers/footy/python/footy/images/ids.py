"""Ids of an image version and of its executions."""

import hashlib


def image_event_of(key: str, e_tag: str) -> str:
    """The id of one version of an image: the same bytes under the same key."""
    return hashlib.sha256(f"{key}:{e_tag}".encode()).hexdigest()


def image_workflow_of(event_id: str) -> str:
    """What the first execution for a version of an image is called."""
    return f"imgcls_{event_id}"


def image_execution_of(event_id: str, restarts: int) -> str:
    """The execution that classifies it; a name cannot be used again for 90 days."""
    name = image_workflow_of(event_id)
    return f"{name}-r{restarts}" if restarts else name
