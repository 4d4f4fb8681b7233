"""Tests of the core, with a service that answers from a script."""

from __future__ import annotations

import base64
import json
import unittest
from unittest import mock
from urllib.parse import urlsplit

import cambist
from cambist import Cambist, FileContent, sign_webhook, verify_webhook
from cambist._core import Reply, Request


def answer(status: int, body: object, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, {"content-type": "application/json", **named}, json.dumps(body).encode())


def problem(status: int, code: str, **more: object) -> Reply:
    return answer(status, {"code": code, "detail": f"It is {code}.", "requestId": "req-1", **more})


class Service:
    """Gives out token-1, token-2, … and answers calls from a script; the last entry repeats."""

    def __init__(self, *script: Reply | OSError) -> None:
        self.script = script
        self.calls: list[Request] = []
        self.tokens = 0
        self.waits: list[float] = []
        self.client = Cambist("http://service.test/", "cli_1", "secret", send=self)

    def __call__(self, request: Request, timeout: float) -> Reply:
        if urlsplit(request.url).path == "/v1/oauth2/token":
            self.tokens += 1
            return answer(200, {"access_token": f"token-{self.tokens}", "expires_in": 3600})
        self.calls.append(request)
        entry = self.script[min(len(self.calls), len(self.script)) - 1]
        if isinstance(entry, OSError):
            raise entry
        return entry


EMPTY = answer(200, {"data": [], "nextCursor": None})
BROKEN = ConnectionResetError("reset")


class CoreTest(unittest.TestCase):
    def setUp(self) -> None:
        self.waits: list[float] = []
        for target, change in (("time.sleep", self.waits.append), ("random.random", lambda: 1.0)):
            patch = mock.patch(f"cambist._core.{target}", change)
            patch.start()
            self.addCleanup(patch.stop)

    def test_calls_share_a_token(self) -> None:
        service = Service(EMPTY)
        list(service.client.accounts.list())
        list(service.client.accounts.list())
        self.assertEqual(service.tokens, 1)

    def test_a_rejected_token_is_replaced_once(self) -> None:
        service = Service(problem(401, "token_invalid"), EMPTY)
        list(service.client.accounts.list())
        tokens = [call.headers["authorization"] for call in service.calls]
        self.assertEqual(tokens, ["Bearer token-1", "Bearer token-2"])
        with self.assertRaises(cambist.AuthenticationError):
            Service(problem(401, "token_invalid")).client.accounts.get("acc_1")

    def test_a_post_is_repeated_with_the_same_key(self) -> None:
        service = Service(BROKEN, BROKEN, answer(201, {"paymentId": "pay_1"}))
        self.assertEqual(service.client.payments.create({"amount": "1.00"})["paymentId"], "pay_1")  # type: ignore
        self.assertEqual(len({call.headers["idempotency-key"] for call in service.calls}), 1)
        self.assertEqual(self.waits, [0.2, 0.4])
        service.client.payments.create({"amount": "1.00"}, idempotency_key="order-1", dry_run=True)  # type: ignore
        self.assertEqual(service.calls[-1].headers["idempotency-key"], "order-1")
        self.assertEqual(service.calls[-1].url, "http://service.test/v1/payments?dryRun=true")

    def test_a_delete_without_a_response_is_repeated_with_the_same_key(self) -> None:
        service = Service(BROKEN)
        with self.assertRaises(cambist.UnreachableError) as raised:
            service.client.beneficiaries.delete("ben_1")
        self.assertEqual((raised.exception.code, raised.exception.status), ("unreachable", 0))
        self.assertEqual(len(service.calls), 4)
        self.assertEqual(len({call.headers["idempotency-key"] for call in service.calls}), 1)

    def test_retryable_errors_are_repeated_not_before_retry_after(self) -> None:
        busy = answer(503, {"code": "price_unavailable", "detail": "Busy.", "retryable": True}, retry_after="3")
        service = Service(busy, problem(429, "rate_limited"), EMPTY)
        service.client.trades.list().page()
        self.assertEqual(self.waits, [3.0, 0.4])
        with self.assertRaises(cambist.ServiceError):
            Service(busy).client.trades.get("trd_1", max_retries=0)

    def test_a_call_that_the_service_wants_repeated_much_later_fails_at_once(self) -> None:
        limited = answer(429, {"code": "rate_limited", "detail": "Wait.", "retryable": True}, retry_after="120")
        service = Service(limited)
        with self.assertRaises(cambist.RateLimitError):
            service.client.trades.list().page()
        self.assertEqual((len(service.calls), self.waits), (1, []))

    def test_an_address_without_http_is_rejected_when_the_client_is_made(self) -> None:
        for address in ("service.test", "localhost:8080", "", "ftp://service.test"):
            with self.assertRaisesRegex(ValueError, "base_url must begin with http:// or https://"):
                Cambist(address, "cli_1", "secret")

    def test_an_answer_that_is_not_json_is_a_cambist_error(self) -> None:
        page = Reply(200, {"content-type": "text/html"}, b"<!doctype html>")
        with self.assertRaises(cambist.ServiceError) as raised:
            Service(page).client.trades.get("trd_1")
        self.assertEqual((raised.exception.code, raised.exception.status), ("unexpected_answer", 200))
        for reply in (page, answer(200, {"hello": "world"})):
            send = mock.Mock(return_value=reply)
            client = Cambist("http://service.test", "cli_1", "secret", send=send)
            with self.assertRaises(cambist.ServiceError):
                client.trades.get("trd_1")

    def test_errors_have_code_fields_and_request_id(self) -> None:
        errors = [{"pointer": "/amount", "code": "too_many_decimals", "message": "EUR has 2 decimals."}]
        with self.assertRaises(cambist.ValidationError) as raised:
            Service(problem(400, "validation_failed", errors=errors)).client.payments.create({})  # type: ignore
        self.assertEqual(raised.exception.errors, errors)
        self.assertEqual(raised.exception.request_id, "req-1")
        self.assertEqual(str(raised.exception), "It is validation_failed.\n/amount: EUR has 2 decimals.")

    def test_a_list_reads_page_after_page_and_no_further_than_asked(self) -> None:
        pages = [answer(200, {"data": [1, 2], "nextCursor": "c1"}), answer(200, {"data": [3], "nextCursor": None})]
        service = Service(*pages)
        self.assertEqual(list(service.client.accounts.list(currency="EUR", entity_id=["a", "b"])), [1, 2, 3])
        queries = [urlsplit(call.url).query for call in service.calls]
        self.assertEqual(queries[1], "after=c1&entityId=a&entityId=b&currency=EUR")
        once = Service(*pages)
        self.assertEqual(once.client.accounts.list().take(2), [1, 2])
        self.assertEqual(len(once.calls), 1)

    def test_parameters_of_the_path_are_encoded_and_not_empty(self) -> None:
        service = Service(answer(200, {}))
        service.client.payments.cancel("pay/1")
        self.assertEqual(service.calls[0].url, "http://service.test/v1/payments/pay%2F1/cancel")
        with self.assertRaises(ValueError):
            service.client.payments.get("")

    def test_a_call_that_asks_for_another_format_than_json_gets_the_text(self) -> None:
        for accept, text in (
            ("text/csv; charset=utf-8", "date,amount\n2026-11-01,1.00\n"),
            ("text/markdown", "# Quotes\n"),
            ("application/x-ndjson", '{"tradeId":"trd_1"}\n{"tradeId":"trd_2"}\n'),
            ("text/html", "<!doctype html>"),
        ):
            service = Service(Reply(200, {"content-type": accept}, text.encode()))
            self.assertEqual(service.client.request("GET", "/v1/any", options={"headers": {"Accept": accept}}), text)
            self.assertEqual(service.calls[0].headers["accept"], accept)
        csv = Service(Reply(200, {"content-type": "text/csv"}, b"date,amount\n"))
        self.assertEqual(csv.client.statements.get_interim(account_id="acc_1", format="csv"), "date,amount\n")

    def test_a_file_is_sent_as_it_is(self) -> None:
        service = Service(answer(202, {}))
        service.client.payment_batches.create(FileContent("text/csv", b"amount\n1.00\n"), name="May")
        self.assertEqual(service.calls[0].body, b"amount\n1.00\n")
        self.assertEqual(service.calls[0].headers["content-type"], "text/csv")

    def test_close_revokes_the_token(self) -> None:
        service = Service(EMPTY)
        with service.client as client:
            client.trades.list().page()
        self.assertEqual(urlsplit(service.calls[-1].url).path, "/v1/oauth2/revoke")
        self.assertIn(b"token=token-1", service.calls[-1].body or b"")

    def test_without_credentials_only_public_operations_work(self) -> None:
        client = Cambist("http://service.test", send=lambda request, timeout: EMPTY)
        self.assertEqual(client.service.list_errors()["data"], [])
        with self.assertRaisesRegex(TypeError, "client_id and client_secret"):
            client.accounts.get("acc_1")


