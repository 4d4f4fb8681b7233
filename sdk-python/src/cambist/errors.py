"""Errors of the service. `code` is stable and meant for programs; the text is for people."""

from __future__ import annotations

from typing import Any

import httpx


class CambistError(Exception):
    """A rejected call (RFC 9457 problem), or one without an answer. Quote `request_id` when you report it."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        self.detail: str = problem.get("detail", "")
        self.request_id: str = problem.get("requestId", "")
        #: True if the same request may succeed later without a change.
        self.retryable: bool = problem.get("retryable", False)
        self.params: dict[str, Any] = problem.get("params") or {}
        #: Errors of single fields: `pointer` (JSON pointer, or "?name" of a query parameter), `code`, `message`.
        self.errors: list[dict[str, Any]] = problem.get("errors") or []
        super().__init__("\n".join([self.detail, *(f"{e['pointer']}: {e['message']}" for e in self.errors)]))


class ValidationError(CambistError):
    """The request has errors in its fields; `errors` lists all of them. Status 400 or 422."""


class AuthenticationError(CambistError):
    """The credentials or the token were rejected. Status 401."""


class PermissionDenied(CambistError):
    """The client may not do this. Status 403."""


class NotFound(CambistError):
    """The object does not exist, or belongs to another entity. Status 404."""


class Conflict(CambistError):
    """The state of the object does not allow the call. Status 409."""


class RateLimited(CambistError):
    """Too many requests; the client has waited and repeated as often as it may. Status 429."""


class ServerError(CambistError):
    """The service failed or is not available. Status 500 and above."""


class Unreachable(CambistError):
    """No answer came. Status 0."""


_BY_STATUS: dict[int, type[CambistError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionDenied,
    404: NotFound,
    409: Conflict,
    422: ValidationError,
    429: RateLimited,
}


def error_of(response: httpx.Response) -> CambistError:
    """Return the error of an unsuccessful response: the service's problem, OAuth's `error`, or one made of the status."""
    problem = _problem_of(response)
    kind = _BY_STATUS.get(response.status_code, ServerError if response.status_code >= 500 else CambistError)
    return kind(problem)


def unreachable(url: str, cause: Exception) -> Unreachable:
    """Return the error of a call without an answer."""
    detail = f"No answer from {url}: {cause or type(cause).__name__}"
    return Unreachable({"code": "unreachable", "status": 0, "detail": detail, "retryable": True})


def _problem_of(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        body = {}
    request_id = response.headers.get("x-request-id", "")
    if not isinstance(body, dict):
        body = {}
    if isinstance(body.get("code"), str):
        return {"requestId": request_id, **body, "status": response.status_code}
    code = body.get("error") if isinstance(body.get("error"), str) else "unexpected_answer"
    detail = body.get("error_description") or f"The service answered {response.status_code}."
    return {"code": code, "status": response.status_code, "detail": detail, "requestId": request_id}
