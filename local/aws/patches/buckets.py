"""Deletion of buckets."""

from typing import Any

from ministack.services import s3
from ministack.services.cloudformation import provisioners

from local.aws.patches.expectations import EmulatorChanged, expect_parameters, expect_source


def keep_non_empty_buckets() -> None:
    """Refuse to delete a bucket with objects, and remove the files of an empty one."""
    bucket = provisioners._RESOURCE_HANDLERS["AWS::S3::Bucket"]
    if bucket["delete"] is not provisioners._s3_delete:
        raise EmulatorChanged("a bucket is no longer deleted by provisioners._s3_delete")
    expect_parameters(provisioners._s3_delete, "physical_id", "props")
    expect_parameters(s3._delete_persisted_bucket, "name")
    expect_source(provisioners._s3_delete, "_s3._buckets.pop(physical_id, None)")
    delete = provisioners._s3_delete

    def delete_bucket(physical_id: str, props: dict[str, Any]) -> None:
        if (s3._buckets.get(physical_id) or {}).get("objects"):
            raise ValueError(f"The bucket you tried to delete is not empty ({physical_id})")
        delete(physical_id, props)
        s3._delete_persisted_bucket(physical_id)

    bucket["delete"] = provisioners._s3_delete = delete_bucket
