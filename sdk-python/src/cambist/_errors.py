"""Errors of the client."""

from __future__ import annotations

import json
from typing import Any


class CambistError(Exception):
    """Error of a call. ``code`` is stable and meant for programs, the message for people."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = problem
        self.code: str = problem["code"]
        #: HTTP status; 0 if there was no response.
        self.status: int = problem["status"]
        self.request_id: str = problem.get("requestId", "")
        #: True if the same request may succeed later without a change.
        self.retryable: bool = problem.get("retryable", False)
        self.params: dict[str, Any] = problem.get("params") or {}
        #: One entry for each wrong field: pointer, code, message.
        self.errors: list[dict[str, Any]] = problem.get("errors") or []
        fields = [f"{error['pointer']}: {error['message']}" for error in self.errors if error["pointer"]]
        super().__init__("\n".join([problem["detail"], *fields]))


class AuthenticationError(CambistError):
    """401: the token or the credentials are missing or wrong."""


class ForbiddenError(CambistError):
    """403: a scope, role, permission or kind of entity is missing."""


class NotFoundError(CambistError):
    """404: the resource does not exist, or the client may not see it."""


class ValidationError(CambistError):
    """400 and other errors of form: ``errors`` lists every field."""


class ConflictError(CambistError):
    """409 and 412: the state of the resource does not allow the call."""


class RejectedError(CambistError):
    """422: a rule rejects the order; ``params`` states what would pass."""


class RateLimitError(CambistError):
    """429: the client's limit is used up."""


class ServiceError(CambistError):
    """5xx: the service failed or is busy."""


class UnreachableError(CambistError):
    """No response: the call may or may not have had an effect. Code ``unreachable`` or ``timeout``."""


CLASSES = {
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    412: ConflictError,
    422: RejectedError,
    429: RateLimitError,
}


def error_of(status: int, text: str, request_id: str) -> CambistError:
    """Creates the error of an unsuccessful response."""
    problem = problem_of(status, text, request_id)
    if problem["code"] == "invalid_client":
        return AuthenticationError(problem)
    return CLASSES.get(status, ServiceError if status >= 500 else ValidationError)(problem)


def problem_of(status: int, text: str, request_id: str) -> dict[str, Any]:
    """Reads the problem of a response: the service's own, OAuth's ``error``, or one made from the status."""
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    if isinstance(body, dict) and isinstance(body.get("code"), str):
        return {"requestId": request_id, **body, "status": status}
    oauth = body.get("error") if isinstance(body, dict) else None
    described = body.get("error_description") if isinstance(body, dict) else None
    detail = described or f"The service answered {status}."
    return {"code": oauth or "unexpected_answer", "status": status, "detail": detail, "requestId": request_id}


def unexpected(origin: str, status: int, request_id: str) -> ServiceError:
    """Creates the error of a successful response that is not JSON, or lacks a required value."""
    detail = f"{origin} did not answer as the service does. Is it the address of the service?"
    return ServiceError({"code": "unexpected_answer", "status": status, "detail": detail, "requestId": request_id})


def unreachable(origin: str, reason: BaseException) -> UnreachableError:
    """Creates the error of an attempt without a response."""
    is_late = isinstance(reason, TimeoutError)
    detail = f"No answer from {origin}: {reason or type(reason).__name__}"
    code = "timeout" if is_late else "unreachable"
    return UnreachableError({"code": code, "status": 0, "detail": detail, "retryable": True})
