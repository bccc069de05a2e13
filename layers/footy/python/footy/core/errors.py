"""Every way this system fails, as one tree.

FootyError
├── TransientError               worth trying again, with patience
│   ├── UpstreamUnavailable      no answer, a 5xx, a broken body
│   ├── RateLimited              told to come back later (`retry_after` seconds)
│   ├── PartialAnswer            asked for more than came back
│   └── WriteConflict            somebody else wrote first; read again
├── PermanentError               trying again cannot help
│   ├── QuotaExhausted           the day's requests, or the budget of posts, are used up
│   ├── AccessDenied             bad key, suspended account, plan too small
│   │   └── SessionExpired       the search session has to be renewed
│   ├── RequestRefused           the service calls our request wrong
│   ├── MalformedAnswer          the answer is not what the service documents
│   ├── MalformedRequest         what was asked for by hand makes no sense
│   ├── MalformedMessage         a message that is not ours
│   ├── MalformedHash            a perceptual hash that cannot be compared
│   ├── AddressRefused           a name that leads to a machine of the inside
│   ├── WebhookGone              a target of webhooks that is no more
│   ├── MessageGone              a message that somebody else took away
│   ├── AnswerLost               asked, and nobody knows whether it was done
│   ├── TokenRefused             not the token of an organisation, or taken back
│   ├── ImageUnknown             the organisation has no such image
│   ├── ImageRefused             an uploaded file that is not classified, and why
│   ├── ModelUnusable            the model is not there, or not the one it should be
│   └── SquareUnusable           an image has to be loaded again before its model can look at it
└── ClipError                    one clip, not the attempt (`reason` is its outcome)

State machines retry on these class names, so renaming one is a change of statemachines/.
"""


class FootyError(Exception):
    """Root of all errors raised on purpose; `asked` is the query as it was sent, where that is not the one given."""

    asked = ""


class TransientError(FootyError):
    """May pass by itself."""


class UpstreamUnavailable(TransientError):
    """A foreign service gave no usable answer."""


class RateLimited(TransientError):
    """A foreign service asked for patience."""

    def __init__(self, message: str, *, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class PartialAnswer(TransientError):
    """An answer left out part of what was asked for."""


class WriteConflict(TransientError):
    """The document changed between reading and writing it."""


class PermanentError(FootyError):
    """Will not pass by itself."""


class QuotaExhausted(PermanentError):
    """The budget of a foreign service is used up."""


class AccessDenied(PermanentError):
    """A foreign service refuses these credentials."""


class SessionExpired(AccessDenied):
    """The browser session of the search service is no longer logged in."""


class RequestRefused(PermanentError):
    """A foreign service calls what it was asked invalid."""


class MalformedAnswer(PermanentError):
    """A foreign service answered in a shape it does not document."""


class MalformedRequest(PermanentError):
    """Somebody asked by hand for what there is not."""


class MalformedMessage(PermanentError):
    """A queue message that no part of this system wrote."""


class MalformedHash(PermanentError):
    """A perceptual hash that no part of this system wrote."""


class AddressRefused(PermanentError):
    """A name stands for a machine that is not on the open internet."""


class WebhookGone(PermanentError):
    """A target of webhooks was deleted, or does not know its own address any more."""


class MessageGone(PermanentError):
    """A message that was sent is not there any more, and not by our doing."""


class AnswerLost(PermanentError):
    """The question arrived and its answer did not: asking again may do it twice."""


class TokenRefused(PermanentError):
    """Whoever asks does not speak for an organisation."""


class ImageUnknown(PermanentError):
    """The organisation has no image of that name."""


class ImageRefused(PermanentError):
    """An uploaded file that is not classified; the message is the reason that people read."""


class ModelUnusable(PermanentError):
    """The model that classifies is missing, damaged, or another one than its card says."""


class SquareUnusable(PermanentError):
    """What the model is to look at is gone, or was prepared for another one: loading the image makes it anew."""


class ClipError(FootyError):
    """One clip cannot be used; `reason` is the typed outcome kept in telemetry."""

    def __init__(self, reason: str, message: str = "") -> None:
        super().__init__(message or reason)
        self.reason = reason
