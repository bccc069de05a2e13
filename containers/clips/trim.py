"""`python trim.py FOLDER`: remove parts of installed libraries that the clips worker never uses."""

import shutil
import sys
from pathlib import Path

# a worker calls S3 and SQS, and STS for its credentials
SERVICES = frozenset({"s3", "sqs", "sts"})
# one site's extractor and its imports
EXTRACTORS = frozenset(
    {
        "__init__.py",
        "_extractors.py",
        "adobepass.py",
        "afreecatv.py",
        "common.py",
        "commonmistakes.py",
        "extractors.py",
        "openload.py",
        "periscope.py",
        "twitter.py",
    }
)
UNUSED = (
    "bin",
    "boto3/examples",
    "numpy/f2py",
    "share",
    "PIL/_avif*",
    "PIL/_imagingft*",
    "PIL/_imagingtk*",
    "pillow.libs/libavif*",
    "pillow.libs/libfreetype*",
    "pillow.libs/libharfbuzz*",
    "**/tests",
    "**/*.pyi",
    "**/*.pxd",
    "**/*.h",
    "**/*.a",
)


def trim(libraries: Path) -> None:
    """Remove unused files; missing ones are fine."""
    for pattern in UNUSED:
        for path in list(libraries.glob(pattern)):
            _remove(path)
    for service in (libraries / "botocore" / "data").glob("*/"):
        if service.name not in SERVICES:
            shutil.rmtree(service)
    for extractor in (libraries / "yt_dlp" / "extractor").glob("*"):
        if extractor.name not in EXTRACTORS:
            _remove(extractor)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    trim(Path(sys.argv[1]))
