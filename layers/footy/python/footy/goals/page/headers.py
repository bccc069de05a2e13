"""What browsers are held to, on every answer: the edge sets it for the page's files, the functions for their own."""

from collections.abc import Mapping

# the page loads nothing from anywhere else, and nobody frames it; uploads of images go straight to their bucket
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
    """The content security policy of the page; it sends images to `connects_to`, and shows those kept there."""
    pictures = " ".join([_POLICY["img-src"], *connects_to])
    whole = {**_POLICY, "img-src": pictures, "connect-src": " ".join(["'self'", *connects_to])}
    return "; ".join(f"{name} {text}" for name, text in whole.items())


def page_headers(*connects_to: str) -> dict[str, str]:
    """All of them, for the files of the page."""
    return {
        "Content-Security-Policy": content_policy(*connects_to),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
    }
