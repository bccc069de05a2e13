"""Webhook delivery that records the state of a message before and after each request.

A crash in between leaves a claim, and a claimed message is never sent again.
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

# failures of the target, which affect all its messages
FAILURES = (TransientError, AddressRefused, AnswerLost, WebhookGone)


class WebhookDelivery:
    """Delivery of one message at a time; failures of the target are recorded, then raised."""

    def __init__(self, webhooks: WebhookClient, messages: SentMessages, clock: Clock) -> None:
        self._webhooks = webhooks
        self._messages = messages
        self._clock = clock

    def send(self, target: WebhookTarget, goal: str, fixture: int, text: str) -> MessageDocument | None:
        """Send a new message; return None when another run has claimed it."""
        document = self._messages.claim(goal, target.id, fixture, self._clock.now())
        if document is None:
            return None
        try:
            message_id = self._webhooks.send(target.url, text)
        except AnswerLost:
            self.lose(document)
            raise
        except FAILURES:
            self._try_again(document, "free")
            raise
        except PermanentError as refusal:
            return self._refused(document, refusal, "refused")
        return self._note(document, "standing", message=message_id, shown=digest(text))

    def update(self, target: WebhookTarget, document: MessageDocument, text: str) -> MessageDocument:
        """Edit the message; a rejected text is not sent again."""
        try:
            self._webhooks.update(target.url, document["message"], text)
        except MessageGone:
            return self._note(document, "removed")
        except FAILURES:
            self._try_again(document, "standing")
            raise
        except PermanentError as refusal:
            return self._refused(document, refusal, "standing", shown=digest(text))
        return self._note(document, "standing", shown=digest(text))

    def delete(self, target: WebhookTarget, document: MessageDocument) -> MessageDocument:
        """Delete the message; record it only afterwards."""
        self._note(document, "leaving")
        try:
            self._webhooks.delete(target.url, document["message"])
        except MessageGone:
            return self._note(document, "free")
        except FAILURES:
            self._try_again(document, "leaving")
            raise
        except PermanentError as refusal:
            return self._refused(document, refusal, "refused")
        return self._note(document, "free")

    def lose(self, document: MessageDocument) -> MessageDocument:
        """Mark a message as lost: it may exist, but its id is unknown, so it stays."""
        log_warning("webhook_lost", goal=document["goal"], target=document["target"])
        count("WebhookMessagesLost")
        return self._note(document, "lost")

    def _refused(
        self, document: MessageDocument, refusal: PermanentError, state: MessageState, **facts: str
    ) -> MessageDocument:
        log_warning("webhook_refused", goal=document["goal"], target=document["target"], reason=str(refusal))
        count("WebhooksRefused")
        return self._note(document, state, **facts)

    def _try_again(self, document: MessageDocument, state: MessageState) -> None:
        self._note(document, state, tries=document["tries"] + 1)

    def _note(self, document: MessageDocument, state: MessageState, **facts: str | int) -> MessageDocument:
        return self._messages.note(document, state, self._clock.now(), **facts)
