# Made from the service’s OpenAPI document by sdk/generate.mjs; do not edit.

from __future__ import annotations

from typing import Any, Literal, Union, overload

from .._core import CallOptions, FileAnswer, FileContent, Pages, Resource, Transport, Unpack
from . import models as m


class AccountsResource(Resource):
    def list(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, iban: str | None = None, currency: str | None = None, status: Literal["Active", "Blocked", "Closed"] | None = None, permission: Literal["Reporting", "Fx", "Payments"] | None = None, q: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.Account]:
        """List accounts.

        Returns the accounts with their numbers, permissions, and the bank details by which a payer can fund them.

        Scope: `reporting:read`."""
        return self._list("GET", '/v1/accounts', query={"limit": limit, "after": after, "entityId": entity_id, "iban": iban, "currency": currency, "status": status, "permission": permission, "q": q}, options=options)

    def get(self, account_id: str, **options: Unpack[CallOptions]) -> m.Account:
        """Get an account.

        Returns an account with its numbers, permissions, and the bank details by which a payer can fund it.

        Scope: `reporting:read`."""
        return self._call("GET", f'/v1/accounts/{self._segment("accountId", account_id)}', options=options)


class ApprovalsResource(Resource):
    def get_order_approval(self, order_id: str, **options: Unpack[CallOptions]) -> m.OrderApproval:
        """Get the approval of an order.

        Returns the approvals that the order requires, those given, the clients that can or cannot approve, and the time at which the order expires without them.

        Scope: `fx:trade`."""
        return self._call("GET", f'/v1/fx/orders/{self._segment("orderId", order_id)}/approval', options=options)

    def approve_order(self, order_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.OrderOrDryRun:
        """Approve an order.

        Activates the order with the last required approval. If its rate has been reached meanwhile, it is filled immediately. The resulting trade needs no other approval, unless the policies require more approvals for the deal than the order has: then the order ends as Rejected.

        Scope: `payments:approve`.

        Role: `approver`."""
        return self._call("POST", f'/v1/fx/orders/{self._segment("orderId", order_id)}/approve', query={"dryRun": dry_run}, options=options)

    def reject_order(self, order_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.OrderOrDryRun:
        """Reject an order.

        The order is cancelled.

        Scope: `payments:approve`.

        Role: `approver`."""
        return self._call("POST", f'/v1/fx/orders/{self._segment("orderId", order_id)}/reject', query={"dryRun": dry_run}, options=options)


class AuditResource(Resource):
    def list_records(self, *, entity_id: str | None = None, from_: str | None = None, to: str | None = None, operation: str | None = None, action: str | None = None, resource_id: str | None = None, request_id: str | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[dict[str, Any]]:
        """List audit records of an entity.

        Returns every write, document read and user action of the entity: who, from where, by which operation, and the values before and after. A filtered page may contain fewer items than `limit` and still have a nextCursor.

        Scope: `reporting:read`."""
        return self._list("GET", '/v1/audit', query={"entityId": entity_id, "from": from_, "to": to, "operation": operation, "action": action, "resourceId": resource_id, "requestId": request_id, "limit": limit, "after": after}, options=options)

    def verify(self, *, entity_id: str | None = None, after: str | None = None, hash: str | None = None, **options: Unpack[CallOptions]) -> m.AuditVerification:
        """Verify the audit trail of an entity.

        Compares the stored records with the chain of hashes, about 10,000 per call, and returns the first one that differs.

        Scope: `reporting:read`."""
        return self._call("GET", '/v1/audit/verify', query={"entityId": entity_id, "after": after, "hash": hash}, options=options)


class BalancesResource(Resource):
    def list(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, account_id: str | None = None, currency: str | None = None, iban: str | None = None, as_at: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.Balance]:
        """List balances, now or at a past instant.

        `booked` is the sum of the postings, `available` is `booked` less the holds for payments, trades and margin. With `asAt` the balance is read from the ledger.

        Scope: `reporting:read`."""
        return self._list("GET", '/v1/balances', query={"limit": limit, "after": after, "entityId": entity_id, "accountId": account_id, "currency": currency, "iban": iban, "asAt": as_at}, options=options)


class BeneficiariesResource(Resource):
    def get_requirements(self, *, currency: str, bank_country_code: str, type: Literal["Individual", "Company"] | None = None, **options: Unpack[CallOptions]) -> m.BeneficiaryRequirements:
        """Get required beneficiary fields of a destination.

        Returns the fields of a form with labels, patterns and examples, and a JSON Schema, from the same rules that validate a beneficiary.

        Scope: `beneficiaries:read`."""
        return self._call("GET", '/v1/beneficiaries/requirements', query={"currency": currency, "bankCountryCode": bank_country_code, "type": type}, options=options)

    def validate(self, body: m.ValidateBeneficiaryRequest, **options: Unpack[CallOptions]) -> m.BeneficiaryValidation:
        """Validate a beneficiary.

        Takes the body of the create call. Returns 200 for every well-formed body; `errors` lists the errors that create would return.

        Scope: `beneficiaries:read`."""
        return self._call("POST", '/v1/beneficiaries/validate', body=body, options=options)

    def list(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, currency: str | None = None, country: str | None = None, status: Literal["PendingApproval", "Active", "Blocked", "Deleted"] | None = None, q: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.Beneficiary]:
        """List beneficiaries.

        Returns the saved payees with their bank details and approval. Filter by currency, country, status or a part of the name.

        Scope: `beneficiaries:read`."""
        return self._list("GET", '/v1/beneficiaries', query={"limit": limit, "after": after, "entityId": entity_id, "currency": currency, "country": country, "status": status, "q": q}, options=options)

    @overload
    def create(self, body: m.CreateBeneficiaryRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.BeneficiaryDryRun: ...

    @overload
    def create(self, body: m.CreateBeneficiaryRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.Beneficiary: ...

    def create(self, body: m.CreateBeneficiaryRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.BeneficiaryDryRun, m.Beneficiary]:
        """Create a beneficiary.

        Checks the account number and the fields that the destination requires. A beneficiary may need the approval of another client before it is paid.

        Scope: `beneficiaries:write`.

        Role: `maker`."""
        return self._call("POST", '/v1/beneficiaries', query={"dryRun": dry_run}, body=body, options=options)

    def get(self, beneficiary_id: str, **options: Unpack[CallOptions]) -> m.Beneficiary:
        """Get a beneficiary.

        Returns a payee, deleted or not, with its bank details and approval. Send the `ETag` as `If-Match` when you change it.

        Scope: `beneficiaries:read`."""
        return self._call("GET", f'/v1/beneficiaries/{self._segment("beneficiaryId", beneficiary_id)}', options=options)

    def replace(self, beneficiary_id: str, body: m.ReplaceBeneficiaryRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.BeneficiaryOrDryRun:
        """Replace a beneficiary.

        Send the complete body of the create call. Released payments keep their details. `If-Match` prevents overwriting another change.

        Scope: `beneficiaries:write`.

        Role: `maker`.

        RM entities only."""
        return self._call("PUT", f'/v1/beneficiaries/{self._segment("beneficiaryId", beneficiary_id)}', query={"dryRun": dry_run}, body=body, options=options)

    @overload
    def delete(self, beneficiary_id: str, *, dry_run: Literal[True], force: bool | None = None, **options: Unpack[CallOptions]) -> m.DeleteBeneficiaryDryRun: ...

    @overload
    def delete(self, beneficiary_id: str, *, dry_run: Union[Literal[False], None] = None, force: bool | None = None, **options: Unpack[CallOptions]) -> None: ...

    def delete(self, beneficiary_id: str, *, dry_run: bool | None = None, force: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.DeleteBeneficiaryDryRun, None]:
        """Delete a beneficiary.

        Rejected while a payment that is not yet released needs the beneficiary, unless `force=true`.

        Scope: `beneficiaries:write`.

        Role: `maker`."""
        return self._call("DELETE", f'/v1/beneficiaries/{self._segment("beneficiaryId", beneficiary_id)}', query={"dryRun": dry_run, "force": force}, options=options)

    def approve(self, beneficiary_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.BeneficiaryOrDryRun:
        """Approve a beneficiary.

        Requires a client of the entity other than the one that created or changed the beneficiary. Send the `ETag` of the version that you read as `If-Match`: if the beneficiary has changed since, the decision is rejected.

        Scope: `payments:approve`.

        Role: `approver`."""
        return self._call("POST", f'/v1/beneficiaries/{self._segment("beneficiaryId", beneficiary_id)}/approve', query={"dryRun": dry_run}, options=options)

    def reject(self, beneficiary_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.BeneficiaryOrDryRun:
        """Reject a beneficiary.

        Requires a client of the entity other than the one that created or changed the beneficiary. Send the `ETag` of the version that you read as `If-Match`: if the beneficiary has changed since, the decision is rejected.

        Scope: `payments:approve`.

        Role: `approver`."""
        return self._call("POST", f'/v1/beneficiaries/{self._segment("beneficiaryId", beneficiary_id)}/reject', query={"dryRun": dry_run}, options=options)


class ClockResource(Resource):
    def get(self, **options: Unpack[CallOptions]) -> m.Clock:
        """Get business time.

        Returns the sandbox’s time, which decides cut-offs, value dates and expiries, and whether it is frozen.

        Scope: `sandbox:simulate`."""
        return self._call("GET", '/v1/sandbox/clock', options=options)

    def move(self, body: m.MoveClockRequest, **options: Unpack[CallOptions]) -> m.Clock:
        """Move, freeze or resume business time.

        Moves forward only. The response arrives after all jobs that became due have run. In a long move, jobs of commands that other clients send meanwhile run after it.

        Scope: `sandbox:simulate`."""
        return self._call("POST", '/v1/sandbox/clock', body=body, options=options)


class CreditResource(Resource):
    def list_currency_pair_mtm(self, *, entity_id: str | None = None, facility_id: str | None = None, currency_pair: str | None = None, as_at: str | None = None, **options: Unpack[CallOptions]) -> m.CurrencyPairMtmList:
        """List mark-to-market by currency pair.

        Returns the totals of `mtm/trades` in market convention: base currency bought is long.

        Scope: `credit:read`."""
        return self._call("GET", '/v1/credit/mtm/currency-pairs', query={"entityId": entity_id, "facilityId": facility_id, "currencyPair": currency_pair, "asAt": as_at}, options=options)

    def simulate(self, body: m.SimulateCreditRequest, **options: Unpack[CallOptions]) -> m.CreditSimulation:
        """Simulate rate shocks or one more forward.

        Nothing is stored. A shock of a cross moves its base currency’s USD pair. The forward is a fixed one, priced at the present market without mark-up, and valued after the shocks.

        Scope: `credit:read`."""
        return self._call("POST", '/v1/credit/simulate', body=body, options=options)


class DrawdownsResource(Resource):
    @overload
    def create(self, body: m.CreateDrawdownsRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.BookedDrawdownDryRun: ...

    @overload
    def create(self, body: m.CreateDrawdownsRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.BookedDrawdown: ...

    def create(self, body: m.CreateDrawdownsRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.BookedDrawdownDryRun, m.BookedDrawdown]:
        """Draw down one or more forwards.

        Draws at the contract rate for a day in the drawdown window. Drawing the full remaining amount of one currency draws the exact remaining amount of the other. The buy amount is credited to the forward’s buy account; `payments` are made once it has arrived.

        Scope: `fx:forward`.

        Role: `maker`.

        RM entities only."""
        return self._call("POST", '/v1/fx/trades/forwards/drawdowns', query={"dryRun": dry_run}, body=body, options=options)

    def cancel(self, drawdown_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.CancelledDrawdownOrDryRun:
        """Cancel a drawdown.

        Possible until the funding cut-off. Its part can be drawn again. Attached payments that are not yet sent are cancelled.

        Scope: `fx:forward`.

        Role: `maker`.

        RM entities only."""
        return self._call("POST", f'/v1/fx/trades/forwards/drawdowns/{self._segment("drawdownId", drawdown_id)}/cancel', query={"dryRun": dry_run}, options=options)

    def list(self, trade_id: str, *, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[dict[str, Any]]:
        """List drawdowns of a forward.

        Returns the drawdowns, newest first, with the amounts drawn and remaining in total, and their effect on the margin.

        Scope: `fx:forward`.

        RM entities only."""
        return self._list("GET", f'/v1/fx/trades/forwards/{self._segment("tradeId", trade_id)}/drawdowns', query={"limit": limit, "after": after}, options=options)


class EntitiesResource(Resource):
    def list(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, **options: Unpack[CallOptions]) -> Pages[m.Entity]:
        """List entities.

        Returns the entities that the client acts for, with their names, addresses and status. `serviceKind` decides the products: RM or ABS.

        Scope: `entities:read`."""
        return self._list("GET", '/v1/entities', query={"limit": limit, "after": after, "entityId": entity_id}, options=options)

    def get_settings(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, **options: Unpack[CallOptions]) -> Pages[m.EntitySettings]:
        """List settings and limits of entities.

        Returns what each entity may use, its tradable pairs and policies, and each daily limit with the amount used and the time of its reset.

        Scope: `entities:read`."""
        return self._list("GET", '/v1/entities/settings', query={"limit": limit, "after": after, "entityId": entity_id}, options=options)


class EventsResource(Resource):
    def list(self, *, entity_id: str | None = None, after: str | None = None, types: Union[str, list[str]] | None = None, limit: int | None = None, **options: Unpack[CallOptions]) -> Pages[dict[str, Any]]:
        """List events of an entity, oldest first.

        Every change of state of the entity, numbered without gaps. Poll with the `position` of the previous response as `after`. Events older than 90 days are not returned. Clients that send `Accept: text/event-stream` get a stream of server-sent events: each has the sequence as `id`, the type as `event` and the event as `data`. It continues with new events; after a disconnection send the last `id` as the header `Last-Event-ID`.

        Scope: `reporting:read`."""
        return self._list("GET", '/v1/events', query={"entityId": entity_id, "after": after, "types": types, "limit": limit}, options=options)


class FacilitiesResource(Resource):
    def list(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, facility_id: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.Facility]:
        """List credit facilities.

        Returns the limit of each facility, the part in use, the margin held and due, and the value of the open trades at current rates.

        Scope: `credit:read`."""
        return self._list("GET", '/v1/credit/facilities', query={"limit": limit, "after": after, "entityId": entity_id, "facilityId": facility_id}, options=options)

    def list_terms(self, facility_id: str, *, limit: int | None = None, after: str | None = None, entity_id: str | None = None, currency: str | None = None, term_id: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.FacilityTerm]:
        """List terms of a facility.

        A forward uses the first term that permits it, unless it names one. Each term has products, tenor, limit, and its initial and variation margin.

        Scope: `credit:read`."""
        return self._list("GET", f'/v1/credit/facilities/{self._segment("facilityId", facility_id)}/terms', query={"limit": limit, "after": after, "entityId": entity_id, "currency": currency, "termId": term_id}, options=options)

    def get_letter(self, facility_id: str, *, entity_id: str | None = None, format: Literal["json", "pdf"] | None = None, **options: Unpack[CallOptions]) -> m.GetFacilityLetterResponse:
        """Get the facility letter.

        Returns the metadata of the letter, or the PDF with `Accept: application/pdf` or `format=pdf`.

        Scope: `credit:read`."""
        return self._call("GET", f'/v1/credit/facilities/{self._segment("facilityId", facility_id)}/letter', query={"entityId": entity_id, "format": format}, options=options)

    def download_letter(self, facility_id: str, *, entity_id: str | None = None, format: Literal["json", "pdf"] | None = None, **options: Unpack[CallOptions]) -> FileAnswer:
        """Get the facility letter.

        Returns the metadata of the letter, or the PDF with `Accept: application/pdf` or `format=pdf`.

        Scope: `credit:read`."""
        return self._download("GET", f'/v1/credit/facilities/{self._segment("facilityId", facility_id)}/letter', query={"entityId": entity_id, "format": format}, accept="application/pdf", options=options)


class ForwardsResource(Resource):
    def quote(self, body: m.QuoteForwardRequest, **options: Unpack[CallOptions]) -> m.ForwardQuote:
        """Quote a forward.

        Returns a firm price for a value date after spot, valid for as long as the entity’s settings state. A window, open or variable forward is priced at the day of its window that is worst for the client. Credit and initial margin are checked, not reserved.

        Scope: `fx:quote`.

        RM entities only."""
        return self._call("POST", '/v1/fx/quotes/forwards', body=body, options=options)

    @overload
    def book(self, body: m.BookForwardRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.ForwardTradeDryRun: ...

    @overload
    def book(self, body: m.BookForwardRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.ForwardTrade: ...

    def book(self, body: m.BookForwardRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.ForwardTradeDryRun, m.ForwardTrade]:
        """Book a forward.

        The quote must not have expired when the request is received. Credit is checked again before the forward is booked. `payInitialMarginFromAccountId` posts the margin immediately. Otherwise fund the account of the margin currency; the forward can be drawn once the margin has arrived.

        Scope: `fx:forward`.

        Role: `maker`.

        RM entities only."""
        return self._call("POST", '/v1/fx/trades/forwards', query={"dryRun": dry_run}, body=body, options=options)

    def list_reasons(self, **options: Unpack[CallOptions]) -> m.ForwardReasonList:
        """List permitted reasons for a forward.

        Returns the codes for `forwardReasoning`, which booking a forward requires, each with its meaning.

        Scope: `fx:forward`.

        RM entities only."""
        return self._call("GET", '/v1/fx/trades/forwards/reasons', options=options)

    def get(self, trade_id: str, **options: Unpack[CallOptions]) -> m.ForwardDetails:
        """Get a forward.

        Returns the remaining amounts, the margin, the current value, and the available actions or the reasons against them.

        Scope: `fx:forward`.

        RM entities only."""
        return self._call("GET", f'/v1/fx/trades/forwards/{self._segment("tradeId", trade_id)}', options=options)

    def get_initial_margin(self, trade_id: str, **options: Unpack[CallOptions]) -> m.InitialMargin:
        """Get the initial margin of a forward.

        Returns the required and the received amount, the time by which to pay, and the part that drawdowns have used.

        Scope: `fx:forward`.

        RM entities only."""
        return self._call("GET", f'/v1/fx/trades/forwards/{self._segment("tradeId", trade_id)}/initial-margin', options=options)

    @overload
    def quote_amendment(self, trade_id: str, body: m.QuoteForwardAmendmentRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.ForwardAmendmentQuoteDryRun: ...

    @overload
    def quote_amendment(self, trade_id: str, body: m.QuoteForwardAmendmentRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.ForwardAmendmentQuote: ...

    def quote_amendment(self, trade_id: str, body: m.QuoteForwardAmendmentRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.ForwardAmendmentQuoteDryRun, m.ForwardAmendmentQuote]:
        """Quote the amendment of a forward.

        Closes the part at the market and settles the gain or loss in cash. The part that continues is priced at the market of its new date.

        Scope: `fx:forward`.

        RM entities only."""
        return self._call("POST", f'/v1/fx/trades/forwards/{self._segment("tradeId", trade_id)}/amendments/quote', query={"dryRun": dry_run}, body=body, options=options)

    @overload
    def book_amendment(self, trade_id: str, body: m.BookForwardAmendmentRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.ForwardAmendmentDryRun: ...

    @overload
    def book_amendment(self, trade_id: str, body: m.BookForwardAmendmentRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.ForwardAmendment: ...

    def book_amendment(self, trade_id: str, body: m.BookForwardAmendmentRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.ForwardAmendmentDryRun, m.ForwardAmendment]:
        """Book the amendment of a forward.

        The quote must not have expired when the request is received. The forward is closed or reduced; if the amendment continues a part, a new forward is opened for it. Under an approval policy for trades, the amendment is `PendingApproval`: it waits for the approvals as a trade does, for at most 15 minutes.

        Scope: `fx:forward`.

        Role: `maker`.

        RM entities only."""
        return self._call("POST", f'/v1/fx/trades/forwards/{self._segment("tradeId", trade_id)}/amendments', query={"dryRun": dry_run}, body=body, options=options)


class FxResource(Resource):
    def get_earliest_settlement(self, *, buy_currency: str, sell_currency: str, entity_id: str | None = None, at: str | None = None, **options: Unpack[CallOptions]) -> m.EarliestSettlement:
        """Get the earliest settlement date of a deal.

        Returns the first of same day, day before spot and spot whose cut-off has not passed.

        Scope: `fx:quote`."""
        return self._call("GET", '/v1/fx/earliest-settlement', query={"buyCurrency": buy_currency, "sellCurrency": sell_currency, "entityId": entity_id, "at": at}, options=options)

    def list_calendars(self, *, currency: str | None = None, from_: str | None = None, to: str | None = None, **options: Unpack[CallOptions]) -> m.CalendarPage:
        """List holiday calendars.

        Returns how far the holidays of each currency are known and announced. Calendars that follow rules extend themselves three years ahead; the others contain expected days until the authority announces them. With `currency`, `from` and `to` the holidays of that range are listed.

        Scope: `fx:quote`."""
        return self._call("GET", '/v1/fx/calendars', query={"currency": currency, "from": from_, "to": to}, options=options)

    def estimate_rate(self, *, buy_currency: str, sell_currency: str, fixed_side: Literal["Buy", "Sell"], amount: str, value_date: str | None = None, entity_id: str | None = None, **options: Unpack[CallOptions]) -> m.RateEstimate:
        """Get an indicative price.

        Returns the price for the entity `entityId`, or the market mid rate if you send none. An estimate cannot be booked.

        Scope: `fx:quote`."""
        return self._call("GET", '/v1/fx/quotes/estimate', query={"buyCurrency": buy_currency, "sellCurrency": sell_currency, "fixedSide": fixed_side, "amount": amount, "valueDate": value_date, "entityId": entity_id}, options=options)


class FxOrdersResource(Resource):
    def list_orders(self, *, entity_id: Union[str, list[str]] | None = None, status: Literal["PendingApproval", "Active", "Filled", "Cancelled", "Expired", "Rejected"] | None = None, type: Literal["Limit", "Stop"] | None = None, currency_pair: str | None = None, client_reference: str | None = None, created_from: str | None = None, created_to: str | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.Order]:
        """List orders.

        Returns limit and stop orders, newest first. Filter by status, type, pair, your own reference or time.

        Scope: `fx:trade`."""
        return self._list("GET", '/v1/fx/orders', query={"entityId": entity_id, "status": status, "type": type, "currencyPair": currency_pair, "clientReference": client_reference, "createdFrom": created_from, "createdTo": created_to, "limit": limit, "after": after}, options=options)

    @overload
    def place_order(self, body: m.PlaceOrderRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.OrderDryRun: ...

    @overload
    def place_order(self, body: m.PlaceOrderRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.Order: ...

    def place_order(self, body: m.PlaceOrderRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.OrderDryRun, m.Order]:
        """Place a limit or stop order.

        Deals for spot once your rate reaches the rate of the order. A limit order is filled at its rate or better. A stop order is filled at your rate of that moment, which can be worse than the rate of the order. The mark-up stays that of now. No money is held and no limit is used until the order is filled: the deal is then checked like the booking of a spot quote, and if it is rejected, the order ends as Rejected. An order is accepted while the market is open and its rate is not reached yet.

        Scope: `fx:trade`.

        Role: `maker`."""
        return self._call("POST", '/v1/fx/orders', query={"dryRun": dry_run}, body=body, options=options)

    def get_order(self, order_id: str, **options: Unpack[CallOptions]) -> m.Order:
        """Get an order.

        Returns a limit or stop order with its status, its history, and the trade that fills it.

        Scope: `fx:trade`."""
        return self._call("GET", f'/v1/fx/orders/{self._segment("orderId", order_id)}', options=options)

    def cancel_order(self, order_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.OrderOrDryRun:
        """Cancel an order.

        Ends an order that is neither filled nor over. If it is filled at the same time, one of the two wins.

        Scope: `fx:trade`.

        Role: `maker`."""
        return self._call("POST", f'/v1/fx/orders/{self._segment("orderId", order_id)}/cancel', query={"dryRun": dry_run}, options=options)


class FxRateAlertsResource(Resource):
    def list_rate_alerts(self, *, entity_id: Union[str, list[str]] | None = None, status: Literal["Active", "Triggered", "Cancelled", "Expired"] | None = None, currency_pair: str | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.RateAlert]:
        """List rate alerts.

        Returns rate alerts, newest first; without `status` only active ones.

        Scope: `fx:quote`."""
        return self._list("GET", '/v1/fx/rate-alerts', query={"entityId": entity_id, "status": status, "currencyPair": currency_pair, "limit": limit, "after": after}, options=options)

    @overload
    def create_rate_alert(self, body: m.CreateRateAlertRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.RateAlertDryRun: ...

    @overload
    def create_rate_alert(self, body: m.CreateRateAlertRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.RateAlert: ...

    def create_rate_alert(self, body: m.CreateRateAlertRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.RateAlertDryRun, m.RateAlert]:
        """Create a rate alert.

        Notifies you once, by an event and by e-mail, when the spot market’s middle reaches a rate. The market is compared every second while it is open. The middle includes neither the market’s spread nor your mark-up, and nothing is dealt. An entity can have 200 active alerts.

        Scope: `fx:quote`."""
        return self._call("POST", '/v1/fx/rate-alerts', query={"dryRun": dry_run}, body=body, options=options)

    def cancel_rate_alert(self, rate_alert_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.RateAlertOrDryRun:
        """Cancel a rate alert.

        Cancels an active rate alert. One that the market has reached, or that has expired, stays as it is.

        Scope: `fx:quote`."""
        return self._call("POST", f'/v1/fx/rate-alerts/{self._segment("rateAlertId", rate_alert_id)}/cancel', query={"dryRun": dry_run}, options=options)

    def get_rate_alert(self, rate_alert_id: str, **options: Unpack[CallOptions]) -> m.RateAlert:
        """Get a rate alert.

        Returns a rate alert; once it was triggered, with the time, the market’s middle and its source.

        Scope: `fx:quote`."""
        return self._call("GET", f'/v1/fx/rate-alerts/{self._segment("rateAlertId", rate_alert_id)}', options=options)


class HeldRatesResource(Resource):
    def list(self, *, entity_id: Union[str, list[str]] | None = None, status: Literal["Active", "PartlyUsed", "Booked", "Exhausted", "Expired", "Cancelled"] | None = None, currency_pair: str | None = None, expiring_before: str | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.HeldRate]:
        """List held rates.

        Returns held rates by expiry, earliest first; without `status` only those that can be booked.

        Scope: `fx:heldrate`.

        ABS entities only."""
        return self._list("GET", '/v1/fx/quotes/held-rate', query={"entityId": entity_id, "status": status, "currencyPair": currency_pair, "expiringBefore": expiring_before, "limit": limit, "after": after}, options=options)

    @overload
    def create(self, body: m.CreateHeldRateRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.HeldRateDryRun: ...

    @overload
    def create(self, body: m.CreateHeldRateRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.HeldRate: ...

    def create(self, body: m.CreateHeldRateRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.HeldRateDryRun, m.HeldRate]:
        """Request a held rate.

        Holds a price for a time, for an estimated amount. The rate includes a premium, which grows with the pair’s volatility and the square root of the time.

        Scope: `fx:heldrate`.

        Role: `maker`.

        ABS entities only."""
        return self._call("POST", '/v1/fx/quotes/held-rate', query={"dryRun": dry_run}, body=body, options=options)

    def get(self, quote_id: str, **options: Unpack[CallOptions]) -> m.HeldRate:
        """Get a held rate.

        Returns a held rate with its price, expiry, and the part of its amount that can still be booked.

        Scope: `fx:heldrate`.

        ABS entities only."""
        return self._call("GET", f'/v1/fx/quotes/held-rate/{self._segment("quoteId", quote_id)}', options=options)

    def cancel(self, quote_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.HeldRateOrDryRun:
        """Cancel a held rate.

        Releases its share of the limit on open held rates; trades booked at it stay valid.

        Scope: `fx:heldrate`.

        Role: `maker`.

        ABS entities only."""
        return self._call("POST", f'/v1/fx/quotes/held-rate/{self._segment("quoteId", quote_id)}/cancel', query={"dryRun": dry_run}, options=options)

    @overload
    def book(self, body: m.BookHeldRateRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.HeldRateTradeDryRun: ...

    @overload
    def book(self, body: m.BookHeldRateRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.HeldRateTrade: ...

    def book(self, body: m.BookHeldRateRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.HeldRateTradeDryRun, m.HeldRateTrade]:
        """Book a held rate.

        Deals at the held price if the request arrives before the expiry, otherwise by the held rate’s post-expiry action; `execution` states which. ExecuteAtMarketOpen queues a booking outside market hours (QueuedForOpen): it shows the rate and amounts of the last price until it is dealt at the opening.

        Scope: `fx:heldrate`.

        Role: `maker`.

        ABS entities only."""
        return self._call("POST", '/v1/fx/trades/held-rate', query={"dryRun": dry_run}, body=body, options=options)


class InboundPaymentsResource(Resource):
    def list(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, account_id: str | None = None, virtual_account_id: str | None = None, status: Literal["Credited", "Held", "Unidentified", "Assigned", "Returned"] | None = None, currency: str | None = None, value_date_from: str | None = None, value_date_to: str | None = None, received_from: str | None = None, received_to: str | None = None, debtor_name: str | None = None, debtor_iban: str | None = None, reference: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.InboundPayment]:
        """List inbound payments.

        Money received for the accounts of the entity: credited, held for review or returned. Money that names no open account is unidentified: it is listed once the operator has assigned it to an account.

        Scope: `reporting:read`."""
        return self._list("GET", '/v1/inbound-payments', query={"limit": limit, "after": after, "entityId": entity_id, "accountId": account_id, "virtualAccountId": virtual_account_id, "status": status, "currency": currency, "valueDateFrom": value_date_from, "valueDateTo": value_date_to, "receivedFrom": received_from, "receivedTo": received_to, "debtorName": debtor_name, "debtorIban": debtor_iban, "reference": reference}, options=options)

    def get(self, inbound_payment_id: str, **options: Unpack[CallOptions]) -> m.InboundPayment:
        """Get an inbound payment.

        Returns money received for an account with its payer, reference and status.

        Scope: `reporting:read`."""
        return self._call("GET", f'/v1/inbound-payments/{self._segment("inboundPaymentId", inbound_payment_id)}', options=options)

    def create(self, body: m.CreateInboundPaymentRequest, **options: Unpack[CallOptions]) -> m.InboundPayment:
        """Simulate incoming money.

        Credits an account like a transfer from another bank. For a closed account or virtual account the money is Unidentified.

        Scope: `sandbox:simulate`."""
        return self._call("POST", '/v1/sandbox/inbound-payments', body=body, options=options)


class InternalTransfersResource(Resource):
    def list(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, status: Literal["PendingApproval", "Completed", "Cancelled"] | None = None, account_id: str | None = None, from_: str | None = None, to: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.InternalAccountTransfer]:
        """List transfers.

        A filtered page may contain fewer items than `limit` and still have a nextCursor.

        Scope: `reporting:read`.

        ABS entities only."""
        return self._list("GET", '/v1/internal-account-transfers', query={"limit": limit, "after": after, "entityId": entity_id, "status": status, "accountId": account_id, "from": from_, "to": to}, options=options)

    @overload
    def create(self, body: m.CreateInternalTransferRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.InternalAccountTransferDryRun: ...

    @overload
    def create(self, body: m.CreateInternalTransferRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.InternalAccountTransfer: ...

    def create(self, body: m.CreateInternalTransferRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.InternalAccountTransferDryRun, m.InternalAccountTransfer]:
        """Transfer money between two accounts of an entity.

        Both accounts have the same currency. The transfer is completed with the response. If a policy of the entity requires approval, it is `PendingApproval` and its money is on hold.

        Scope: `transfers:write`.

        Role: `maker`.

        ABS entities only."""
        return self._call("POST", '/v1/internal-account-transfers', query={"dryRun": dry_run}, body=body, options=options)

    def get(self, internal_account_transfer_id: str, **options: Unpack[CallOptions]) -> m.InternalAccountTransfer:
        """Get a transfer.

        Returns a transfer with its accounts, amount and status, and its approval if it needs one.

        Scope: `reporting:read`.

        ABS entities only."""
        return self._call("GET", f'/v1/internal-account-transfers/{self._segment("internalAccountTransferId", internal_account_transfer_id)}', options=options)

    def cancel(self, internal_account_transfer_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.InternalAccountTransferOrDryRun:
        """Cancel a transfer pending approval.

        The transfer is cancelled and its money released. A completed transfer cannot be cancelled; create the opposite transfer.

        Scope: `transfers:write`.

        Role: `maker`.

        ABS entities only."""
        return self._call("POST", f'/v1/internal-account-transfers/{self._segment("internalAccountTransferId", internal_account_transfer_id)}/cancel', query={"dryRun": dry_run}, options=options)

    def approve(self, internal_account_transfer_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.InternalAccountTransferOrDryRun:
        """Approve a transfer.

        The last required approval completes the transfer: it is checked again, and the held money moves.

        Scope: `payments:approve`.

        Role: `approver`.

        ABS entities only."""
        return self._call("POST", f'/v1/internal-account-transfers/{self._segment("internalAccountTransferId", internal_account_transfer_id)}/approve', query={"dryRun": dry_run}, options=options)

    def reject(self, internal_account_transfer_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.InternalAccountTransferOrDryRun:
        """Reject a transfer.

        The transfer is cancelled and its money released.

        Scope: `payments:approve`.

        Role: `approver`.

        ABS entities only."""
        return self._call("POST", f'/v1/internal-account-transfers/{self._segment("internalAccountTransferId", internal_account_transfer_id)}/reject', query={"dryRun": dry_run}, options=options)


class MarginCallsResource(Resource):
    def list(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, facility_id: str | None = None, trade_id: str | None = None, type: Literal["Initial", "Variation"] | None = None, status: Literal["Issued", "PartlyMet", "Met", "Overdue", "Released", "Cancelled"] | None = None, **options: Unpack[CallOptions]) -> Pages[m.MarginCall]:
        """List margin calls.

        Returns calls for initial and variation margin with the outstanding amount and the time by which to pay it.

        Scope: `credit:read`."""
        return self._list("GET", '/v1/credit/margin-calls', query={"limit": limit, "after": after, "entityId": entity_id, "facilityId": facility_id, "tradeId": trade_id, "type": type, "status": status}, options=options)

    def get(self, margin_call_id: str, **options: Unpack[CallOptions]) -> m.MarginCall:
        """Get a margin call.

        Returns a call for margin with its reason, the outstanding amount and the time by which to pay it.

        Scope: `credit:read`."""
        return self._call("GET", f'/v1/credit/margin-calls/{self._segment("marginCallId", margin_call_id)}', options=options)

    def settle(self, margin_call_id: str, body: m.SettleMarginCallRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.MarginCallOrDryRun:
        """Pay a margin call.

        Pays the outstanding amount or a part of it. The margin is released when it is no longer needed.

        Scope: `fx:forward`.

        Role: `maker`."""
        return self._call("POST", f'/v1/credit/margin-calls/{self._segment("marginCallId", margin_call_id)}/settle', query={"dryRun": dry_run}, body=body, options=options)


class MarketResource(Resource):
    def move(self, pair: str, body: m.MoveMarketRequest, **options: Unpack[CallOptions]) -> m.MarketRate:
        """Move the market rate of a pair.

        The random walk continues from there. Moving a cross moves its base currency’s USD pair.

        Scope: `sandbox:simulate`."""
        return self._call("POST", f'/v1/sandbox/market/{self._segment("pair", pair)}', body=body, options=options)


class NotificationRecipientsResource(Resource):
    def list(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, **options: Unpack[CallOptions]) -> Pages[m.NotificationRecipient]:
        """List recipients of e-mails.

        Returns the addresses that get e-mails, each with its topics.

        Scope: `webhooks:manage`."""
        return self._list("GET", '/v1/notification-recipients', query={"limit": limit, "after": after, "entityId": entity_id}, options=options)

    def create(self, body: m.CreateNotificationRecipientRequest, **options: Unpack[CallOptions]) -> m.NotificationRecipient:
        """Add a recipient of e-mails.

        The service then sends the recipient one e-mail for each event of its topics.

        Scope: `webhooks:manage`.

        Role: `maker`."""
        return self._call("POST", '/v1/notification-recipients', body=body, options=options)

    def delete(self, notification_recipient_id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a recipient of e-mails.

        Deletes the recipient. Later events send no e-mail to it.

        Scope: `webhooks:manage`.

        Role: `maker`."""
        return self._call("DELETE", f'/v1/notification-recipients/{self._segment("notificationRecipientId", notification_recipient_id)}', options=options)


class PayeesResource(Resource):
    def verify(self, body: m.VerifyPayeeRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.VerifyPayeeResponse:
        """Verify a payee.

        Asks the payee’s bank whether the name matches the account. The result is valid for 24 hours; a payment that names its id consents to the outcome. A dry run sends no request: it returns the entity’s latest valid result, otherwise only the warning `verification_will_be_made`.

        Scope: `payments:write`."""
        return self._call("POST", '/v1/payments/verification', query={"dryRun": dry_run}, body=body, options=options)

    def create(self, body: m.CreatePayeeRequest, **options: Unpack[CallOptions]) -> m.SimulatedPayee:
        """Add an account to the payee directory.

        Registers the holder of an account with the simulated banks. Replaces an existing account.

        Scope: `sandbox:simulate`."""
        return self._call("POST", '/v1/sandbox/payees', body=body, options=options)


class PaymentBatchesResource(Resource):
    def list(self, *, entity_id: Union[str, list[str]] | None = None, status: Literal["Checking", "Processing", "Completed", "Undoing", "Rejected", "Cancelling", "Cancelled"] | None = None, client_reference: str | None = None, created_from: str | None = None, created_to: str | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.PaymentBatch]:
        """List payment batches.

        Returns each batch with its status and the number of its items by outcome.

        Scope: `payments:read`."""
        return self._list("GET", '/v1/payment-batches', query={"entityId": entity_id, "status": status, "clientReference": client_reference, "createdFrom": created_from, "createdTo": created_to, "limit": limit, "after": after}, options=options)

    @overload
    def create(self, body: Union[m.PaymentBatchOrder, FileContent], *, dry_run: Literal[True], entity_id: str | None = None, mode: Literal["Strict", "Partial"] | None = None, name: str | None = None, client_reference: str | None = None, **options: Unpack[CallOptions]) -> m.PaymentBatchDryRun: ...

    @overload
    def create(self, body: Union[m.PaymentBatchOrder, FileContent], *, dry_run: Union[Literal[False], None] = None, entity_id: str | None = None, mode: Literal["Strict", "Partial"] | None = None, name: str | None = None, client_reference: str | None = None, **options: Unpack[CallOptions]) -> m.PaymentBatch: ...

    def create(self, body: Union[m.PaymentBatchOrder, FileContent], *, dry_run: bool | None = None, entity_id: str | None = None, mode: Literal["Strict", "Partial"] | None = None, name: str | None = None, client_reference: str | None = None, **options: Unpack[CallOptions]) -> Union[m.PaymentBatchDryRun, m.PaymentBatch]:
        """Create a payment batch.

        Accepts JSON, `text/csv` (one column per payment field, with dots for nested fields) or `application/xml` (pain.001.001.09). Returns 202 when the items are stored; processing starts immediately and the batch reports its progress. A pain.001 is identified by its MsgId: a second one with the same MsgId is rejected. If a batch is rejected or cancelled, the client references of its undone payments can be used again, so a corrected file can keep its references. The items of the first batch still show them. A query parameter that the body contains with another value is rejected.

        Scope: `payments:write`.

        Role: `maker`."""
        return self._call("POST", '/v1/payment-batches', query={"dryRun": dry_run, "entityId": entity_id, "mode": mode, "name": name, "clientReference": client_reference}, body=body, options=options)

    def get(self, batch_id: str, **options: Unpack[CallOptions]) -> m.PaymentBatch:
        """Get a payment batch and its progress.

        Returns the status, the number of items by outcome, and the totals by currency.

        Scope: `payments:read`."""
        return self._call("GET", f'/v1/payment-batches/{self._segment("batchId", batch_id)}', options=options)

    def list_items(self, batch_id: str, *, status: Literal["Pending", "Checked", "Invalid", "Created", "Skipped", "Undone"] | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.PaymentBatchItem]:
        """List items of a payment batch.

        Returns the outcome and all errors of each item, in the order of the batch.

        Scope: `payments:read`."""
        return self._list("GET", f'/v1/payment-batches/{self._segment("batchId", batch_id)}/items', query={"status": status, "limit": limit, "after": after}, options=options)

    def cancel(self, batch_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.PaymentBatchOrDryRun:
        """Cancel a payment batch.

        Skips the remaining items, and cancels payments of the batch that are not yet submitted.

        Scope: `payments:write`.

        Role: `maker`."""
        return self._call("POST", f'/v1/payment-batches/{self._segment("batchId", batch_id)}/cancel', query={"dryRun": dry_run}, options=options)


class PaymentsResource(Resource):
    def validate(self, body: m.PaymentOrder, **options: Unpack[CallOptions]) -> m.PaymentValidation:
        """Validate a payment.

        Takes the body of the create call. Returns 200 for every well-formed body; `errors` lists the errors that create would return.

        Scope: `payments:write`."""
        return self._call("POST", '/v1/payments/validate', body=body, options=options)

    def list(self, *, entity_id: Union[str, list[str]] | None = None, status: Literal["PendingApproval", "ApprovalRecalled", "Scheduled", "AwaitingFunds", "Screening", "Held", "Submitted", "Sent", "Completed", "Returned", "Rejected", "Cancelled", "Failed"] | None = None, account_id: str | None = None, currency: str | None = None, payment_date_from: str | None = None, payment_date_to: str | None = None, beneficiary_id: str | None = None, trade_id: str | None = None, batch_id: str | None = None, client_reference: str | None = None, min_amount: str | None = None, max_amount: str | None = None, created_from: str | None = None, created_to: str | None = None, updated_since: str | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.Payment]:
        """List payments.

        Filter by status, currency, dates, amounts, payee, trade or your own reference.

        Scope: `payments:read`.

        RM entities only."""
        return self._list("GET", '/v1/payments', query={"entityId": entity_id, "status": status, "accountId": account_id, "currency": currency, "paymentDateFrom": payment_date_from, "paymentDateTo": payment_date_to, "beneficiaryId": beneficiary_id, "tradeId": trade_id, "batchId": batch_id, "clientReference": client_reference, "minAmount": min_amount, "maxAmount": max_amount, "createdFrom": created_from, "createdTo": created_to, "updatedSince": updated_since, "limit": limit, "after": after}, options=options)

    @overload
    def create(self, body: m.PaymentOrder, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.PaymentDryRun: ...

    @overload
    def create(self, body: m.PaymentOrder, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.Payment: ...

    def create(self, body: m.PaymentOrder, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.PaymentDryRun, m.Payment]:
        """Create a payment.

        Returns 201 with the payment in its first status. Without funds, an ABS payment is `Rejected` with the reason `InsufficientFunds`, and an RM payment waits for them until the cut-off of its date.

        Scope: `payments:write`.

        Role: `maker`."""
        return self._call("POST", '/v1/payments', query={"dryRun": dry_run}, body=body, options=options)

    def get(self, payment_id: str, **options: Unpack[CallOptions]) -> m.Payment:
        """Get a payment.

        Returns a payment with its payee, status, fee, approval and history. Send the `ETag` as `If-Match` when you approve or reject it.

        Scope: `payments:read`."""
        return self._call("GET", f'/v1/payments/{self._segment("paymentId", payment_id)}', options=options)

    def track(self, payment_id: str, **options: Unpack[CallOptions]) -> m.PaymentTracking:
        """Track a payment.

        Returns each step from bank to bank with its time, status and charges, and the time at which the payee was credited.

        Scope: `payments:read`."""
        return self._call("GET", f'/v1/payments/{self._segment("paymentId", payment_id)}/tracking', options=options)

    def cancel(self, payment_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.PaymentOrDryRun:
        """Cancel a payment.

        The payment ends as Cancelled, and money held for it is released. To get back a payment that was submitted, recall it.

        Scope: `payments:write`.

        Role: `maker`."""
        return self._call("POST", f'/v1/payments/{self._segment("paymentId", payment_id)}/cancel', query={"dryRun": dry_run}, options=options)

    @overload
    def recall(self, payment_id: str, body: m.RecallPaymentRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.PaymentDryRun: ...

    @overload
    def recall(self, payment_id: str, body: m.RecallPaymentRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.Payment: ...

    def recall(self, payment_id: str, body: m.RecallPaymentRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.PaymentDryRun, m.Payment]:
        """Recall a payment.

        Asks the banks in the chain to return the payment; they may decline. `recall` shows the outcome. A successful recall creates a return. Each payment can be recalled once.

        Scope: `payments:write`.

        Role: `maker`."""
        return self._call("POST", f'/v1/payments/{self._segment("paymentId", payment_id)}/recall', query={"dryRun": dry_run}, body=body, options=options)

    def get_earliest_payment_date(self, *, currency: str, country: str | None = None, rail: Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"] | None = None, entity_id: str | None = None, **options: Unpack[CallOptions]) -> m.EarliestPaymentDate:
        """Get the earliest payment date.

        Returns the earliest `paymentDate` for a currency and country, the time by which to make the payment, and the day of its arrival.

        Scope: `payments:read`."""
        return self._call("GET", '/v1/payments/earliest-settlement', query={"currency": currency, "country": country, "rail": rail, "entityId": entity_id}, options=options)

    def list_options(self, *, currency: str, country: str | None = None, beneficiary_id: str | None = None, amount: str | None = None, payment_date: str | None = None, entity_id: str | None = None, **options: Unpack[CallOptions]) -> m.PaymentOptions:
        """List payment options with fee and arrival.

        Returns speed, charge bearer, fee and arrival of each option. Name the country of the payee’s bank or a saved payee. Default: the country of the currency.

        Scope: `payments:read`."""
        return self._call("GET", '/v1/payments/options', query={"currency": currency, "country": country, "beneficiaryId": beneficiary_id, "amount": amount, "paymentDate": payment_date, "entityId": entity_id}, options=options)

    def list_purposes(self, *, currency: str, country: str, rail: Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"] | None = None, payer_type: Literal["Individual", "Company"] | None = None, payee_type: Literal["Individual", "Company"] | None = None, entity_id: str | None = None, **options: Unpack[CallOptions]) -> m.PaymentPurposes:
        """List purpose codes of a destination.

        Returns the purpose codes that a payer can use. If the list is empty, a purpose code of a payment is ignored with a warning.

        Scope: `payments:read`.

        RM entities only."""
        return self._call("GET", '/v1/payments/purpose-of-payment', query={"currency": currency, "country": country, "rail": rail, "payerType": payer_type, "payeeType": payee_type, "entityId": entity_id}, options=options)

    def get_confirmation(self, payment_id: str, **options: Unpack[CallOptions]) -> m.Document:
        """Get the confirmation of a payment.

        Returns a PDF once the payment is Sent or Completed. Repeated requests return the same file while the status stays the same.

        Scope: `payments:read`.

        ABS entities only."""
        return self._call("GET", f'/v1/payments/{self._segment("paymentId", payment_id)}/confirmation', options=options)

    def download_confirmation(self, payment_id: str, **options: Unpack[CallOptions]) -> FileAnswer:
        """Get the confirmation of a payment.

        Returns a PDF once the payment is Sent or Completed. Repeated requests return the same file while the status stays the same.

        Scope: `payments:read`.

        ABS entities only."""
        return self._download("GET", f'/v1/payments/{self._segment("paymentId", payment_id)}/confirmation', accept="application/pdf", options=options)

    def approve(self, payment_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.PaymentOrDryRun:
        """Approve a payment.

        Processing continues with the last required approval; `approval` states the number required and the permitted approvers. Send the `ETag` of the version that you read as `If-Match`: if the payment has changed since, the approval is rejected.

        Scope: `payments:approve`.

        Role: `approver`."""
        return self._call("POST", f'/v1/payments/{self._segment("paymentId", payment_id)}/approve', query={"dryRun": dry_run}, options=options)

    def reject(self, payment_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.PaymentOrDryRun:
        """Reject a payment.

        The payment ends, and money held for it is released. It cannot be approved later; create a new payment.

        Scope: `payments:approve`.

        Role: `approver`."""
        return self._call("POST", f'/v1/payments/{self._segment("paymentId", payment_id)}/reject', query={"dryRun": dry_run}, options=options)

    def recall_approval(self, payment_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.PaymentOrDryRun:
        """Recall an approval.

        Possible while the payment is Scheduled or AwaitingFunds. It stays ApprovalRecalled until approval is requested again.

        Scope: `payments:approve`.

        Role: `approver`."""
        return self._call("POST", f'/v1/payments/{self._segment("paymentId", payment_id)}/recall-approval', query={"dryRun": dry_run}, options=options)

    def request_approval(self, payment_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.PaymentOrDryRun:
        """Request approval again.

        Submits a payment with the status ApprovalRecalled for approval. All approvals must be given again.

        Scope: `payments:write`.

        Role: `maker`."""
        return self._call("POST", f'/v1/payments/{self._segment("paymentId", payment_id)}/request-approval', query={"dryRun": dry_run}, options=options)

    def transition(self, payment_id: str, body: m.TransitionPaymentRequest, **options: Unpack[CallOptions]) -> m.Payment:
        """Move a payment to its next status.

        Jobs that are already due run first. A payment that already has the status stays unchanged. `Completed` with the reason `ACCC` reports that the payee is credited, also for a completed payment.

        Scope: `sandbox:simulate`."""
        return self._call("POST", f'/v1/sandbox/payments/{self._segment("paymentId", payment_id)}/transition', body=body, options=options)


class SandboxResource(Resource):
    def run_margin(self, body: m.RunMarginRequest, **options: Unpack[CallOptions]) -> m.MarginRun:
        """Run the margin calculation now.

        Runs the daily margin run now. A second run at an unchanged market does nothing.

        Scope: `sandbox:simulate`."""
        return self._call("POST", '/v1/sandbox/margin-runs', body=body, options=options)

    def reset(self, body: m.ResetSandboxRequest, **options: Unpack[CallOptions]) -> m.SandboxReset:
        """Reset the sandbox.

        Restores the seeded data. Clients, their secrets and their tokens stay valid.

        Scope: `sandbox:simulate`."""
        return self._call("POST", '/v1/sandbox/reset', body=body, options=options)

    def list_magic_values(self, **options: Unpack[CallOptions]) -> m.MagicValueList:
        """List magic values.

        Returns the words in names and references that decide the course of a payment, check or approval.

        Scope: `sandbox:simulate`."""
        return self._call("GET", '/v1/sandbox/magic-values', options=options)


class ServiceResource(Resource):
    def get_liveness(self, **options: Unpack[CallOptions]) -> m.ServiceStatus:
        """Check that the process runs.

        Returns 200 even if the database cannot be reached. Restart a process that does not respond."""
        return self._call("GET", '/health/live', authenticated=False, options=options)

    def get_readiness(self, **options: Unpack[CallOptions]) -> m.ServiceStatus:
        """Check that the service can take requests.

        Returns 200 while the database responds and accepts writes. Otherwise, and once the service is asked to stop, it returns 503 with the reason. Send requests only to a process that returns 200."""
        return self._call("GET", '/health/ready', authenticated=False, options=options)

    def list_errors(self, **options: Unpack[CallOptions]) -> m.ErrorCodePage:
        """List error codes.

        Returns each code with its status and message, and states if the same request can succeed later. Released codes are never renamed."""
        return self._call("GET", '/v1/errors', authenticated=False, options=options)

    def get_changelog(self, **options: Unpack[CallOptions]) -> m.Changelog:
        """List versions and their changes.

        All versions on one page, and the operations that are deprecated. With `Accept: text/markdown` it is the file CHANGELOG.md."""
        return self._call("GET", '/v1/changelog', authenticated=False, options=options)

    def download_changelog(self, **options: Unpack[CallOptions]) -> FileAnswer:
        """List versions and their changes.

        All versions on one page, and the operations that are deprecated. With `Accept: text/markdown` it is the file CHANGELOG.md."""
        return self._download("GET", '/v1/changelog', authenticated=False, accept="text/markdown", options=options)


class SpotResource(Resource):
    def quote(self, body: m.QuoteSpotRequest, **options: Unpack[CallOptions]) -> m.SpotQuote:
        """Quote a spot deal.

        Returns a firm price for one deal, valid for as long as the entity’s settings state. Without `valueDate` it is for the earliest possible date, and without account ids for the default account of each currency.

        Scope: `fx:quote`."""
        return self._call("POST", '/v1/fx/quotes/spot', body=body, options=options)

    @overload
    def book(self, body: m.BookSpotRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.TradeDryRun: ...

    @overload
    def book(self, body: m.BookSpotRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.Trade: ...

    def book(self, body: m.BookSpotRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.TradeDryRun, m.Trade]:
        """Book a spot quote.

        The quote must not have expired when the request is received. The sell amount of an ABS entity is put on hold immediately. An RM entity deals on credit within its settlement limit: the sell amount must be in the sell account by `cutOffAt`. While the RM entity has not paid an earlier deal that is due, its sell amount is also put on hold immediately. The trade settles when the value date begins in UTC, or immediately if dealt for that day.

        Scope: `fx:trade`.

        Role: `maker`."""
        return self._call("POST", '/v1/fx/trades/spot', query={"dryRun": dry_run}, body=body, options=options)

    @overload
    def quote_amendment(self, trade_id: str, body: m.QuoteSpotAmendmentRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.SpotAmendmentQuoteDryRun: ...

    @overload
    def quote_amendment(self, trade_id: str, body: m.QuoteSpotAmendmentRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.SpotAmendmentQuote: ...

    def quote_amendment(self, trade_id: str, body: m.QuoteSpotAmendmentRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.SpotAmendmentQuoteDryRun, m.SpotAmendmentQuote]:
        """Quote the cancellation, close-out or move of a spot trade.

        Cancel ends a trade that is Executed; CloseOut ends one that awaits its funds or is overdue. The opposite deal is priced at the market, without mark-up, and the difference is settled in cash: a loss immediately, a gain on the value date. Move closes the trade in the same way and books it again at the market of another spot value date.

        Scope: `fx:trade`."""
        return self._call("POST", f'/v1/fx/trades/spot/{self._segment("tradeId", trade_id)}/amendments/quote', query={"dryRun": dry_run}, body=body, options=options)

    @overload
    def book_amendment(self, trade_id: str, body: m.BookSpotAmendmentRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.SpotAmendmentDryRun: ...

    @overload
    def book_amendment(self, trade_id: str, body: m.BookSpotAmendmentRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.SpotAmendment: ...

    def book_amendment(self, trade_id: str, body: m.BookSpotAmendmentRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.SpotAmendmentDryRun, m.SpotAmendment]:
        """Book the amendment of a spot trade.

        Payments attached to the trade that have not been sent are cancelled with it. Under an approval policy for trades, the amendment is `PendingApproval`: it waits for the approvals as a trade does, for at most 15 minutes.

        Scope: `fx:trade`.

        Role: `maker`."""
        return self._call("POST", f'/v1/fx/trades/spot/{self._segment("tradeId", trade_id)}/amendments', query={"dryRun": dry_run}, body=body, options=options)

    def list_value_dates(self, *, buy_currency: str, sell_currency: str, entity_id: str | None = None, from_: str | None = None, to: str | None = None, **options: Unpack[CallOptions]) -> m.SpotValueDates:
        """List value dates up to spot.

        Returns each day of the range with its tenor and cut-off if a spot deal can settle on it, otherwise with the reasons by currency.

        Scope: `fx:quote`."""
        return self._call("GET", '/v1/fx/spot-value-dates', query={"buyCurrency": buy_currency, "sellCurrency": sell_currency, "entityId": entity_id, "from": from_, "to": to}, options=options)


class StatementsResource(Resource):
    def get_interim(self, *, account_id: str, from_: str | None = None, to: str | None = None, format: str | None = None, **options: Unpack[CallOptions]) -> m.Statement:
        """Create an interim statement.

        The interim statement covers up to 366 days. It has no number and is not stored. `to` defaults to today, `from` to the first day of the month of `to`. Statements of closed months and days are listed at /v1/statements/stored.

        Scope: `reporting:read`."""
        return self._call("GET", '/v1/statements', query={"accountId": account_id, "from": from_, "to": to, "format": format}, options=options)

    def download_interim(self, *, account_id: str, from_: str | None = None, to: str | None = None, format: str | None = None, **options: Unpack[CallOptions]) -> FileAnswer:
        """Create an interim statement.

        The interim statement covers up to 366 days. It has no number and is not stored. `to` defaults to today, `from` to the first day of the month of `to`. Statements of closed months and days are listed at /v1/statements/stored.

        Scope: `reporting:read`."""
        return self._download("GET", '/v1/statements', query={"accountId": account_id, "from": from_, "to": to, "format": format}, accept="application/pdf", options=options)

    def list_stored(self, *, account_id: str, period: Literal["Month", "Day"] | None = None, from_: str | None = None, to: str | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.StatementSummary]:
        """List stored statements of an account.

        Returns one statement for each closed month, even without entries, or with `period=Day` for each closed day. They are issued in order at the first request, are numbered and chained, and never change.

        Scope: `reporting:read`."""
        return self._list("GET", '/v1/statements/stored', query={"accountId": account_id, "period": period, "from": from_, "to": to, "limit": limit, "after": after}, options=options)

    def get_stored(self, statement_id: str, *, format: str | None = None, **options: Unpack[CallOptions]) -> m.Statement:
        """Get a stored statement.

        Returns a numbered statement, which never changes, as JSON, PDF, CSV, MT940 or camt.053. `format` or the `Accept` header chooses.

        Scope: `reporting:read`."""
        return self._call("GET", f'/v1/statements/{self._segment("statementId", statement_id)}', query={"format": format}, options=options)

    def download_stored(self, statement_id: str, *, format: str | None = None, **options: Unpack[CallOptions]) -> FileAnswer:
        """Get a stored statement.

        Returns a numbered statement, which never changes, as JSON, PDF, CSV, MT940 or camt.053. `format` or the `Accept` header chooses.

        Scope: `reporting:read`."""
        return self._download("GET", f'/v1/statements/{self._segment("statementId", statement_id)}', query={"format": format}, accept="application/pdf", options=options)


class TokensResource(Resource):
    def get_authorization_server_metadata(self, **options: Unpack[CallOptions]) -> m.AuthorizationServerMetadata:
        """Get OAuth server metadata (RFC 8414).

        Returns the addresses of the token operations, the supported ways of authentication, and the scopes."""
        return self._call("GET", '/.well-known/oauth-authorization-server', authenticated=False, options=options)

    def create(self, body: m.CreateTokenRequest, **options: Unpack[CallOptions]) -> m.Token:
        """Request an access token.

        Takes a form. Authenticate by HTTP Basic, by `client_id` and `client_secret`, or by a signed assertion. Without `scope` the token has every scope of the client. It is valid for one hour."""
        return self._call("POST", '/v1/oauth2/token', form=body, authenticated=False, options=options)

    def revoke(self, body: m.RevokeTokenRequest, **options: Unpack[CallOptions]) -> None:
        """Revoke a token (RFC 7009).

        Every process rejects the token within a second. An unknown token also returns 200."""
        return self._call("POST", '/v1/oauth2/revoke', form=body, authenticated=False, options=options)

    def introspect(self, body: m.IntrospectTokenRequest, **options: Unpack[CallOptions]) -> m.TokenIntrospection:
        """Introspect a token (RFC 7662).

        Returns `active: false` for a token that is unknown, expired, revoked or of another client."""
        return self._call("POST", '/v1/oauth2/introspect', form=body, authenticated=False, options=options)


class TradesResource(Resource):
    def list_mtm(self, *, limit: int | None = None, after: str | None = None, entity_id: str | None = None, facility_id: str | None = None, currency_pair: str | None = None, as_at: str | None = None, trade_id: str | None = None, **options: Unpack[CallOptions]) -> Pages[dict[str, Any]]:
        """List mark-to-market by trade.

        The mark-to-market of a trade is the amount that the client will receive less the amount that it will pay, both at the market forward rate for the valuation date, on the side of a close-out. The valuation date is the value date of a fixed forward, otherwise the day the forward was priced for, and never before the spot date. Close-outs and extensions use the same date and rate. Values are discounted from the value date to today at the counter currency’s rate, and converted into the facility’s currency at the spot mid rate of the same market snapshot. `snapshotId` identifies that snapshot; all pages of a list use it. `Accept: application/x-ndjson` returns all trades in one response, one per line.

        Scope: `credit:read`."""
        return self._list("GET", '/v1/credit/mtm/trades', query={"limit": limit, "after": after, "entityId": entity_id, "facilityId": facility_id, "currencyPair": currency_pair, "asAt": as_at, "tradeId": trade_id}, options=options)

    def download_mtm(self, *, limit: int | None = None, after: str | None = None, entity_id: str | None = None, facility_id: str | None = None, currency_pair: str | None = None, as_at: str | None = None, trade_id: str | None = None, **options: Unpack[CallOptions]) -> FileAnswer:
        """List mark-to-market by trade.

        The mark-to-market of a trade is the amount that the client will receive less the amount that it will pay, both at the market forward rate for the valuation date, on the side of a close-out. The valuation date is the value date of a fixed forward, otherwise the day the forward was priced for, and never before the spot date. Close-outs and extensions use the same date and rate. Values are discounted from the value date to today at the counter currency’s rate, and converted into the facility’s currency at the spot mid rate of the same market snapshot. `snapshotId` identifies that snapshot; all pages of a list use it. `Accept: application/x-ndjson` returns all trades in one response, one per line.

        Scope: `credit:read`."""
        return self._download("GET", '/v1/credit/mtm/trades', query={"limit": limit, "after": after, "entityId": entity_id, "facilityId": facility_id, "currencyPair": currency_pair, "asAt": as_at, "tradeId": trade_id}, accept="application/x-ndjson", options=options)

    def list(self, *, entity_id: Union[str, list[str]] | None = None, trade_type: Literal["Spot", "Forward", "HeldRate", "Drawdown", "CloseOut"] | None = None, trade_subtype: Literal["Fixed", "Window", "Open", "Variable", "Held", "Spot", "NextQuote", "MarketOpenOrder", "LossCover"] | None = None, status: Literal["PendingApproval", "QueuedForOpen", "Executed", "Booked", "AwaitingInitialMargin", "Open", "PartiallyDrawn", "FullyDrawn", "AwaitingFunds", "Settling", "Settled", "SettlementFailed", "Overdue", "Cancelled", "ClosedOut", "Extended", "Rejected"] | None = None, currency_pair: str | None = None, trade_date_from: str | None = None, trade_date_to: str | None = None, value_date_from: str | None = None, value_date_to: str | None = None, client_reference: str | None = None, drawable: bool | None = None, updated_since: str | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.Trade]:
        """List trades.

        Returns spot trades, forwards and trades at held rates, newest first. Filter by kind, status, pair, dates or your own reference.

        Scope: `fx:trade`."""
        return self._list("GET", '/v1/fx/trades', query={"entityId": entity_id, "tradeType": trade_type, "tradeSubtype": trade_subtype, "status": status, "currencyPair": currency_pair, "tradeDateFrom": trade_date_from, "tradeDateTo": trade_date_to, "valueDateFrom": value_date_from, "valueDateTo": value_date_to, "clientReference": client_reference, "drawable": drawable, "updatedSince": updated_since, "limit": limit, "after": after}, options=options)

    def get(self, trade_id: str, **options: Unpack[CallOptions]) -> m.Trade:
        """Get a trade.

        Returns a trade of any kind with its amounts, dates, settlement and history.

        Scope: `fx:trade`."""
        return self._call("GET", f'/v1/fx/trades/{self._segment("tradeId", trade_id)}', options=options)

    def get_confirmation(self, trade_id: str, **options: Unpack[CallOptions]) -> m.Document:
        """Get the confirmation of a trade.

        Returns the agreed terms as a PDF once the trade is executed. Every request returns the same file. After the first request the trade shows it as `confirmationDocumentId`.

        Scope: `fx:trade`."""
        return self._call("GET", f'/v1/fx/trades/{self._segment("tradeId", trade_id)}/confirmation', options=options)

    def download_confirmation(self, trade_id: str, **options: Unpack[CallOptions]) -> FileAnswer:
        """Get the confirmation of a trade.

        Returns the agreed terms as a PDF once the trade is executed. Every request returns the same file. After the first request the trade shows it as `confirmationDocumentId`.

        Scope: `fx:trade`."""
        return self._download("GET", f'/v1/fx/trades/{self._segment("tradeId", trade_id)}/confirmation', accept="application/pdf", options=options)

    def approve(self, trade_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.TradeOrDryRun:
        """Approve a trade or drawdown.

        The last required approval executes the trade as booked. The service checks everything again that may have changed: entity, product, pair, accounts, value date, limits, credit and funds. If the market has moved in either direction by more than the entity’s `approvalPriceToleranceBps` since the trade was priced, the approval is rejected with `trade_price_moved`. A held rate stays valid until it ends. After a rejected approval the trade stays pending and can be approved once the cause is resolved, until it lapses: a price is valid for at most 15 minutes. Request a new quote to deal immediately.

        Scope: `payments:approve`.

        Role: `approver`."""
        return self._call("POST", f'/v1/fx/trades/{self._segment("tradeId", trade_id)}/approve', query={"dryRun": dry_run}, options=options)

    def reject(self, trade_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.TradeOrDryRun:
        """Reject a trade or drawdown.

        The trade is cancelled, with the payments attached to it.

        Scope: `payments:approve`.

        Role: `approver`."""
        return self._call("POST", f'/v1/fx/trades/{self._segment("tradeId", trade_id)}/reject', query={"dryRun": dry_run}, options=options)

    def get_approval(self, trade_id: str, **options: Unpack[CallOptions]) -> m.TradeApproval:
        """Get the approval of a trade.

        Returns the approvals that the trade or drawdown requires, those given, the clients that can or cannot approve, and the time at which the approval lapses.

        Scope: `fx:trade`."""
        return self._call("GET", f'/v1/fx/trades/{self._segment("tradeId", trade_id)}/approval', options=options)

    def settle(self, trade_id: str, body: m.SettleTradeRequest, **options: Unpack[CallOptions]) -> m.Trade:
        """Settle a trade now.

        Settles the trade now, whatever its value date. Without funds in the sell account the trade waits for them.

        Scope: `sandbox:simulate`."""
        return self._call("POST", f'/v1/sandbox/trades/{self._segment("tradeId", trade_id)}/settle', body=body, options=options)


class TransactionsResource(Resource):
    def list(self, *, limit: int | None = None, after: str | None = None, account_id: str | None = None, iban: str | None = None, from_: str | None = None, to: str | None = None, credit_or_debit: Literal["Credit", "Debit"] | None = None, status: Literal["Pending", "Booked", "Reversed"] | None = None, type: Literal["Deposit", "Payment", "PaymentReturn", "PaymentFee", "FxSettlement", "Drawdown", "InternalTransfer", "MarginPosted", "MarginReleased", "Interest", "Adjustment"] | None = None, related_type: Literal["InternalTransfer", "Payment", "Trade", "InboundPayment", "Drawdown", "MarginCall"] | None = None, related_id: str | None = None, min_amount: str | None = None, max_amount: str | None = None, reference: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.Transaction]:
        """List transactions of an account.

        Returns booked transactions, or with the status Pending the money on hold for payments and trades. Each page searches a bounded number of postings, so a filtered page may contain fewer items than `limit`, or none, and still have a nextCursor.

        Scope: `reporting:read`."""
        return self._list("GET", '/v1/transactions', query={"limit": limit, "after": after, "accountId": account_id, "iban": iban, "from": from_, "to": to, "creditOrDebit": credit_or_debit, "status": status, "type": type, "relatedType": related_type, "relatedId": related_id, "minAmount": min_amount, "maxAmount": max_amount, "reference": reference}, options=options)


class VirtualAccountsResource(Resource):
    def list(self, *, limit: int | None = None, after: str | None = None, entity_id: Union[str, list[str]] | None = None, account_id: str | None = None, status: Literal["Active", "Closed"] | None = None, iban: str | None = None, client_reference: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.VirtualAccount]:
        """List virtual accounts.

        Returns open and closed virtual accounts with their numbers and their bank details for payers.

        Scope: `reporting:read`."""
        return self._list("GET", '/v1/virtual-accounts', query={"limit": limit, "after": after, "entityId": entity_id, "accountId": account_id, "status": status, "iban": iban, "clientReference": client_reference}, options=options)

    @overload
    def open(self, body: m.OpenVirtualAccountRequest, *, dry_run: Literal[True], **options: Unpack[CallOptions]) -> m.VirtualAccountDryRun: ...

    @overload
    def open(self, body: m.OpenVirtualAccountRequest, *, dry_run: Union[Literal[False], None] = None, **options: Unpack[CallOptions]) -> m.VirtualAccount: ...

    def open(self, body: m.OpenVirtualAccountRequest, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> Union[m.VirtualAccountDryRun, m.VirtualAccount]:
        """Open a virtual account.

        A virtual account is an additional account number for one of your accounts. Give each payer a different one: money sent to it is credited to the account, and the inbound payment and the transaction name the virtual account.

        Scope: `payments:write`.

        Role: `maker`."""
        return self._call("POST", '/v1/virtual-accounts', query={"dryRun": dry_run}, body=body, options=options)

    def get(self, virtual_account_id: str, **options: Unpack[CallOptions]) -> m.VirtualAccount:
        """Get a virtual account.

        Returns a virtual account with its number, its bank details for payers, and the account that is credited.

        Scope: `reporting:read`."""
        return self._call("GET", f'/v1/virtual-accounts/{self._segment("virtualAccountId", virtual_account_id)}', options=options)

    def close(self, virtual_account_id: str, *, dry_run: bool | None = None, **options: Unpack[CallOptions]) -> m.VirtualAccountOrDryRun:
        """Close a virtual account.

        A closed virtual account cannot be opened again. Money sent to it later is not credited: it waits as unidentified until the operator assigns it or sends it back.

        Scope: `payments:write`.

        Role: `maker`."""
        return self._call("POST", f'/v1/virtual-accounts/{self._segment("virtualAccountId", virtual_account_id)}/close', query={"dryRun": dry_run}, options=options)


class WebhooksResource(Resource):
    def list_endpoints(self, *, entity_id: Union[str, list[str]] | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.WebhookEndpoint]:
        """List webhook endpoints.

        Returns address, event types and status of each endpoint, without its secret.

        Scope: `webhooks:manage`."""
        return self._list("GET", '/v1/webhook-endpoints', query={"entityId": entity_id, "limit": limit, "after": after}, options=options)

    def create_endpoint(self, body: m.CreateWebhookEndpointRequest, **options: Unpack[CallOptions]) -> m.WebhookEndpoint:
        """Create a webhook endpoint.

        The service sends each later event of the chosen types, or of all types, to the address, signed with the secret. Only this response and that of a rotation contain the secret.

        Scope: `webhooks:manage`.

        Role: `maker`."""
        return self._call("POST", '/v1/webhook-endpoints', body=body, options=options)

    def get_endpoint(self, webhook_endpoint_id: str, **options: Unpack[CallOptions]) -> m.WebhookEndpoint:
        """Get a webhook endpoint.

        Returns address, event types and status, without the secret. Send the `ETag` as `If-Match` when you change the endpoint.

        Scope: `webhooks:manage`."""
        return self._call("GET", f'/v1/webhook-endpoints/{self._segment("webhookEndpointId", webhook_endpoint_id)}', options=options)

    def update_endpoint(self, webhook_endpoint_id: str, body: m.UpdateWebhookEndpointRequest, **options: Unpack[CallOptions]) -> m.WebhookEndpoint:
        """Change, enable or disable a webhook endpoint.

        Omitted fields stay unchanged. `If-Match` prevents overwriting another change.

        Scope: `webhooks:manage`.

        Role: `maker`."""
        return self._call("PATCH", f'/v1/webhook-endpoints/{self._segment("webhookEndpointId", webhook_endpoint_id)}', body=body, options=options)

    def delete_endpoint(self, webhook_endpoint_id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a webhook endpoint.

        The endpoint gets no further events, not even pending deliveries, and cannot be restored.

        Scope: `webhooks:manage`.

        Role: `maker`."""
        return self._call("DELETE", f'/v1/webhook-endpoints/{self._segment("webhookEndpointId", webhook_endpoint_id)}', options=options)

    def rotate_secret(self, webhook_endpoint_id: str, **options: Unpack[CallOptions]) -> m.WebhookEndpoint:
        """Rotate the secret of a webhook endpoint.

        Returns the new secret, which no later response contains. Requests are signed with both secrets for 24 hours, so that receivers can change over.

        Scope: `webhooks:manage`.

        Role: `maker`."""
        return self._call("POST", f'/v1/webhook-endpoints/{self._segment("webhookEndpointId", webhook_endpoint_id)}/rotate-secret', options=options)

    def test_endpoint(self, webhook_endpoint_id: str, **options: Unpack[CallOptions]) -> m.WebhookDelivery:
        """Send a test event.

        The event has the type `webhookEndpoint.test` and is attempted once, even for a disabled endpoint. Read the delivery for its outcome.

        Scope: `webhooks:manage`.

        Role: `maker`."""
        return self._call("POST", f'/v1/webhook-endpoints/{self._segment("webhookEndpointId", webhook_endpoint_id)}/test', options=options)

    def replay_events(self, webhook_endpoint_id: str, body: m.ReplayWebhookEventsRequest, **options: Unpack[CallOptions]) -> m.WebhookEndpoint:
        """Replay events from a sequence number.

        Moves the endpoint back to `fromSequence` and sends the events from there again, in order. It has no effect if the endpoint has not reached that event.

        Scope: `webhooks:manage`.

        Role: `maker`."""
        return self._call("POST", f'/v1/webhook-endpoints/{self._segment("webhookEndpointId", webhook_endpoint_id)}/replay', body=body, options=options)

    def list_deliveries(self, webhook_endpoint_id: str, *, status: Literal["Pending", "Delivered", "Failed"] | None = None, limit: int | None = None, after: str | None = None, **options: Unpack[CallOptions]) -> Pages[m.WebhookDelivery]:
        """List deliveries to a webhook endpoint.

        Returns the deliveries of the last 30 days, each with its event, status and last attempt. Filter by `status` to find those that failed.

        Scope: `webhooks:manage`."""
        return self._list("GET", f'/v1/webhook-endpoints/{self._segment("webhookEndpointId", webhook_endpoint_id)}/deliveries', query={"status": status, "limit": limit, "after": after}, options=options)

    def get_delivery(self, webhook_endpoint_id: str, delivery_id: str, **options: Unpack[CallOptions]) -> m.WebhookDelivery:
        """Get a delivery.

        Returns a delivery to a webhook endpoint with its event, status and the outcome of the last attempt.

        Scope: `webhooks:manage`."""
        return self._call("GET", f'/v1/webhook-endpoints/{self._segment("webhookEndpointId", webhook_endpoint_id)}/deliveries/{self._segment("deliveryId", delivery_id)}', options=options)

    def redeliver(self, webhook_endpoint_id: str, delivery_id: str, **options: Unpack[CallOptions]) -> m.WebhookDelivery:
        """Repeat a delivery.

        A pending delivery is attempted immediately. Any other event is sent in a new delivery, under the same webhook-id.

        Scope: `webhooks:manage`.

        Role: `maker`."""
        return self._call("POST", f'/v1/webhook-endpoints/{self._segment("webhookEndpointId", webhook_endpoint_id)}/deliveries/{self._segment("deliveryId", delivery_id)}/redeliver', options=options)


class Resources:
    """Resources of the service."""

    def __init__(self, transport: Transport) -> None:
        self.accounts = AccountsResource(transport)
        self.approvals = ApprovalsResource(transport)
        self.audit = AuditResource(transport)
        self.balances = BalancesResource(transport)
        self.beneficiaries = BeneficiariesResource(transport)
        self.clock = ClockResource(transport)
        self.credit = CreditResource(transport)
        self.drawdowns = DrawdownsResource(transport)
        self.entities = EntitiesResource(transport)
        self.events = EventsResource(transport)
        self.facilities = FacilitiesResource(transport)
        self.forwards = ForwardsResource(transport)
        self.fx = FxResource(transport)
        self.fx_orders = FxOrdersResource(transport)
        self.fx_rate_alerts = FxRateAlertsResource(transport)
        self.held_rates = HeldRatesResource(transport)
        self.inbound_payments = InboundPaymentsResource(transport)
        self.internal_transfers = InternalTransfersResource(transport)
        self.margin_calls = MarginCallsResource(transport)
        self.market = MarketResource(transport)
        self.notification_recipients = NotificationRecipientsResource(transport)
        self.payees = PayeesResource(transport)
        self.payment_batches = PaymentBatchesResource(transport)
        self.payments = PaymentsResource(transport)
        self.sandbox = SandboxResource(transport)
        self.service = ServiceResource(transport)
        self.spot = SpotResource(transport)
        self.statements = StatementsResource(transport)
        self.tokens = TokensResource(transport)
        self.trades = TradesResource(transport)
        self.transactions = TransactionsResource(transport)
        self.virtual_accounts = VirtualAccountsResource(transport)
        self.webhooks = WebhooksResource(transport)