class WebhookTest(unittest.TestCase):
    secret = "whsec_" + base64.b64encode(bytes([7]) * 32).decode()
    other = "whsec_" + base64.b64encode(bytes([8]) * 32).decode()
    body = '{"id":"evt_1","note":"Grüße"}'

    def headers(self, secret: str) -> dict[str, str]:
        signature = sign_webhook("evt_1", 1000, self.body, secret)
        return {"Webhook-Id": "evt_1", "webhook-timestamp": "1000", "webhook-signature": f"v1,bm8= {signature}"}

    def test_accepts_an_authentic_webhook(self) -> None:
        # From another implementation of Standard Webhooks.
        known = "v1,E3jS37OS25n7oLG4tAJByTETsb3TuPLgYEJXjk1bpUw="
        self.assertEqual(sign_webhook("evt_1", 1000, self.body, self.secret), known)
        event = verify_webhook(self.body.encode(), self.headers(self.secret), [self.other, self.secret], now=1300)
        self.assertEqual(event["id"], "evt_1")

    def test_rejects_everything_else(self) -> None:
        for body, headers, secret, now in (
            (self.body + " ", self.headers(self.secret), self.secret, 1000),
            (self.body, self.headers(self.secret), self.other, 1000),
            (self.body, self.headers(self.secret), self.secret, 1301),
            (self.body, {}, self.secret, 1000),
        ):
            with self.assertRaises(cambist.WebhookVerificationError):
                verify_webhook(body, headers, secret, now=now)
        with self.assertRaises(ValueError):
            sign_webhook("evt_1", 1000, self.body, "whsec_?")


if __name__ == "__main__":
    unittest.main()
