"""Verification of webhooks by Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import cast

from ._generated import models as m

PREFIX = "whsec_"


class WebhookVerificationError(Exception):
    """The webhook is not from the service, or too old. Answer it with 400."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> m.Event:
    """Verifies a webhook and returns its event.

    Pass the body as received, before a parser has changed it, and several secrets while you rotate.
    """
    given = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    event_id, timestamp, signatures = (given.get(name, "") for name in names)
    if not (event_id and timestamp and signatures):
        raise WebhookVerificationError("The headers of Standard Webhooks are missing.")
    current = time.time() if now is None else now
    if not timestamp.isdigit() or abs(current - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The time of the signature is outside the tolerance.")
    text = body.decode() if isinstance(body, bytes) else body
    offered = [part[3:] for part in signatures.split(" ") if part.startswith("v1,")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = sign_webhook(event_id, int(timestamp), text, secret)[3:]
        if any(hmac.compare_digest(expected, each) for each in offered):
            return cast(m.Event, json.loads(text))
    raise WebhookVerificationError("No signature belongs to this secret.")


def sign_webhook(event_id: str, timestamp: int, body: str, secret: str) -> str:
    """Returns the value of ``webhook-signature``, for tests of a receiver."""
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error as error:
        raise ValueError('A secret is "whsec_" and Base64.') from error
    digest = hmac.new(key, f"{event_id}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"
