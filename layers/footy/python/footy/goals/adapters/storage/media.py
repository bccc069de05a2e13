"""Media bucket: published clips and their posters."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

from footy.core.aws.s3 import delete_objects, keys_older_than, keys_under, run_parallel, translate_s3_errors
from footy.core.text import ascii_of
from footy.goals.model.keys import PLACES, Place, event_prefix, fixture_prefix, is_poster, key_in, poster_key_of

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_s3.type_defs import CopySourceTypeDef

VIDEO, IMAGE = "video/mp4", "image/jpeg"
# short, because a clip may be taken down
AN_HOUR = "public, max-age=3600, s-maxage=3600"
LABEL_LENGTH = 100


class Media:
    """Published clips; listings leave out the poster next to each clip."""

    def __init__(self, s3: "S3Client", bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def url(self, key: str) -> str:
        """Return the address of an object as documents store it."""
        return f"s3://{self._bucket}/{key}"

    def publish(
        self, source: "CopySourceTypeDef", key: str, labels: Mapping[str, str], place: Place = "published"
    ) -> None:
        """Copy a working file to its published key inside S3, or out of reach; idempotent."""
        self._copy(source, key_in(place, key), VIDEO, labels)

    def publish_poster(self, frame: "CopySourceTypeDef", key: str, place: Place = "published") -> None:
        """Copy a frame to the poster of this clip."""
        self._copy(frame, key_in(place, poster_key_of(key)), IMAGE, {})

    def _copy(self, source: "CopySourceTypeDef", key: str, kind: str, labels: Mapping[str, str]) -> None:
        with translate_s3_errors():
            self._s3.copy_object(
                Bucket=self._bucket,
                Key=key,
                CopySource=source,
                MetadataDirective="REPLACE",
                Metadata={name: _label(text) for name, text in labels.items()},
                ContentType=kind,
                CacheControl=AN_HOUR,
            )

    def keys(self, event_id: str) -> list[str]:
        """Return the published clips of a goal."""
        return [key for key in keys_under(self._s3, self._bucket, event_prefix(event_id)) if not is_poster(key)]

    def old_keys(self, age: timedelta, event_id: str | None = None) -> Iterator[list[str]]:
        """Return published clips older than this, by page: no running batch is about to reference them."""
        pages = keys_older_than(self._s3, self._bucket, age, event_prefix(event_id) if event_id else "")
        return ([key for key in page if not is_poster(key)] for page in pages)

    def settle(self, fixture_id: int, places: Mapping[str, Place]) -> list[str]:
        """Move the objects of clips, posters included, to their places; return the keys that moved.

        Objects of other keys stay: a batch may be about to name them.
        """
        targets = {one: place for key, place in places.items() for one in (key, poster_key_of(key))}
        stored = {place: self._keys_in(place, fixture_prefix(fixture_id)) for place in PLACES}
        moves = [
            (key, source, place)
            for key, place in targets.items()
            for source in PLACES
            if source != place and key in stored[source]
        ]
        run_parallel(lambda move: self._move(*move), moves)
        return sorted({key for key, _, _ in moves})

    def hidden_keys(self) -> set[str]:
        """Return the clips that operators hid."""
        return {key for key in self._keys_in("hidden", "") if not is_poster(key)}

    def unpublish(self, keys: Iterable[str]) -> None:
        """Delete the published objects of clips and leave those under the private prefix."""
        delete_objects(self._s3, self._bucket, [one for key in keys for one in (key, poster_key_of(key))])

    def _keys_in(self, place: Place, prefix: str) -> set[str]:
        start = key_in(place, "")
        keys = keys_under(self._s3, self._bucket, f"{start}{prefix}")
        return {key.removeprefix(start) for key in keys}

    def _move(self, key: str, source: Place, target: Place) -> None:
        """Copy, then delete: a crash in between leaves both, and the next run deletes the source."""
        at: CopySourceTypeDef = {"Bucket": self._bucket, "Key": key_in(source, key)}
        with translate_s3_errors():
            self._s3.copy_object(Bucket=self._bucket, Key=key_in(target, key), CopySource=at)
        delete_objects(self._s3, self._bucket, [key_in(source, key)])

    def delete_keys(self, keys: Iterable[str]) -> int:
        """Delete clips with their posters, wherever they are; absent ones count as deleted."""
        clips = list(keys)
        objects = [one for key in clips for one in (poster_key_of(key), key)]
        delete_objects(self._s3, self._bucket, [key_in(place, one) for one in objects for place in PLACES])
        return len(clips)

    def delete_fixture(self, fixture_id: int) -> int:
        """Delete all objects of a fixture, with pagination."""
        prefixes = [key_in(place, fixture_prefix(fixture_id)) for place in PLACES]
        return sum(delete_objects(self._s3, self._bucket, keys_under(self._s3, self._bucket, one)) for one in prefixes)


def _label(text: str) -> str:
    """Return the text as S3 metadata: short ASCII on one line."""
    return " ".join("".join(character if character.isprintable() else " " for character in ascii_of(text)).split())[
        :LABEL_LENGTH
    ].rstrip()
