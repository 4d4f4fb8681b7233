"""What a user of the client relies on, against a service that answers from a script."""

from __future__ import annotations

import datetime
import json
import unittest
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import httpx
from standardwebhooks.webhooks import Webhook

from cambist import (
    AuthenticationError,
    Cambist,
    Conflict,
    ResponseInfo,
    ServerError,
    Unreachable,
    ValidationError,
)
from cambist.webhooks import WebhookVerificationError, verify_webhook

Answer = httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]
CONFLICT = {"code": "quote_expired", "detail": "The quote has expired.", "status": 409, "requestId": "r1", "errors": []}
BUSY = {"code": "service_busy", "detail": "Busy.", "status": 503, "retryable": True}


class Service:
    """Answers token requests itself, and the others from a script; keeps what it was sent."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.sent: list[httpx.Request] = []
        self.tokens = 0
        self.revoked: list[str] = []
        self.waits: list[float] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/oauth2/token":
            self.tokens += 1
            return httpx.Response(200, json={"access_token": f"token-{self.tokens}", "expires_in": 3600})
        if request.url.path == "/v1/oauth2/revoke":
            self.revoked.append(request.content.decode())
            return httpx.Response(200)
        self.sent.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, httpx.Response) else answer(request)

    def client(self, **options: Any) -> Cambist:
        http_client = httpx.Client(transport=httpx.MockTransport(self))
        return Cambist(
            base_url="http://service.example/",
            client_id="cli_1",
            client_secret="secret",
            http_client=http_client,
            sleep=self.waits.append,
            **options,
        )


class Core(unittest.TestCase):
    def test_one_token_serves_many_calls_and_ends_with_the_client(self) -> None:
        service = Service(*(httpx.Response(200, json={"data": [], "nextCursor": None}) for _ in range(3)))
        with service.client() as cambist:
            for _ in range(3):
                list(cambist.accounts.list())
        self.assertEqual(service.tokens, 1)
        self.assertEqual({request.headers["authorization"] for request in service.sent}, {"Bearer token-1"})
        self.assertIn("token=token-1", service.revoked[0])

    def test_a_token_that_the_service_rejects_is_renewed_once(self) -> None:
        rejected = {"code": "token_invalid", "detail": "The token is not valid.", "status": 401}
        service = Service(httpx.Response(401, json=rejected), httpx.Response(200, json={"accountId": "acc_1"}))
        self.assertEqual(service.client().accounts.get("acc_1")["accountId"], "acc_1")
        service = Service(*(httpx.Response(401, json=rejected) for _ in range(2)))
        with self.assertRaises(AuthenticationError):
            service.client().accounts.get("acc_1")
        self.assertEqual(service.tokens, 2)

    def test_a_post_without_an_answer_is_repeated_under_one_key(self) -> None:
        made = httpx.Response(201, json={"paymentId": "pay_1"})
        service = Service(httpx.ConnectError("refused"), httpx.ReadTimeout("late"), made)
        service.client().payments.create(
            accountId="acc_1", amount="10.00", currency="EUR", paymentDate="2026-01-02", reference="Invoice 1"
        )
        keys = {request.headers["idempotency-key"] for request in service.sent}
        self.assertEqual((len(service.sent), len(keys)), (3, 1))

    def test_a_delete_without_an_answer_is_not_repeated(self) -> None:
        service = Service(httpx.ReadTimeout("late"))
        with self.assertRaises(Unreachable) as raised:
            service.client().beneficiaries.delete("ben_1")
        self.assertEqual((raised.exception.code, raised.exception.status, len(service.sent)), ("unreachable", 0, 1))

    def test_a_retryable_error_is_repeated_never_before_retry_after_and_at_most_so_often(self) -> None:
        def busy() -> httpx.Response:
            return httpx.Response(503, json=BUSY, headers={"retry-after": "7"})

        service = Service(*(busy() for _ in range(3)))
        with self.assertRaises(ServerError):
            service.client(max_retries=2).accounts.get("acc_1")
        self.assertEqual((len(service.sent), service.waits), (3, [7.0, 7.0]))
        service = Service(busy())
        with self.assertRaises(ServerError):
            service.client().accounts.get("acc_1", options={"max_retries": 0})

    def test_errors_have_a_class_a_code_and_all_faults(self) -> None:
        service = Service(httpx.Response(409, json=CONFLICT))
        with self.assertRaises(Conflict) as conflict:
            service.client().spot.book(entityId="ent_1", quoteId="quo_1")
        self.assertEqual((conflict.exception.code, conflict.exception.request_id), ("quote_expired", "r1"))
        faults = [{"pointer": "/amount", "code": "required", "message": "is required"}]
        problem = {"code": "validation_failed", "detail": "1 error.", "status": 400, "errors": faults}
        with self.assertRaises(ValidationError) as invalid:
            Service(httpx.Response(400, json=problem)).client().accounts.get("acc_1")
        self.assertEqual(invalid.exception.errors, faults)
        self.assertIn("/amount: is required", str(invalid.exception))
        with self.assertRaises(ServerError) as plain:
            Service(httpx.Response(502, text="<html>")).client(max_retries=0).accounts.get("acc_1")
        self.assertEqual(plain.exception.code, "unexpected_answer")

    def test_a_list_reads_the_next_page_only_when_it_is_needed(self) -> None:
        pages = [
            httpx.Response(200, json={"data": [{"tradeId": "1"}, {"tradeId": "2"}], "nextCursor": "c1"}),
            httpx.Response(200, json={"data": [{"tradeId": "3"}], "nextCursor": None}),
        ]
        service = Service(*pages)
        trades = iter(service.client().trades.list(status="Booked"))
        next(trades)
        self.assertEqual(len(service.sent), 1)
        self.assertEqual([trade["tradeId"] for trade in trades], ["2", "3"])
        self.assertEqual(dict(service.sent[1].url.params), {"status": "Booked", "after": "c1"})

    def test_decimals_and_dates_are_sent_as_strings_and_floats_are_refused(self) -> None:
        service = Service(httpx.Response(200, json={}))
        order: Any = {"amount": Decimal("1E+3"), "paymentDate": datetime.date(2026, 1, 2)}
        service.client().payments.validate(**order)
        self.assertEqual(json.loads(service.sent[0].content), {"amount": "1000", "paymentDate": "2026-01-02"})
        order = {"amount": 0.1}
        with self.assertRaisesRegex(TypeError, "/amount: .*Decimal"):
            service.client().payments.validate(**order)

    def test_path_values_cannot_change_the_path(self) -> None:
        service = Service(httpx.Response(404, json={"code": "not_found", "status": 404, "detail": ""}))
        with self.assertRaises(Exception):
            service.client().accounts.get("../entities?x=1")
        self.assertEqual(service.sent[0].url.raw_path, b"/v1/accounts/..%2Fentities%3Fx%3D1")

    def test_request_id_replay_and_rate_limit_can_be_read(self) -> None:
        headers = {"x-request-id": "r9", "idempotent-replayed": "true", "ratelimit": '"reads";r=9;t=1'}
        service = Service(httpx.Response(200, json={}, headers=headers))
        seen: list[ResponseInfo] = []
        service.client().accounts.get("acc_1", options={"on_response": seen.append})
        self.assertEqual((seen[0].request_id, seen[0].replayed, seen[0].rate_limit), ("r9", True, '"reads";r=9;t=1'))

    def test_a_document_is_bytes_and_an_empty_answer_is_accepted(self) -> None:
        pdf = httpx.Response(200, content=b"%PDF", headers={"content-type": "application/pdf"})
        service = Service(pdf, httpx.Response(204))
        cambist = service.client()
        self.assertEqual(cambist.trades.get_confirmation("trd_1"), b"%PDF")
        cambist.notification_recipients.delete("nrc_1")


class Webhooks(unittest.TestCase):
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    def test_a_genuine_message_is_read_and_a_changed_one_rejected(self) -> None:
        now = datetime.datetime.now(datetime.UTC)
        body = '{"type":"trade.booked","sequence":7}'
        signature = Webhook(self.secret).sign("msg_1", now, body)
        headers = {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(int(now.timestamp())), "Webhook-Signature": signature}
        self.assertEqual(verify_webhook(body, headers, self.secret)["sequence"], 7)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(body.replace("7", "8"), headers, self.secret)


if __name__ == "__main__":
    unittest.main()
