"""Verification of webhook messages (Standard Webhooks). Needs the extra `cambist[webhooks]`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

__all__ = ["WebhookVerificationError", "verify_webhook"]


def verify_webhook(payload: str | bytes, headers: Mapping[str, str], secret: str) -> dict[str, Any]:
    """Return the event of a webhook message.

    :param payload: the body exactly as received
    :param headers: the request's headers, with `webhook-id`, `webhook-timestamp` and `webhook-signature`
    :param secret: the endpoint's secret, `whsec_...`
    :raises WebhookVerificationError: the signature is wrong, or the message is older than five minutes
    """
    lower = {name.lower(): value for name, value in headers.items()}
    Webhook(secret).verify(payload, lower)
    event: dict[str, Any] = json.loads(payload)
    return event
