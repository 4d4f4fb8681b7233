"""Requests, retries, tokens and pages."""

from __future__ import annotations

import http.client
import json
import random
import re
import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypedDict, TypeVar, Unpack
from urllib.parse import quote, urlencode, urlsplit

from ._errors import CambistError, UnreachableError, error_of, problem_of, unexpected, unreachable

__all__ = ["CallOptions", "FileAnswer", "FileContent", "Pages", "Resource", "ResponseMeta", "Transport", "Unpack"]

FIRST_WAIT = 0.2
LONGEST_WAIT = 5.0
#: A longer pause is the caller's to decide: the call fails.
LONGEST_RETRY_AFTER = 30.0
#: A token is renewed this many seconds before its end.
EARLY = 30.0
#: Media types of one JSON value; lines of JSON are text.
JSON = re.compile(r"application/([\w.-]+\+)?json\b")

T = TypeVar("T")


class CallOptions(TypedDict, total=False):
    """Options of one call."""

    #: Key that makes the call safe to repeat for seven days; default: a random one for each call except GET.
    idempotency_key: str
    #: Seconds that an attempt may take.
    timeout: float
    #: Most repetitions.
    max_retries: int
    headers: Mapping[str, str]


@dataclass(frozen=True)
class FileContent:
    """Content of a file to send."""

    content_type: str
    content: bytes


@dataclass(frozen=True)
class FileAnswer:
    """Content of a file that the service made."""

    content_type: str
    content: bytes


@dataclass(frozen=True)
class ResponseMeta:
    """Facts about a response."""

    status: int
    request_id: str
    #: True if the service repeated the stored response of an earlier call with the same idempotency key.
    replayed: bool
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Request:
    """One request of an attempt."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes | None


@dataclass(frozen=True)
class Reply:
    """Response that was read to its end. The names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")

    @property
    def meta(self) -> ResponseMeta:
        replayed = self.headers.get("idempotent-replayed") == "true"
        return ResponseMeta(self.status, self.headers.get("x-request-id", ""), replayed, self.headers)


class Send(Protocol):
    """Sends one request; raises OSError if there is no response."""

    def __call__(self, request: Request, timeout: float) -> Reply: ...


class HttpSender:
    """Sends requests over connections that stay open, one for each thread and host."""

    def __init__(self) -> None:
        self._local = threading.local()

    def __call__(self, request: Request, timeout: float) -> Reply:
        parts = urlsplit(request.url)
        known: dict[tuple[str, str], http.client.HTTPConnection] = self._local.__dict__.setdefault("known", {})
        place = (parts.scheme, parts.netloc)
        kept = known.pop(place, None)
        Connection = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kept or Connection(parts.netloc, timeout=timeout)
        connection.timeout = timeout
        if connection.sock is not None:
            connection.sock.settimeout(timeout)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        try:
            connection.request(request.method, target, body=request.body, headers=request.headers)
            response = connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            if kept is not None and isinstance(error, (http.client.RemoteDisconnected, ConnectionError)):
                return self(request, timeout)  # the service had closed a connection that was idle
            raise error if isinstance(error, OSError) else ConnectionError(str(error)) from error
        known[place] = connection
        return Reply(response.status, {name.lower(): value for name, value in response.getheaders()}, content)


