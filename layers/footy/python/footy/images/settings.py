"""Rules and addresses of the image pipeline; docs/operator/settings.md is generated from this file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from footy.core.settings import CoreSettings, number, overrides, words


@dataclass(frozen=True, kw_only=True)
class ImageRules:
    """Images: limits of an upload, retries and lists."""

    image_max_bytes: int = number(5 * 1024 * 1024, "largest image", "bytes", 1024, 50 * 1024 * 1024)
    image_max_pixels: int = number(25_000_000, "most pixels of an image", "pixels", 10_000, 100_000_000)
    image_max_edge: int = number(16_384, "longest edge of an image", "pixels", 256, 65_535)
    image_max_ratio: int = number(50, "longest edge of an image by its shortest", "times", 2, 1000)
    image_max_scans: int = number(100, "scans of a progressive JPEG", "scans", 10, 1000)
    image_decode_cpu_seconds: int = number(10, "processor time to decode an image", "seconds", 1, 20)
    image_decode_seconds: int = number(40, "time to decode an image", "seconds", 1, 50)
    image_decode_megabytes: int = number(768, "address space of the image decoder", "MB", 256, 4096)
    images_per_day: int = number(500, "uploads of an organisation in a day, in UTC", "images", 1, 1_000_000)
    thumbnail_edge: int = number(256, "longest edge of a thumbnail", "pixels", 32, 1024)
    labels_per_image: int = number(5, "labels that are stored for an image", "labels", 1, 50)
    images_per_page: int = number(50, "images in one page of the list", "images", 1, 200)
    image_restarts: int = number(3, "restarts of a classification that died", "restarts", 0, 10)
    image_silent_minutes: int = number(10, "time after which an unfinished image is checked", "minutes", 1, 120)
    image_removed_days: int = number(
        100, "time for which a deleted image's row stays; names last 90 days", "days", 91, 400
    )
    upload_seconds: int = number(900, "time for which an upload form is valid", "seconds", 60, 3600)
    link_seconds: int = number(900, "time for which a link to an image is valid", "seconds", 60, 3600)

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Self:
        """Return the rules of an environment."""
        return cls(**overrides(cls, environment))


@dataclass(frozen=True, kw_only=True)
class ImageSettings(CoreSettings):
    """Addresses of the image pipeline; a function is given only those that it uses."""

    uploads_bucket: str = words("", "bucket of uploaded images")
    thumbnails_bucket: str = words("", "bucket of thumbnails")
    squares_bucket: str = words("", "bucket of model inputs")
    models_bucket: str = words("", "bucket of models")
    image_model: str = words("resnet-50", "model that classifies")
    classify_machine: str = words("", "state machine of one classification")
    rules: ImageRules = field(default_factory=ImageRules)
