"""The client: all resources of the service, for one API client."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from .core import Core
from .resources import Resources


class Cambist(Resources):
    """Client of one service. It fetches and renews its token, makes idempotency keys, and repeats calls that may be repeated.

    :param base_url: address of the service, as in "http://localhost:8080"
    :param client_id, client_secret: credentials of the API client
    :param scope: scopes of the token, separated by spaces; default: all that the client has
    :param timeout: seconds for one attempt
    :param max_retries: repetitions of a call after the first attempt
    :param http_client: an `httpx.Client` with your proxy, certificates or transport
    :param on_response: receives a `ResponseInfo` after each response: request id, replayed, rate limit

    >>> with Cambist(base_url="http://localhost:8080", client_id="...", client_secret="...") as cambist:
    ...     for account in cambist.accounts.list():
    ...         print(account["accountId"], account["currency"])
    """

    def __init__(self, *, base_url: str, client_id: str, client_secret: str, **options: Any) -> None:
        self._core = Core(base_url=base_url, client_id=client_id, client_secret=client_secret, **options)
        super().__init__(self._core)

    def close(self) -> None:
        """Revoke the access token and close the connections."""
        self._core.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