class Transport:
    """Sends the calls of one client."""

    def __init__(
        self,
        base_url: str,
        client_id: str | None,
        client_secret: str | None,
        *,
        scope: str | None = None,
        access_token: str | None = None,
        timeout: float = 30.0,
        max_retries: int = 3,
        send: Send | None = None,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f'base_url must begin with http:// or https:// and a host, not be "{base_url}".')
        self.base_url = base_url.rstrip("/")
        self._client = (client_id, client_secret) if client_id and client_secret else None
        self._scope = scope
        self._given = access_token
        self._timeout = timeout
        self._max_retries = max_retries
        self._send = send or HttpSender()
        self._lock = threading.Lock()
        self._token: tuple[str, float] | None = None
        #: Facts about the last response, for each thread.
        self.last = threading.local()

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        form: Any = None,
        accept: str = "application/json",
        authenticated: bool = True,
        options: CallOptions | None = None,
    ) -> Reply:
        """Sends a call, repeats it if that is safe, and renews the token once. Raises CambistError."""
        options = options or {}
        headers = {"accept": accept, **lower(options.get("headers"))}
        if method != "GET":
            headers["idempotency-key"] = options.get("idempotency_key") or secrets.token_hex(16)
        elif "idempotency_key" in options:
            headers["idempotency-key"] = options["idempotency_key"]
        content = content_of(headers, body, form)
        url = self.base_url + path + query_text(query)
        reply = self._attempts(Request(method, url, headers, content), authenticated, options)
        if reply.status == 401 and authenticated and self._client:
            self._drop()
            reply = self._attempts(Request(method, url, headers, content), authenticated, options)
        self.last.meta = reply.meta
        if reply.status >= 400:
            raise error_of(reply.status, reply.text, reply.meta.request_id)
        return reply

    def value(self, method: str, path: str, *, options: CallOptions | None = None, **more: Any) -> Any:
        """Sends a call. Returns the value of the JSON, the text of another format, or None if there is no content.

        Raises ServiceError for JSON that cannot be parsed, and for a web page that was not asked for.
        """
        reply = self.call(method, path, options=options, **more)
        if not reply.content:
            return None
        content_type = reply.headers.get("content-type", "").lower()
        if JSON.match(content_type):
            return self.json_of(reply)
        accept = lower((options or {}).get("headers")).get("accept", "")
        if content_type.startswith("text/html") and "text/html" not in accept.lower():
            raise unexpected(origin_of(self.base_url), reply.status, reply.meta.request_id)
        return reply.text

    def close(self) -> None:
        """Revokes the access token; the next call requests a new one."""
        with self._lock:
            token, self._token = self._token, None
        if token and self._client:
            client_id, client_secret = self._client
            form = {"token": token[0], "client_id": client_id, "client_secret": client_secret}
            self._attempts(form_request(f"{self.base_url}/v1/oauth2/revoke", form), False, {})

    def _attempts(self, request: Request, authenticated: bool, options: CallOptions) -> Reply:
        timeout = options.get("timeout", self._timeout)
        most = options.get("max_retries", self._max_retries)
        repeatable = request.method == "GET" or "idempotency-key" in request.headers or not authenticated
        attempt = 0
        while True:
            attempt += 1
            is_last = attempt > most
            try:
                token = {"authorization": f"Bearer {self._access_token()}"} if authenticated else {}
                headers = {**request.headers, **token}
                reply = self._send(Request(request.method, request.url, headers, request.body), timeout)
            except OSError as reason:
                if is_last or not repeatable:
                    raise unreachable(origin_of(request.url), reason) from reason
                time.sleep(wait_of(attempt, None))
                continue
            if is_last or not is_worth_repeating(reply, repeatable):
                return reply
            time.sleep(wait_of(attempt, reply))

    def _access_token(self) -> str:
        if self._given is not None:
            return self._given
        if self._client is None:
            raise TypeError("The client has no credentials: set client_id and client_secret, or access_token.")
        with self._lock:
            if self._token is None or time.monotonic() >= self._token[1]:
                self._token = self._new_token(*self._client)
            return self._token[0]

    def _new_token(self, client_id: str, client_secret: str) -> tuple[str, float]:
        form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
        if self._scope:
            form["scope"] = self._scope
        reply = self._attempts(form_request(f"{self.base_url}/v1/oauth2/token", form), False, {})
        if reply.status >= 400:
            raise error_of(reply.status, reply.text, reply.meta.request_id)
        answer = self.json_of(reply)
        if not isinstance(answer, dict) or not {"access_token", "expires_in"} <= answer.keys():
            raise unexpected(origin_of(self.base_url), reply.status, reply.meta.request_id)
        return answer["access_token"], time.monotonic() + answer["expires_in"] - EARLY

    def json_of(self, reply: Reply) -> Any:
        """Returns the value of a response's JSON. Raises ServiceError if it is not JSON."""
        try:
            return json.loads(reply.text)
        except ValueError as reason:
            raise unexpected(origin_of(self.base_url), reply.status, reply.meta.request_id) from reason

    def _drop(self) -> None:
        with self._lock:
            self._token = None


