"""Ids of image versions and executions, and the object keys of images, thumbnails and model inputs."""

import hashlib


def image_event_of(key: str, e_tag: str) -> str:
    """Return the id of one version of an image: the same bytes under the same key (I2)."""
    return hashlib.sha256(f"{key}:{e_tag}".encode()).hexdigest()


def image_workflow_of(event_id: str) -> str:
    """Return the name of the first execution for a version."""
    return f"imgcls_{event_id}"


def image_execution_of(event_id: str, restarts: int) -> str:
    """Return the name of an execution; a name cannot be used again for 90 days."""
    name = image_workflow_of(event_id)
    return f"{name}-r{restarts}" if restarts else name


def image_key(organization_id: str, name: str) -> str:
    """Return the key under which an organisation uploads an image."""
    return f"{organization_id}/{name}"


def thumbnail_key(organization_id: str, execution: str) -> str:
    """Return the key of the thumbnail that one execution makes."""
    return f"{organization_id}/{execution}.jpg"


def model_input_key(image_key: str, execution: str) -> str:
    """Return the key of the model input that one execution makes."""
    return f"{image_key.partition('/')[0]}/{execution}.rgb"
