"""Carries messages to webhooks, and writes down before and after each what became of it.

Whatever dies between the two leaves a claim behind, and what is claimed is never sent again.
"""

from footy.core.clock import Clock
from footy.core.errors import (
    AddressRefused,
    AnswerLost,
    MessageGone,
    PermanentError,
    TransientError,
    WebhookGone,
)
from footy.core.telemetry import count, log_warning
from footy.goals.adapters.mongo.page.sent_messages import SentMessages
from footy.goals.adapters.webhooks.client import WebhookClient
from footy.goals.model.webhooks import MessageDocument, MessageState, WebhookTarget
from footy.goals.page.messages import digest

# the target does not take anything now: of this message and of all others
FAILURES = (TransientError, AddressRefused, AnswerLost, WebhookGone)


class WebhookDelivery:
    """One message at a time; a failure of its target is raised when it is written down."""

    def __init__(self, webhooks: WebhookClient, messages: SentMessages, clock: Clock) -> None:
        self._webhooks = webhooks
        self._messages = messages
        self._clock = clock

    def send(self, target: WebhookTarget, goal: str, fixture: int, text: str) -> MessageDocument | None:
        """The message, sent for the first time; None when somebody else has it in hand, or had."""
        known = self._messages.claim(goal, target.id, fixture, self._clock.now())
        if known is None:
            return None
        try:
            number = self._webhooks.send(target.url, text)
        except AnswerLost:
            self.lose(known)
            raise
        except FAILURES:
            self._try_again(known, "free")
            raise
        except PermanentError as refusal:
            return self._refused(known, refusal, "refused")
        return self._note(known, "standing", message=number, shown=digest(text))

    def update(self, target: WebhookTarget, known: MessageDocument, text: str) -> MessageDocument:
        """The message says this from now on; what the target does not want is not asked of it again."""
        try:
            self._webhooks.update(target.url, known["message"], text)
        except MessageGone:
            return self._note(known, "removed")
        except FAILURES:
            self._try_again(known, "standing")
            raise
        except PermanentError as refusal:
            return self._refused(known, refusal, "standing", shown=digest(text))
        return self._note(known, "standing", shown=digest(text))

    def take_back(self, target: WebhookTarget, known: MessageDocument) -> MessageDocument:
        """The message is gone, which is written down only when it is so."""
        self._note(known, "leaving")
        try:
            self._webhooks.take_back(target.url, known["message"])
        except MessageGone:
            return self._note(known, "free")
        except FAILURES:
            self._try_again(known, "leaving")
            raise
        except PermanentError as refusal:
            return self._refused(known, refusal, "refused")
        return self._note(known, "free")

    def lose(self, known: MessageDocument) -> MessageDocument:
        """It may be there, and nobody knows its number: it is left alone."""
        log_warning("webhook_lost", goal=known["goal"], target=known["target"])
        count("WebhookMessagesLost")
        return self._note(known, "lost")

    def _refused(
        self, known: MessageDocument, refusal: PermanentError, state: MessageState, **facts: str
    ) -> MessageDocument:
        log_warning("webhook_refused", goal=known["goal"], target=known["target"], reason=str(refusal))
        count("WebhooksRefused")
        return self._note(known, state, **facts)

    def _try_again(self, known: MessageDocument, state: MessageState) -> None:
        self._note(known, state, tries=known["tries"] + 1)

    def _note(self, known: MessageDocument, state: MessageState, **facts: str | int) -> MessageDocument:
        return self._messages.note(known, state, self._clock.now(), **facts)
