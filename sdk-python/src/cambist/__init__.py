"""Client of a Cambist service: foreign exchange, payments and accounts of business clients."""

from .client import Cambist
from .core import Options, Pages, ResponseInfo
from .errors import (
    AuthenticationError,
    CambistError,
    Conflict,
    NotFound,
    PermissionDenied,
    RateLimited,
    ServerError,
    Unreachable,
    ValidationError,
)

__all__ = [
    "AuthenticationError",
    "Cambist",
    "CambistError",
    "Conflict",
    "NotFound",
    "Options",
    "Pages",
    "PermissionDenied",
    "RateLimited",
    "ResponseInfo",
    "ServerError",
    "Unreachable",
    "ValidationError",
]