def content_of(headers: dict[str, str], body: Any, form: Any) -> bytes | None:
    """Returns the bytes of a body, and sets its type."""
    if form is not None:
        headers["content-type"] = "application/x-www-form-urlencoded"
        return urlencode(form).encode()
    if body is None:
        return None
    if isinstance(body, FileContent):
        headers["content-type"] = body.content_type
        return body.content
    headers["content-type"] = "application/json"
    return json.dumps(body, ensure_ascii=False).encode()


def form_request(url: str, form: Mapping[str, str]) -> Request:
    headers: dict[str, str] = {}
    content = content_of(headers, None, form)
    return Request("POST", url, headers, content)


def query_text(query: Mapping[str, Any] | None) -> str:
    """Writes a query; lists repeat their name, and None is left out."""
    pairs = []
    for name, value in (query or {}).items():
        for each in value if isinstance(value, (list, tuple)) else [value]:
            if each is not None:
                pairs.append((name, str(each).lower() if isinstance(each, bool) else str(each)))
    return f"?{urlencode(pairs)}" if pairs else ""


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def is_worth_repeating(reply: Reply, repeatable: bool) -> bool:
    if reply.status < 400 or retry_after_of(reply) > LONGEST_RETRY_AFTER:
        return False
    if reply.status == 429:
        return True
    if reply.status in (502, 504):
        return repeatable
    return bool(problem_of(reply.status, reply.text, "").get("retryable"))


def lower(headers: Mapping[str, str] | None) -> dict[str, str]:
    """Returns headers with their names in lower case."""
    return {name.lower(): value for name, value in (headers or {}).items()}


def wait_of(attempt: int, reply: Reply | None) -> float:
    """Returns a random pause that grows with each attempt, never shorter than Retry-After."""
    backoff = random.random() * min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1))
    return max(backoff, retry_after_of(reply) if reply else 0.0)


def retry_after_of(reply: Reply) -> float:
    """Returns the seconds that the service wants the client to wait; 0 if it does not state seconds."""
    asked = reply.headers.get("retry-after", "0")
    return float(asked) if asked.isdigit() else 0.0


class Pages(Generic[T]):
    """List of the service. Iterate for every item, page after page, or read one ``page``."""

    def __init__(self, transport: Transport, path: str, query: Mapping[str, Any], options: CallOptions) -> None:
        self._transport = transport
        self._path = path
        self._query = query
        self._options = options

    def page(self, after: str | None = None) -> dict[str, Any]:
        """Returns one page: ``data`` and ``nextCursor``."""
        query = self._query if after is None else {**self._query, "after": after}
        reply = self._transport.call("GET", self._path, query=query, options=self._options)
        return self._transport.json_of(reply)  # type: ignore[no-any-return]

    def take(self, count: int) -> list[T]:
        """Returns the first items, at most ``count``."""
        items: list[T] = []
        if count > 0:
            for item in self:
                items.append(item)
                if len(items) >= count:
                    break
        return items

    def __iter__(self) -> Iterator[T]:
        after: str | None = None
        while True:
            page = self.page(after)
            yield from page["data"]
            after = page.get("nextCursor")
            if after is None:
                return


class Resource:
    """Methods of one resource."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @staticmethod
    def _segment(name: str, value: str) -> str:
        """Encodes a parameter of the path. An empty one would call another operation."""
        if not value:
            raise ValueError(f"{name} must be a text that is not empty.")
        return quote(value, safe="")

    def _call(self, method: str, path: str, **more: Any) -> Any:
        return self._transport.value(method, path, **more)

    def _download(self, method: str, path: str, *, accept: str, **more: Any) -> FileAnswer:
        has_format = (more.get("query") or {}).get("format") is not None
        reply = self._transport.call(method, path, accept="*/*" if has_format else accept, **more)
        return FileAnswer(reply.headers.get("content-type", ""), reply.content)

    def _list(self, _method: str, path: str, *, query: Mapping[str, Any], options: CallOptions) -> Pages[Any]:
        return Pages(self._transport, path, query, options)
