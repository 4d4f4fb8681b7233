"""The client."""

from __future__ import annotations

from typing import Any

from ._core import CallOptions, ResponseMeta, Send, Transport
from ._generated.resources import Resources


class Cambist(Resources):
    """Client of the service for one API client. It may be used by several threads.

    It fetches and renews its token, creates idempotency keys, and repeats safe calls. Every failed call raises a
    ``CambistError``.
    """

    def __init__(
        self,
        base_url: str,
        client_id: str | None = None,
        client_secret: str | None = None,
        *,
        scope: str | None = None,
        access_token: str | None = None,
        timeout: float = 30.0,
        max_retries: int = 3,
        send: Send | None = None,
    ) -> None:
        self._transport = Transport(
            base_url,
            client_id,
            client_secret,
            scope=scope,
            access_token=access_token,
            timeout=timeout,
            max_retries=max_retries,
            send=send,
        )
        super().__init__(self._transport)

    @property
    def last_response(self) -> ResponseMeta | None:
        """Facts about the last response of this thread: status, request id, and whether it is a replay."""
        return getattr(self._transport.last, "meta", None)

    def request(
        self, method: str, path: str, *, query: Any = None, body: Any = None, options: CallOptions | None = None
    ) -> Any:
        """Calls any operation, also one that this version does not know."""
        return self._transport.value(method, path, query=query, body=body, options=options)

    def close(self) -> None:
        """Revokes the access token; the next call requests a new one."""
        self._transport.close()

    def __enter__(self) -> Cambist:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
