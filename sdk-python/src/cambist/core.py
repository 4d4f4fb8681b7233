"""Sending: tokens, idempotency keys, retries, paging."""

from __future__ import annotations

import json
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypedDict, TypeVar
from urllib.parse import quote

import httpx

from .errors import CambistError, error_of, unreachable

T = TypeVar("T")

#: A token is renewed so many seconds before it ends.
_EARLY_S = 30
_BASE_S, _CAP_S = 0.2, 5.0
_LONGEST_RETRY_AFTER_S = 30.0


@dataclass(frozen=True)
class ResponseInfo:
    """What a response says beside its body."""

    status: int
    request_id: str
    #: True if an earlier request with the same idempotency key had this result.
    replayed: bool
    #: The `RateLimit` header as sent: the rest of the budget and the seconds until it is full.
    rate_limit: str | None
    #: Number of the last attempt, from 1.
    attempts: int


class Options(TypedDict, total=False):
    """Options of one call."""

    #: Key under which a repeated POST has the effect of one; default: a new one for each call, the same on its retries.
    idempotency_key: str
    #: Seconds for one attempt.
    timeout: float
    #: Repetitions after the first attempt.
    max_retries: int
    #: Receives the response's data beside its body.
    on_response: Callable[[ResponseInfo], None]


