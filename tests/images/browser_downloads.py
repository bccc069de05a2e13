"""Stand-in for Playwright's download host, which serves the Chromium that npm carries."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from local.process.chromium import find_chromium

# where Playwright looks for the program in each archive
PROGRAMS = {
    "chrome-headless-shell-linux64.zip": "chrome-headless-shell-linux64/chrome-headless-shell",
    "chromium-headless-shell-linux.zip": "chrome-linux/headless_shell",
}
# Playwright installs it for recordings, which the service never makes
FFMPEG = "ffmpeg-linux.zip"


@contextmanager
def chromium_downloads() -> Iterator[dict[str, str]]:
    """Serve the archives while an image is built; yield the variables that lead Playwright here."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Downloads)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield {"PLAYWRIGHT_DOWNLOAD_HOST": f"http://127.0.0.1:{server.server_port}"}
    finally:
        server.shutdown()
        server.server_close()


class Downloads(BaseHTTPRequestHandler):
    """Answers a request for an archive with the program under the name that Playwright expects."""

    def do_GET(self) -> None:
        body = archive(self.path.rpartition("/")[2])
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@cache
def archive(name: str) -> bytes:
    """Return a zip file with the program, empty for an unknown name."""
    if name == FFMPEG:
        return _zipped("ffmpeg-linux", b"")
    return _zipped(PROGRAMS[name], find_chromium().path.read_bytes()) if name in PROGRAMS else b""


def _zipped(name: str, content: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        entry = zipfile.ZipInfo(name)
        entry.external_attr = 0o755 << 16
        files.writestr(entry, content)
    return packed.getvalue()
