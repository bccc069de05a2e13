"""Security headers of every answer: CloudFront sets them for files, functions for their own answers."""

from collections.abc import Mapping

# the page loads nothing from other origins and cannot be framed; images are uploaded straight to their bucket
_POLICY: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "media-src": "'self' blob:",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HSTS_SECONDS = 63_072_000


def content_policy(*connects_to: str) -> str:
    """Return the content security policy; the page uploads to `connects_to`, and shows images from there."""
    pictures = " ".join([_POLICY["img-src"], *connects_to])
    directives = {**_POLICY, "img-src": pictures, "connect-src": " ".join(["'self'", *connects_to])}
    return "; ".join(f"{name} {text}" for name, text in directives.items())


def page_headers(*connects_to: str) -> dict[str, str]:
    """Return the headers for the files of the page."""
    return {
        "Content-Security-Policy": content_policy(*connects_to),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
    }
