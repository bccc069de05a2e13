"""Object keys of images, thumbnails and model inputs."""


def image_key(organization_id: str, name: str) -> str:
    """Where an image of an organisation is uploaded to."""
    return f"{organization_id}/{name}"


def thumbnail_key(organization_id: str, execution: str) -> str:
    """Where the thumbnail lies that an execution made: each has one of its own, which nobody else removes."""
    return f"{organization_id}/{execution}.jpg"


def square_key(image_key: str, execution: str) -> str:
    """Where the square lies that an execution cut out of an image for the model."""
    return f"{image_key.partition('/')[0]}/{execution}.rgb"
