"""Client of the Cambist API."""

from ._client import Cambist
from ._core import FileAnswer, FileContent, Pages, ResponseMeta
from ._errors import (
    AuthenticationError,
    CambistError,
    ConflictError,
    ForbiddenError,
    NotFoundError,
    RateLimitError,
    RejectedError,
    ServiceError,
    UnreachableError,
    ValidationError,
)
from ._generated import models
from ._webhooks import WebhookVerificationError, sign_webhook, verify_webhook

__all__ = [
    "AuthenticationError",
    "Cambist",
    "CambistError",
    "ConflictError",
    "FileAnswer",
    "FileContent",
    "ForbiddenError",
    "NotFoundError",
    "Pages",
    "RateLimitError",
    "RejectedError",
    "ResponseMeta",
    "ServiceError",
    "UnreachableError",
    "ValidationError",
    "WebhookVerificationError",
    "models",
    "sign_webhook",
    "verify_webhook",
]
