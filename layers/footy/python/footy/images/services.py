"""Acts that several steps share: look up an organisation's image, start its classification."""

from typing import Literal

from footy.core.errors import ImageUnknown, WriteConflict
from footy.core.telemetry import count, log_info
from footy.images.adapters.executions import ClassifyJob
from footy.images.container import ImagesContainer
from footy.images.keys import image_key, thumbnail_key
from footy.images.model import ImageDocument
from footy.images.rules.arrival import current
from footy.images.rules.transitions import failed, given_up, is_finished, started_again

GIVEN_UP = "the classification was started again several times and ended each time without a result"

StartOutcome = Literal["running", "finished", "given_up"]


def image_of(token: str, name: str, container: ImagesContainer) -> ImageDocument:
    """Return the image of that name in the token's organisation, never in another."""
    organization_id = container.organizations.authenticated_organization(token)
    image = current(container.images.find(image_key(organization_id, name)))
    if image is None:
        raise ImageUnknown(f"there is no image {name!r}")
    return image


def start_classification(image: ImageDocument, container: ImagesContainer) -> StartOutcome:
    """Start the execution that the image's row names, or the next one if that has ended (I7)."""
    job: ClassifyJob = {"key": image["_id"], "event_id": image["eventId"], "version_id": image["versionId"]}
    if container.classifications.start(image["execution"], job) == "running":
        return "running"
    row = current(container.images.find(image["_id"]))
    if row is None or row["eventId"] != image["eventId"] or row["execution"] != image["execution"]:
        raise WriteConflict(f"{image['_id']} changed while its classification was started")
    if is_finished(row):
        return "finished"
    return _start_again(row, container)


def _start_again(image: ImageDocument, container: ImagesContainer) -> StartOutcome:
    """Restart an image whose execution ended without a result for this version."""
    now = container.clock.now()
    if given_up(image, container.rules):
        version = image["_id"], image["eventId"], image["execution"]
        is_ours = container.images.run(*version, now)
        if not (is_ours and container.images.finish(*version, failed(GIVEN_UP, None, now))):
            raise WriteConflict(f"{image['_id']} changed while it was given up")
        count("ImagesAbandoned")
        return "given_up"
    restart = started_again(image, "automatic", now)
    if not container.images.restart(image, restart):
        raise WriteConflict(f"{image['_id']} changed while it was started again")
    container.thumbnails.delete(thumbnail_key(image["organizationId"], image["execution"]))
    log_info("image_started_again", key=image["_id"], execution=restart["execution"])
    again: ImageDocument = {**image, **restart}
    return start_classification(again, container)
