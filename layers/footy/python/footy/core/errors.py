"""Error tree of the system.

FootyError
├── TransientError               may succeed when it is tried again
│   ├── UpstreamUnavailable      no answer, a 5xx, a broken body
│   ├── RateLimited              retry after `retry_after` seconds
│   ├── PartialAnswer            the answer lacks a part of what was requested
│   └── WriteConflict            another writer was first; read again
├── PermanentError               a retry cannot help
│   ├── QuotaExhausted           the day's requests or the budget of posts are used up
│   ├── AccessDenied             bad key, suspended account, plan too small
│   │   └── SessionExpired       the search session needs a new login
│   ├── RequestRefused           the service calls our request invalid
│   ├── MalformedAnswer          the answer is not what the service documents
│   ├── MalformedRequest         a manual request is invalid
│   ├── MalformedMessage         a message that is not ours
│   ├── MalformedHash            a perceptual hash that cannot be compared
│   ├── AddressRefused           a name that resolves to an internal address
│   ├── WebhookGone              a webhook that was deleted
│   ├── MessageGone              a webhook message that was deleted
│   ├── AnswerLost               sent, but the outcome is unknown
│   ├── TokenRefused             not the token of an organisation, or a revoked one
│   ├── ImageUnknown             the organisation has no such image
│   ├── ImageRefused             an uploaded file that is not classified, and why
│   ├── DecoderStopped           an uploaded file ended its decoder, or took too long
│   ├── UploadQuotaReached       the organisation's uploads of this day are used up
│   ├── ModelUnusable            the model is missing or not the expected one
│   └── ModelInputUnusable           an image must be loaded again before it can be classified
└── ClipError                    one clip, not the attempt (`reason` is its outcome)

State machines retry on these class names, so renaming one is a change of statemachines/.
"""


class FootyError(Exception):
    """Root of all errors raised on purpose; `sent_query` is the query as it was sent, if it was reworded."""

    sent_query = ""


class TransientError(FootyError):
    """A failure that may pass."""


class UpstreamUnavailable(TransientError):
    """A foreign service gave no usable answer."""


class RateLimited(TransientError):
    """A foreign service asked us to wait."""

    def __init__(self, message: str, *, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class PartialAnswer(TransientError):
    """An answer lacks a part of what was requested."""


class WriteConflict(TransientError):
    """The document changed between reading and writing it."""


class PermanentError(FootyError):
    """A failure that a retry cannot help."""


class QuotaExhausted(PermanentError):
    """The budget of a foreign service is used up."""


class AccessDenied(PermanentError):
    """A foreign service refuses these credentials."""


class SessionExpired(AccessDenied):
    """The browser session of the search service is no longer logged in."""


class RequestRefused(PermanentError):
    """A foreign service calls our request invalid."""


class MalformedAnswer(PermanentError):
    """A foreign service answered in a shape it does not document."""


class MalformedRequest(PermanentError):
    """A manual request is invalid."""


class MalformedMessage(PermanentError):
    """A queue message that no part of this system wrote."""


class MalformedHash(PermanentError):
    """A perceptual hash that no part of this system wrote."""


class AddressRefused(PermanentError):
    """A host name resolves to an address outside the public internet."""


class WebhookGone(PermanentError):
    """A webhook was deleted, or its address is wrong."""


class MessageGone(PermanentError):
    """A webhook message was deleted by others."""


class AnswerLost(PermanentError):
    """A request arrived but its answer did not: a retry may do it twice."""


class TokenRefused(PermanentError):
    """A request has no valid token of an organisation."""


class ImageUnknown(PermanentError):
    """The organisation has no image of that name."""


class ImageRefused(PermanentError):
    """An uploaded file that is not classified; the message is shown to people."""


class DecoderStopped(PermanentError):
    """The decoder of an uploaded file ran out of time, was killed, or gave an invalid answer; the file is to blame."""


class UploadQuotaReached(PermanentError):
    """An organisation has used up its uploads of a day; `retry_after` seconds later the next day begins."""

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelUnusable(PermanentError):
    """The classification model is missing, damaged, or not the one on its card."""


class ModelInputUnusable(PermanentError):
    """The model input is missing or was made for another model; loading the image again makes a new one."""


class ClipError(FootyError):
    """One clip cannot be used; `reason` is the typed outcome kept in telemetry."""

    def __init__(self, reason: str, message: str = "") -> None:
        super().__init__(message or reason)
        self.reason = reason