class Pages(Generic[T]):
    """The items of a list, read page by page while you iterate."""

    def __init__(self, read: Callable[[str | None], dict[str, Any]]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page["data"]

    def pages(self) -> Iterator[dict[str, Any]]:
        """Iterate over whole pages: `data` and `nextCursor`."""
        after: str | None = None
        while True:
            page = self._read(after)
            yield page
            after = page.get("nextCursor")
            if after is None:
                return


class Core:
    """Sends the calls of one API client. Safe for use by several threads."""

    def __init__(
        self,
        *,
        base_url: str,
        client_id: str,
        client_secret: str,
        scope: str | None = None,
        timeout: float = 30.0,
        max_retries: int = 3,
        http_client: httpx.Client | None = None,
        on_response: Callable[[ResponseInfo], None] | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._credentials = {"client_id": client_id, "client_secret": client_secret}
        self._scope = scope
        self._timeout = timeout
        self._max_retries = max_retries
        self._http = http_client or httpx.Client()
        self._on_response = on_response
        self._sleep = sleep
        self._lock = threading.Lock()
        self._token: str | None = None
        self._renew_at = 0.0

    def close(self) -> None:
        """Revoke the access token and close the connections."""
        token, self._token = self._token, None
        try:
            if token is not None:
                form = {"token": token, **self._credentials}
                self._send("POST", "/v1/oauth2/revoke", content=form, repeatable=True)
        finally:
            self._http.close()

    def call(
        self,
        method: str,
        path: str,
        *,
        values: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content_type: str | None = None,
        options: Options | None = None,
    ) -> Any:
        """Send one operation and return its parsed body: a dict, bytes of a document, or None."""
        options = options or {}
        headers: dict[str, str] = {}
        if method == "POST":
            headers["idempotency-key"] = options.get("idempotency_key") or secrets.token_hex(16)
        elif "idempotency_key" in options:
            raise TypeError("idempotency_key: only POST calls have one")
        content: str | bytes | None = None
        if content_type is not None and content_type != "application/json":
            content = body
            headers["content-type"] = content_type
        elif body is not None:
            content = json.dumps(_plain(body, ""), separators=(",", ":"))
            headers["content-type"] = "application/json"
        where = path.format_map({name: quote(value, safe="") for name, value in (values or {}).items()})
        repeatable = method == "GET" or method == "POST"
        for is_last in (False, True):
            token = self._current_token()
            try:
                response = self._send(
                    method,
                    where,
                    query={name: _shown(value) for name, value in (query or {}).items() if value is not None},
                    content=content,
                    headers={**headers, "authorization": f"Bearer {token}"},
                    repeatable=repeatable,
                    options=options,
                )
                return _body_of(response)
            except CambistError as error:
                if error.status != 401 or is_last:
                    raise
                self._drop(token)
        raise AssertionError("unreachable")

    def pages(
        self,
        path: str,
        *,
        values: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        options: Options | None = None,
    ) -> Pages[Any]:
        """Return the items of a list operation, read while they are used."""

        def read(after: str | None) -> dict[str, Any]:
            asked = dict(query or {})
            if after is not None:
                asked["after"] = after
            page: dict[str, Any] = self.call("GET", path, values=values, query=asked, options=options)
            return page

        return Pages(read)

    def _current_token(self) -> str:
        with self._lock:
            if self._token is not None and time.monotonic() < self._renew_at:
                return self._token
            form = {"grant_type": "client_credentials", **self._credentials}
            if self._scope is not None:
                form["scope"] = self._scope
            answer = self._send("POST", "/v1/oauth2/token", content=form, repeatable=True).json()
            self._token = str(answer["access_token"])
            self._renew_at = time.monotonic() + answer["expires_in"] - _EARLY_S
            return self._token

    def _drop(self, token: str) -> None:
        with self._lock:
            if self._token == token:
                self._token = None

    def _send(
        self,
        method: str,
        path: str,
        *,
        repeatable: bool,
        query: Mapping[str, Any] | None = None,
        content: str | bytes | Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        options: Options | None = None,
    ) -> httpx.Response:
        options = options or {}
        attempts = 1 + options.get("max_retries", self._max_retries)
        sent: dict[str, Any] = {"data": content} if isinstance(content, Mapping) else {"content": content}
        for attempt in range(1, attempts + 1):
            retry_after = 0.0
            try:
                response = self._http.request(
                    method,
                    self._base_url + path,
                    params=query or None,
                    headers=dict(headers or {}),
                    timeout=options.get("timeout", self._timeout),
                    **sent,
                )
            except httpx.TransportError as cause:
                error: CambistError = unreachable(self._base_url, cause)
                may_repeat = repeatable
            else:
                self._tell(response, attempt, options)
                if response.is_success:
                    return response
                error = error_of(response)
                retry_after = _seconds(response.headers.get("retry-after"))
                may_repeat = error.retryable or error.status == 429 or (repeatable and error.status in (502, 504))
            if not may_repeat or attempt == attempts:
                raise error
            backoff = random.random() * min(_CAP_S, _BASE_S * 2 ** (attempt - 1))
            self._sleep(max(backoff, min(retry_after, _LONGEST_RETRY_AFTER_S)))
        raise AssertionError("unreachable")

    def _tell(self, response: httpx.Response, attempt: int, options: Options) -> None:
        listeners = [self._on_response, options.get("on_response")]
        info = ResponseInfo(
            status=response.status_code,
            request_id=response.headers.get("x-request-id", ""),
            replayed=response.headers.get("idempotent-replayed") == "true",
            rate_limit=response.headers.get("ratelimit"),
            attempts=attempt,
        )
        for listener in listeners:
            if listener is not None:
                listener(info)


def _seconds(value: str | None) -> float:
    return float(value) if value is not None and value.isdigit() else 0.0


def _shown(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return [_shown(each) for each in value]
    return _plain(value, "")


def _plain(value: Any, path: str) -> Any:
    """Return the value as JSON takes it: decimals and dates become strings. Binary fractions cannot hold amounts."""
    if isinstance(value, float):
        raise TypeError(f"{path or 'value'}: pass an amount or a rate as str or decimal.Decimal, not as float")
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, Mapping):
        return {name: _plain(each, f"{path}/{name}") for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each, f"{path}/{i}") for i, each in enumerate(value)]
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value


def _body_of(response: httpx.Response) -> Any:
    if response.status_code == 204 or not response.content:
        return None
    kind = response.headers.get("content-type", "")
    return response.json() if "json" in kind else response.content
