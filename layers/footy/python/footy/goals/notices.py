"""Webhooks about goals; used only where a deployment has targets."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from footy.goals.stores import Stores

if TYPE_CHECKING:
    from footy.goals.adapters.mongo.page.sent_messages import SentMessages
    from footy.goals.adapters.webhooks.client import WebhookClient
    from footy.goals.adapters.webhooks.delivery import WebhookDelivery
    from footy.goals.model.webhooks import WebhookTarget


class Notices(Stores):
    """Container of webhook targets, clients and messages."""

    @cached_property
    def webhook_targets(self) -> "Sequence[WebhookTarget]":
        from footy.goals.adapters.webhooks.targets import read_targets

        return read_targets(self.secrets.read(self.settings.webhooks_secret).get("targets"))

    @cached_property
    def webhooks(self) -> "WebhookClient":
        """Webhook client that connects only to public addresses."""
        from footy.core.http.addresses import resolve_public_addresses
        from footy.core.http.client import HttpClient
        from footy.goals.adapters.webhooks.client import LARGEST, SECONDS, SERVICE, WebhookClient

        return WebhookClient(HttpClient(SERVICE, seconds=SECONDS, largest=LARGEST, addresses=resolve_public_addresses))

    @cached_property
    def webhook_delivery(self) -> "WebhookDelivery":
        from footy.goals.adapters.webhooks.delivery import WebhookDelivery

        return WebhookDelivery(self.webhooks, self.sent_messages, self.machine_clock)

    @cached_property
    def sent_messages(self) -> "SentMessages":
        from footy.goals.adapters.mongo.page.sent_messages import SentMessages

        return SentMessages(self.database)
