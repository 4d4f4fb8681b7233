"""Made from the service's OpenAPI document by generate.py; do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Unpack, overload

from . import models
from .core import Core, Options, Pages


class Accounts:
    """Accounts."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get(
        self,
        account_id: str,
        *,
        options: Options | None = None,
    ) -> models.Account:
        """One account."""
        result: models.Account = self._core.call(
            "GET",
            "/v1/accounts/{accountId}",
            values={"accountId": account_id},
            options=options,
        )
        return result

    def list(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        iban: str | None = None,
        currency: str | None = None,
        status: Literal['Active', 'Blocked', 'Closed'] | None = None,
        permission: Literal['Reporting', 'Fx', 'Payments'] | None = None,
        q: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.Account]:
        """Accounts."""
        return self._core.pages(
            "/v1/accounts",
            query={"limit": limit, "entityId": entity_id, "iban": iban, "currency": currency, "status": status, "permission": permission, "q": q},
            options=options,
        )


class Audit:
    """Audit."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        entity_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        operation: str | None = None,
        action: str | None = None,
        resource_id: str | None = None,
        request_id: str | None = None,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.AuditRecord]:
        """Audit trail of one entity, newest first."""
        return self._core.pages(
            "/v1/audit",
            query={"entityId": entity_id, "from": from_, "to": to, "operation": operation, "action": action, "resourceId": resource_id, "requestId": request_id, "limit": limit},
            options=options,
        )

    def verify(
        self,
        *,
        entity_id: str | None = None,
        after: str | None = None,
        hash: str | None = None,
        options: Options | None = None,
    ) -> models.AuditVerification:
        """Compare the audit trail of one entity with its chain of hashes."""
        result: models.AuditVerification = self._core.call(
            "GET",
            "/v1/audit/verify",
            query={"entityId": entity_id, "after": after, "hash": hash},
            options=options,
        )
        return result


class Balances:
    """Accounts."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        account_id: str | None = None,
        currency: str | None = None,
        iban: str | None = None,
        as_at: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.Balance]:
        """Balances, now or as at an instant of the past."""
        return self._core.pages(
            "/v1/balances",
            query={"limit": limit, "entityId": entity_id, "accountId": account_id, "currency": currency, "iban": iban, "asAt": as_at},
            options=options,
        )


class Beneficiaries:
    """Approvals, Beneficiaries."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def approve(
        self,
        beneficiary_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.BeneficiaryOrDryRun:
        """Approve a beneficiary."""
        result: models.BeneficiaryOrDryRun = self._core.call(
            "POST",
            "/v1/beneficiaries/{beneficiaryId}/approve",
            values={"beneficiaryId": beneficiary_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    @overload
    def create(
        self,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.CreateBeneficiaryRequest]
    ) -> models.Beneficiary: ...
    @overload
    def create(
        self,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.CreateBeneficiaryRequest]
    ) -> models.BeneficiaryDryRun: ...
    def create(
        self,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.CreateBeneficiaryRequest]
    ) -> models.Beneficiary | models.BeneficiaryDryRun:
        """Create a beneficiary."""
        result: models.Beneficiary | models.BeneficiaryDryRun = self._core.call(
            "POST",
            "/v1/beneficiaries",
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    def delete(
        self,
        beneficiary_id: str,
        *,
        dry_run: bool | None = None,
        force: bool | None = None,
        options: Options | None = None,
    ) -> models.DeleteBeneficiaryDryRun:
        """Delete a beneficiary."""
        result: models.DeleteBeneficiaryDryRun = self._core.call(
            "DELETE",
            "/v1/beneficiaries/{beneficiaryId}",
            values={"beneficiaryId": beneficiary_id},
            query={"dryRun": dry_run, "force": force},
            options=options,
        )
        return result

    def get(
        self,
        beneficiary_id: str,
        *,
        options: Options | None = None,
    ) -> models.Beneficiary:
        """One beneficiary, deleted ones too."""
        result: models.Beneficiary = self._core.call(
            "GET",
            "/v1/beneficiaries/{beneficiaryId}",
            values={"beneficiaryId": beneficiary_id},
            options=options,
        )
        return result

    def get_requirements(
        self,
        *,
        currency: str,
        bank_country_code: str,
        type: Literal['Individual', 'Company'] | None = None,
        options: Options | None = None,
    ) -> models.BeneficiaryRequirements:
        """Required beneficiary fields by currency, bank country and type."""
        result: models.BeneficiaryRequirements = self._core.call(
            "GET",
            "/v1/beneficiaries/requirements",
            query={"currency": currency, "bankCountryCode": bank_country_code, "type": type},
            options=options,
        )
        return result

    def list(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        currency: str | None = None,
        country: str | None = None,
        status: Literal['PendingApproval', 'Active', 'Blocked', 'Deleted'] | None = None,
        q: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.Beneficiary]:
        """Beneficiaries, newest first; only active ones unless you filter by status."""
        return self._core.pages(
            "/v1/beneficiaries",
            query={"limit": limit, "entityId": entity_id, "currency": currency, "country": country, "status": status, "q": q},
            options=options,
        )

    def reject(
        self,
        beneficiary_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.BeneficiaryOrDryRun:
        """Reject a beneficiary, which deletes it."""
        result: models.BeneficiaryOrDryRun = self._core.call(
            "POST",
            "/v1/beneficiaries/{beneficiaryId}/reject",
            values={"beneficiaryId": beneficiary_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    def replace(
        self,
        beneficiary_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.ReplaceBeneficiaryRequest]
    ) -> models.BeneficiaryOrDryRun:
        """Replace a beneficiary; If-Match guards against overwriting the change of another."""
        result: models.BeneficiaryOrDryRun = self._core.call(
            "PUT",
            "/v1/beneficiaries/{beneficiaryId}",
            values={"beneficiaryId": beneficiary_id},
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    def validate(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.ValidateBeneficiaryRequest]
    ) -> models.BeneficiaryValidation:
        """Check a beneficiary without saving it."""
        result: models.BeneficiaryValidation = self._core.call(
            "POST",
            "/v1/beneficiaries/validate",
            body=body,
            options=options,
        )
        return result


class Credit:
    """Credit."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get_facility_letter(
        self,
        facility_id: str,
        *,
        entity_id: str | None = None,
        format: Literal['json', 'pdf'] | None = None,
        options: Options | None = None,
    ) -> models.GetFacilityLetterResponse | bytes:
        """The facility letter."""
        result: models.GetFacilityLetterResponse | bytes = self._core.call(
            "GET",
            "/v1/credit/facilities/{facilityId}/letter",
            values={"facilityId": facility_id},
            query={"entityId": entity_id, "format": format},
            options=options,
        )
        return result

    def list_currency_pair_mtm(
        self,
        *,
        entity_id: str | None = None,
        facility_id: str | None = None,
        currency_pair: str | None = None,
        as_at: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.CurrencyPairMtm]:
        """Mark-to-market by currency pair."""
        return self._core.pages(
            "/v1/credit/mtm/currency-pairs",
            query={"entityId": entity_id, "facilityId": facility_id, "currencyPair": currency_pair, "asAt": as_at},
            options=options,
        )

    def list_facilities(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        facility_id: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.Facility]:
        """Credit facilities with their current utilisation."""
        return self._core.pages(
            "/v1/credit/facilities",
            query={"limit": limit, "entityId": entity_id, "facilityId": facility_id},
            options=options,
        )

    def list_facility_terms(
        self,
        facility_id: str,
        *,
        limit: int | None = None,
        entity_id: str | None = None,
        currency: str | None = None,
        term_id: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.FacilityTerm]:
        """Terms of a facility, in the order in which they are tried."""
        return self._core.pages(
            "/v1/credit/facilities/{facilityId}/terms",
            values={"facilityId": facility_id},
            query={"limit": limit, "entityId": entity_id, "currency": currency, "termId": term_id},
            options=options,
        )

    def list_trade_mtm(
        self,
        *,
        limit: int | None = None,
        entity_id: str | None = None,
        facility_id: str | None = None,
        currency_pair: str | None = None,
        as_at: str | None = None,
        trade_id: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.TradeMtm]:
        """Mark-to-market by trade."""
        return self._core.pages(
            "/v1/credit/mtm/trades",
            query={"limit": limit, "entityId": entity_id, "facilityId": facility_id, "currencyPair": currency_pair, "asAt": as_at, "tradeId": trade_id},
            options=options,
        )

    def simulate(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.SimulateCreditRequest]
    ) -> models.CreditSimulation:
        """Utilisation, value and margin calls after rate shocks or with one more forward."""
        result: models.CreditSimulation = self._core.call(
            "POST",
            "/v1/credit/simulate",
            body=body,
            options=options,
        )
        return result


class Entities:
    """Admin."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get_settings(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        options: Options | None = None,
    ) -> Pages[models.EntitySettings]:
        """Permissions, limits and limit utilisation of the entities."""
        return self._core.pages(
            "/v1/entities/settings",
            query={"limit": limit, "entityId": entity_id},
            options=options,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        options: Options | None = None,
    ) -> Pages[models.Entity]:
        """The entities of this client."""
        return self._core.pages(
            "/v1/entities",
            query={"limit": limit, "entityId": entity_id},
            options=options,
        )


class Events:
    """Events."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        entity_id: str | None = None,
        types: str | Sequence[str] | None = None,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.Event]:
        """Events of one entity, oldest first."""
        return self._core.pages(
            "/v1/events",
            query={"entityId": entity_id, "types": types, "limit": limit},
            options=options,
        )


class Forwards:
    """FX forwards."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @overload
    def book(
        self,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.BookForwardRequest]
    ) -> models.ForwardTrade: ...
    @overload
    def book(
        self,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.BookForwardRequest]
    ) -> models.ForwardTradeDryRun: ...
    def book(
        self,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.BookForwardRequest]
    ) -> models.ForwardTrade | models.ForwardTradeDryRun:
        """Book a forward’s quote."""
        result: models.ForwardTrade | models.ForwardTradeDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/forwards",
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    @overload
    def book_amendment(
        self,
        trade_id: str,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.BookForwardAmendmentRequest]
    ) -> models.ForwardAmendment: ...
    @overload
    def book_amendment(
        self,
        trade_id: str,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.BookForwardAmendmentRequest]
    ) -> models.ForwardAmendmentDryRun: ...
    def book_amendment(
        self,
        trade_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.BookForwardAmendmentRequest]
    ) -> models.ForwardAmendment | models.ForwardAmendmentDryRun:
        """Book the quote of an amendment."""
        result: models.ForwardAmendment | models.ForwardAmendmentDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/forwards/{tradeId}/amendments",
            values={"tradeId": trade_id},
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    def cancel_drawdown(
        self,
        drawdown_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.CancelledDrawdownOrDryRun:
        """Cancel a drawdown before its funding cut-off."""
        result: models.CancelledDrawdownOrDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/forwards/drawdowns/{drawdownId}/cancel",
            values={"drawdownId": drawdown_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    @overload
    def create_drawdowns(
        self,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.CreateDrawdownsRequest]
    ) -> models.BookedDrawdown: ...
    @overload
    def create_drawdowns(
        self,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.CreateDrawdownsRequest]
    ) -> models.BookedDrawdownDryRun: ...
    def create_drawdowns(
        self,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.CreateDrawdownsRequest]
    ) -> models.BookedDrawdown | models.BookedDrawdownDryRun:
        """Draw down a forward, or several."""
        result: models.BookedDrawdown | models.BookedDrawdownDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/forwards/drawdowns",
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    def get(
        self,
        trade_id: str,
        *,
        options: Options | None = None,
    ) -> models.ForwardDetails:
        """One forward."""
        result: models.ForwardDetails = self._core.call(
            "GET",
            "/v1/fx/trades/forwards/{tradeId}",
            values={"tradeId": trade_id},
            options=options,
        )
        return result

    def get_initial_margin(
        self,
        trade_id: str,
        *,
        options: Options | None = None,
    ) -> models.InitialMargin:
        """A forward’s initial margin."""
        result: models.InitialMargin = self._core.call(
            "GET",
            "/v1/fx/trades/forwards/{tradeId}/initial-margin",
            values={"tradeId": trade_id},
            options=options,
        )
        return result

    def list_drawdowns(
        self,
        trade_id: str,
        *,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.Drawdown]:
        """Drawdowns of a forward."""
        return self._core.pages(
            "/v1/fx/trades/forwards/{tradeId}/drawdowns",
            values={"tradeId": trade_id},
            query={"limit": limit},
            options=options,
        )

    def list_reasons(
        self,
        *,
        options: Options | None = None,
    ) -> Pages[Any]:
        """Permitted reasons for a forward."""
        return self._core.pages(
            "/v1/fx/trades/forwards/reasons",
            options=options,
        )

    def quote(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.QuoteForwardRequest]
    ) -> models.ForwardQuote:
        """Quote a forward."""
        result: models.ForwardQuote = self._core.call(
            "POST",
            "/v1/fx/quotes/forwards",
            body=body,
            options=options,
        )
        return result

    @overload
    def quote_amendment(
        self,
        trade_id: str,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.QuoteForwardAmendmentRequest]
    ) -> models.ForwardAmendmentQuote: ...
    @overload
    def quote_amendment(
        self,
        trade_id: str,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.QuoteForwardAmendmentRequest]
    ) -> models.ForwardAmendmentQuoteDryRun: ...
    def quote_amendment(
        self,
        trade_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.QuoteForwardAmendmentRequest]
    ) -> models.ForwardAmendmentQuote | models.ForwardAmendmentQuoteDryRun:
        """Quote an amendment: extend, bring forward, close out, split."""
        result: models.ForwardAmendmentQuote | models.ForwardAmendmentQuoteDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/forwards/{tradeId}/amendments/quote",
            values={"tradeId": trade_id},
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result


class Fx:
    """FX reference."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def estimate_rate(
        self,
        *,
        buy_currency: str,
        sell_currency: str,
        fixed_side: Literal['Buy', 'Sell'],
        amount: str,
        value_date: str | None = None,
        entity_id: str | None = None,
        options: Options | None = None,
    ) -> models.RateEstimate:
        """An indicative price."""
        result: models.RateEstimate = self._core.call(
            "GET",
            "/v1/fx/quotes/estimate",
            query={"buyCurrency": buy_currency, "sellCurrency": sell_currency, "fixedSide": fixed_side, "amount": amount, "valueDate": value_date, "entityId": entity_id},
            options=options,
        )
        return result

    def get_earliest_settlement(
        self,
        *,
        buy_currency: str,
        sell_currency: str,
        entity_id: str | None = None,
        at: str | None = None,
        options: Options | None = None,
    ) -> models.EarliestSettlement:
        """The first date on which a deal can settle."""
        result: models.EarliestSettlement = self._core.call(
            "GET",
            "/v1/fx/earliest-settlement",
            query={"buyCurrency": buy_currency, "sellCurrency": sell_currency, "entityId": entity_id, "at": at},
            options=options,
        )
        return result

    def list_calendars(
        self,
        *,
        currency: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.Calendar]:
        """List the holiday calendars."""
        return self._core.pages(
            "/v1/fx/calendars",
            query={"currency": currency, "from": from_, "to": to},
            options=options,
        )

    def list_spot_value_dates(
        self,
        *,
        buy_currency: str,
        sell_currency: str,
        entity_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        options: Options | None = None,
    ) -> models.SpotValueDates:
        """Value dates up to spot: available now, or the reason why not."""
        result: models.SpotValueDates = self._core.call(
            "GET",
            "/v1/fx/spot-value-dates",
            query={"buyCurrency": buy_currency, "sellCurrency": sell_currency, "entityId": entity_id, "from": from_, "to": to},
            options=options,
        )
        return result


class HeldRates:
    """FX held rates."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @overload
    def book(
        self,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.BookHeldRateRequest]
    ) -> models.HeldRateTrade: ...
    @overload
    def book(
        self,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.BookHeldRateRequest]
    ) -> models.HeldRateTradeDryRun: ...
    def book(
        self,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.BookHeldRateRequest]
    ) -> models.HeldRateTrade | models.HeldRateTradeDryRun:
        """Book a held rate."""
        result: models.HeldRateTrade | models.HeldRateTradeDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/held-rate",
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    def cancel(
        self,
        quote_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.HeldRateOrDryRun:
        """Give up a held rate."""
        result: models.HeldRateOrDryRun = self._core.call(
            "POST",
            "/v1/fx/quotes/held-rate/{quoteId}/cancel",
            values={"quoteId": quote_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    @overload
    def create(
        self,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.CreateHeldRateRequest]
    ) -> models.HeldRate: ...
    @overload
    def create(
        self,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.CreateHeldRateRequest]
    ) -> models.HeldRateDryRun: ...
    def create(
        self,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.CreateHeldRateRequest]
    ) -> models.HeldRate | models.HeldRateDryRun:
        """Hold a rate."""
        result: models.HeldRate | models.HeldRateDryRun = self._core.call(
            "POST",
            "/v1/fx/quotes/held-rate",
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    def get(
        self,
        quote_id: str,
        *,
        options: Options | None = None,
    ) -> models.HeldRate:
        """One held rate."""
        result: models.HeldRate = self._core.call(
            "GET",
            "/v1/fx/quotes/held-rate/{quoteId}",
            values={"quoteId": quote_id},
            options=options,
        )
        return result

    def list(
        self,
        *,
        entity_id: str | Sequence[str] | None = None,
        status: Literal['Active', 'PartlyUsed', 'Booked', 'Exhausted', 'Expired', 'Cancelled'] | None = None,
        currency_pair: str | None = None,
        expiring_before: str | None = None,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.HeldRate]:
        """List held rates."""
        return self._core.pages(
            "/v1/fx/quotes/held-rate",
            query={"entityId": entity_id, "status": status, "currencyPair": currency_pair, "expiringBefore": expiring_before, "limit": limit},
            options=options,
        )


class InboundPayments:
    """Accounts."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get(
        self,
        inbound_payment_id: str,
        *,
        options: Options | None = None,
    ) -> models.InboundPayment:
        """One inbound payment."""
        result: models.InboundPayment = self._core.call(
            "GET",
            "/v1/inbound-payments/{inboundPaymentId}",
            values={"inboundPaymentId": inbound_payment_id},
            options=options,
        )
        return result

    def list(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        account_id: str | None = None,
        virtual_account_id: str | None = None,
        status: Literal['Credited', 'Held', 'Unidentified', 'Assigned', 'Returned'] | None = None,
        currency: str | None = None,
        value_date_from: str | None = None,
        value_date_to: str | None = None,
        received_from: str | None = None,
        received_to: str | None = None,
        debtor_name: str | None = None,
        debtor_iban: str | None = None,
        reference: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.InboundPayment]:
        """Inbound payments, newest first."""
        return self._core.pages(
            "/v1/inbound-payments",
            query={"limit": limit, "entityId": entity_id, "accountId": account_id, "virtualAccountId": virtual_account_id, "status": status, "currency": currency, "valueDateFrom": value_date_from, "valueDateTo": value_date_to, "receivedFrom": received_from, "receivedTo": received_to, "debtorName": debtor_name, "debtorIban": debtor_iban, "reference": reference},
            options=options,
        )


class InternalTransfers:
    """Approvals, Internal transfers."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def approve(
        self,
        internal_account_transfer_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.InternalAccountTransferOrDryRun:
        """Approve a transfer that another client made."""
        result: models.InternalAccountTransferOrDryRun = self._core.call(
            "POST",
            "/v1/internal-account-transfers/{internalAccountTransferId}/approve",
            values={"internalAccountTransferId": internal_account_transfer_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    def cancel(
        self,
        internal_account_transfer_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.InternalAccountTransferOrDryRun:
        """Cancel a transfer that waits for approval."""
        result: models.InternalAccountTransferOrDryRun = self._core.call(
            "POST",
            "/v1/internal-account-transfers/{internalAccountTransferId}/cancel",
            values={"internalAccountTransferId": internal_account_transfer_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    @overload
    def create(
        self,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.CreateInternalTransferRequest]
    ) -> models.InternalAccountTransfer: ...
    @overload
    def create(
        self,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.CreateInternalTransferRequest]
    ) -> models.InternalAccountTransferDryRun: ...
    def create(
        self,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.CreateInternalTransferRequest]
    ) -> models.InternalAccountTransfer | models.InternalAccountTransferDryRun:
        """Move money between two accounts of the entity."""
        result: models.InternalAccountTransfer | models.InternalAccountTransferDryRun = self._core.call(
            "POST",
            "/v1/internal-account-transfers",
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    def get(
        self,
        internal_account_transfer_id: str,
        *,
        options: Options | None = None,
    ) -> models.InternalAccountTransfer:
        """One transfer."""
        result: models.InternalAccountTransfer = self._core.call(
            "GET",
            "/v1/internal-account-transfers/{internalAccountTransferId}",
            values={"internalAccountTransferId": internal_account_transfer_id},
            options=options,
        )
        return result

    def list(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        status: Literal['PendingApproval', 'Completed', 'Cancelled'] | None = None,
        account_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.InternalAccountTransfer]:
        """Transfers, newest first."""
        return self._core.pages(
            "/v1/internal-account-transfers",
            query={"limit": limit, "entityId": entity_id, "status": status, "accountId": account_id, "from": from_, "to": to},
            options=options,
        )

    def reject(
        self,
        internal_account_transfer_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.InternalAccountTransferOrDryRun:
        """Reject a transfer that another client made."""
        result: models.InternalAccountTransferOrDryRun = self._core.call(
            "POST",
            "/v1/internal-account-transfers/{internalAccountTransferId}/reject",
            values={"internalAccountTransferId": internal_account_transfer_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result


class MarginCalls:
    """Credit."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get(
        self,
        margin_call_id: str,
        *,
        options: Options | None = None,
    ) -> models.MarginCall:
        """One margin call."""
        result: models.MarginCall = self._core.call(
            "GET",
            "/v1/credit/margin-calls/{marginCallId}",
            values={"marginCallId": margin_call_id},
            options=options,
        )
        return result

    def list(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        facility_id: str | None = None,
        trade_id: str | None = None,
        type: Literal['Initial', 'Variation'] | None = None,
        status: Literal['Issued', 'PartlyMet', 'Met', 'Overdue', 'Released', 'Cancelled'] | None = None,
        options: Options | None = None,
    ) -> Pages[models.MarginCall]:
        """Margin calls."""
        return self._core.pages(
            "/v1/credit/margin-calls",
            query={"limit": limit, "entityId": entity_id, "facilityId": facility_id, "tradeId": trade_id, "type": type, "status": status},
            options=options,
        )

    def settle(
        self,
        margin_call_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.SettleMarginCallRequest]
    ) -> models.MarginCallOrDryRun:
        """Pay a margin call from an account."""
        result: models.MarginCallOrDryRun = self._core.call(
            "POST",
            "/v1/credit/margin-calls/{marginCallId}/settle",
            values={"marginCallId": margin_call_id},
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result


class NotificationRecipients:
    """Notifications."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.CreateNotificationRecipientRequest]
    ) -> models.NotificationRecipient:
        """Send e-mails about events of one entity to an address."""
        result: models.NotificationRecipient = self._core.call(
            "POST",
            "/v1/notification-recipients",
            body=body,
            options=options,
        )
        return result

    def delete(
        self,
        notification_recipient_id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Send no further e-mails to a recipient."""
        self._core.call(
            "DELETE",
            "/v1/notification-recipients/{notificationRecipientId}",
            values={"notificationRecipientId": notification_recipient_id},
            options=options,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        options: Options | None = None,
    ) -> Pages[models.NotificationRecipient]:
        """Recipients of e-mails about events, newest first."""
        return self._core.pages(
            "/v1/notification-recipients",
            query={"limit": limit, "entityId": entity_id},
            options=options,
        )


class PaymentBatches:
    """Payments."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def cancel(
        self,
        batch_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.PaymentBatchOrDryRun:
        """Stop a batch."""
        result: models.PaymentBatchOrDryRun = self._core.call(
            "POST",
            "/v1/payment-batches/{batchId}/cancel",
            values={"batchId": batch_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    @overload
    def create(
        self,
        body: models.PaymentBatchOrder | bytes,
        *,
        dry_run: Literal[False] | None = None,
        entity_id: str | None = None,
        mode: Literal['Strict', 'Partial'] | None = None,
        name: str | None = None,
        client_reference: str | None = None,
        content_type: Literal['application/json', 'text/csv', 'application/xml'] = "application/json",
        options: Options | None = None,
    ) -> models.PaymentBatch: ...
    @overload
    def create(
        self,
        body: models.PaymentBatchOrder | bytes,
        *,
        dry_run: Literal[True],
        entity_id: str | None = None,
        mode: Literal['Strict', 'Partial'] | None = None,
        name: str | None = None,
        client_reference: str | None = None,
        content_type: Literal['application/json', 'text/csv', 'application/xml'] = "application/json",
        options: Options | None = None,
    ) -> models.PaymentBatchDryRun: ...
    def create(
        self,
        body: models.PaymentBatchOrder | bytes,
        *,
        dry_run: bool | None = None,
        entity_id: str | None = None,
        mode: Literal['Strict', 'Partial'] | None = None,
        name: str | None = None,
        client_reference: str | None = None,
        content_type: Literal['application/json', 'text/csv', 'application/xml'] = "application/json",
        options: Options | None = None,
    ) -> models.PaymentBatch | models.PaymentBatchDryRun:
        """Send many payments at once."""
        result: models.PaymentBatch | models.PaymentBatchDryRun = self._core.call(
            "POST",
            "/v1/payment-batches",
            query={"dryRun": dry_run, "entityId": entity_id, "mode": mode, "name": name, "clientReference": client_reference},
            body=body,
            content_type=content_type,
            options=options,
        )
        return result

    def get(
        self,
        batch_id: str,
        *,
        options: Options | None = None,
    ) -> models.PaymentBatch:
        """One batch, and how far it is."""
        result: models.PaymentBatch = self._core.call(
            "GET",
            "/v1/payment-batches/{batchId}",
            values={"batchId": batch_id},
            options=options,
        )
        return result

    def list(
        self,
        *,
        entity_id: str | Sequence[str] | None = None,
        status: Literal['Checking', 'Processing', 'Completed', 'Undoing', 'Rejected', 'Cancelling', 'Cancelled'] | None = None,
        client_reference: str | None = None,
        created_from: str | None = None,
        created_to: str | None = None,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.PaymentBatch]:
        """Batches, newest first."""
        return self._core.pages(
            "/v1/payment-batches",
            query={"entityId": entity_id, "status": status, "clientReference": client_reference, "createdFrom": created_from, "createdTo": created_to, "limit": limit},
            options=options,
        )

    def list_items(
        self,
        batch_id: str,
        *,
        status: Literal['Pending', 'Checked', 'Invalid', 'Created', 'Skipped', 'Undone'] | None = None,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.PaymentBatchItem]:
        """The items of a batch in their order."""
        return self._core.pages(
            "/v1/payment-batches/{batchId}/items",
            values={"batchId": batch_id},
            query={"status": status, "limit": limit},
            options=options,
        )


class Payments:
    """Approvals, Payments."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def approve(
        self,
        payment_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.PaymentOrDryRun:
        """Approve a payment that another client made."""
        result: models.PaymentOrDryRun = self._core.call(
            "POST",
            "/v1/payments/{paymentId}/approve",
            values={"paymentId": payment_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    def cancel(
        self,
        payment_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.PaymentOrDryRun:
        """Cancel a payment that is not yet submitted."""
        result: models.PaymentOrDryRun = self._core.call(
            "POST",
            "/v1/payments/{paymentId}/cancel",
            values={"paymentId": payment_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    @overload
    def create(
        self,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.PaymentOrder]
    ) -> models.Payment: ...
    @overload
    def create(
        self,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.PaymentOrder]
    ) -> models.PaymentDryRun: ...
    def create(
        self,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.PaymentOrder]
    ) -> models.Payment | models.PaymentDryRun:
        """Make a payment."""
        result: models.Payment | models.PaymentDryRun = self._core.call(
            "POST",
            "/v1/payments",
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    def get(
        self,
        payment_id: str,
        *,
        options: Options | None = None,
    ) -> models.Payment:
        """One payment."""
        result: models.Payment = self._core.call(
            "GET",
            "/v1/payments/{paymentId}",
            values={"paymentId": payment_id},
            options=options,
        )
        return result

    def get_confirmation(
        self,
        payment_id: str,
        *,
        options: Options | None = None,
    ) -> models.Document | bytes:
        """Confirmation that a payment was sent."""
        result: models.Document | bytes = self._core.call(
            "GET",
            "/v1/payments/{paymentId}/confirmation",
            values={"paymentId": payment_id},
            options=options,
        )
        return result

    def get_earliest_date(
        self,
        *,
        currency: str,
        country: str | None = None,
        rail: Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift'] | None = None,
        entity_id: str | None = None,
        options: Options | None = None,
    ) -> models.EarliestPaymentDate:
        """The first date a payment can bear, its cut-off and its arrival."""
        result: models.EarliestPaymentDate = self._core.call(
            "GET",
            "/v1/payments/earliest-settlement",
            query={"currency": currency, "country": country, "rail": rail, "entityId": entity_id},
            options=options,
        )
        return result

    def list(
        self,
        *,
        entity_id: str | Sequence[str] | None = None,
        status: Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed'] | None = None,
        account_id: str | None = None,
        currency: str | None = None,
        payment_date_from: str | None = None,
        payment_date_to: str | None = None,
        beneficiary_id: str | None = None,
        trade_id: str | None = None,
        batch_id: str | None = None,
        client_reference: str | None = None,
        min_amount: str | None = None,
        max_amount: str | None = None,
        created_from: str | None = None,
        created_to: str | None = None,
        updated_since: str | None = None,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.Payment]:
        """Payments, newest first."""
        return self._core.pages(
            "/v1/payments",
            query={"entityId": entity_id, "status": status, "accountId": account_id, "currency": currency, "paymentDateFrom": payment_date_from, "paymentDateTo": payment_date_to, "beneficiaryId": beneficiary_id, "tradeId": trade_id, "batchId": batch_id, "clientReference": client_reference, "minAmount": min_amount, "maxAmount": max_amount, "createdFrom": created_from, "createdTo": created_to, "updatedSince": updated_since, "limit": limit},
            options=options,
        )

    def list_options(
        self,
        *,
        currency: str,
        country: str | None = None,
        beneficiary_id: str | None = None,
        amount: str | None = None,
        payment_date: str | None = None,
        entity_id: str | None = None,
        options: Options | None = None,
    ) -> models.PaymentOptions:
        """The ways a payment can go: speed, bearer, fee and arrival."""
        result: models.PaymentOptions = self._core.call(
            "GET",
            "/v1/payments/options",
            query={"currency": currency, "country": country, "beneficiaryId": beneficiary_id, "amount": amount, "paymentDate": payment_date, "entityId": entity_id},
            options=options,
        )
        return result

    def list_purposes(
        self,
        *,
        currency: str,
        country: str,
        rail: Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift'] | None = None,
        payer_type: Literal['Individual', 'Company'] | None = None,
        payee_type: Literal['Individual', 'Company'] | None = None,
        entity_id: str | None = None,
        options: Options | None = None,
    ) -> models.PaymentPurposes:
        """The purposes that a destination takes."""
        result: models.PaymentPurposes = self._core.call(
            "GET",
            "/v1/payments/purpose-of-payment",
            query={"currency": currency, "country": country, "rail": rail, "payerType": payer_type, "payeeType": payee_type, "entityId": entity_id},
            options=options,
        )
        return result

    @overload
    def recall(
        self,
        payment_id: str,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.RecallPaymentRequest]
    ) -> models.Payment: ...
    @overload
    def recall(
        self,
        payment_id: str,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.RecallPaymentRequest]
    ) -> models.PaymentDryRun: ...
    def recall(
        self,
        payment_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.RecallPaymentRequest]
    ) -> models.Payment | models.PaymentDryRun:
        """Ask for a payment back that has left."""
        result: models.Payment | models.PaymentDryRun = self._core.call(
            "POST",
            "/v1/payments/{paymentId}/recall",
            values={"paymentId": payment_id},
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    def recall_approval(
        self,
        payment_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.PaymentOrDryRun:
        """Take an approval back."""
        result: models.PaymentOrDryRun = self._core.call(
            "POST",
            "/v1/payments/{paymentId}/recall-approval",
            values={"paymentId": payment_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    def reject(
        self,
        payment_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.PaymentOrDryRun:
        """Reject a payment that another client made."""
        result: models.PaymentOrDryRun = self._core.call(
            "POST",
            "/v1/payments/{paymentId}/reject",
            values={"paymentId": payment_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    def request_approval(
        self,
        payment_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.PaymentOrDryRun:
        """Put a payment whose approvals are void up for approval again."""
        result: models.PaymentOrDryRun = self._core.call(
            "POST",
            "/v1/payments/{paymentId}/request-approval",
            values={"paymentId": payment_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    def track(
        self,
        payment_id: str,
        *,
        options: Options | None = None,
    ) -> models.PaymentTracking:
        """Where a payment is."""
        result: models.PaymentTracking = self._core.call(
            "GET",
            "/v1/payments/{paymentId}/tracking",
            values={"paymentId": payment_id},
            options=options,
        )
        return result

    def validate(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.PaymentOrder]
    ) -> models.PaymentValidation:
        """Check a payment without making it."""
        result: models.PaymentValidation = self._core.call(
            "POST",
            "/v1/payments/validate",
            body=body,
            options=options,
        )
        return result

    def verify_payee(
        self,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.VerifyPayeeRequest]
    ) -> models.VerifyPayeeResponse:
        """Verify a payee."""
        result: models.VerifyPayeeResponse = self._core.call(
            "POST",
            "/v1/payments/verification",
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result


class Sandbox:
    """Sandbox."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create_inbound_payment(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.CreateInboundPaymentRequest]
    ) -> models.InboundPayment:
        """Money comes in."""
        result: models.InboundPayment = self._core.call(
            "POST",
            "/v1/sandbox/inbound-payments",
            body=body,
            options=options,
        )
        return result

    def create_payee(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.CreatePayeeRequest]
    ) -> models.SimulatedPayee:
        """Put an account into the payee directory."""
        result: models.SimulatedPayee = self._core.call(
            "POST",
            "/v1/sandbox/payees",
            body=body,
            options=options,
        )
        return result

    def get_clock(
        self,
        *,
        options: Options | None = None,
    ) -> models.Clock:
        """Business time."""
        result: models.Clock = self._core.call(
            "GET",
            "/v1/sandbox/clock",
            options=options,
        )
        return result

    def list_magic_values(
        self,
        *,
        options: Options | None = None,
    ) -> Pages[Any]:
        """Words that steer the sandbox."""
        return self._core.pages(
            "/v1/sandbox/magic-values",
            options=options,
        )

    def move_clock(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.MoveClockRequest]
    ) -> models.Clock:
        """Move, freeze or release business time."""
        result: models.Clock = self._core.call(
            "POST",
            "/v1/sandbox/clock",
            body=body,
            options=options,
        )
        return result

    def move_market(
        self,
        pair: str,
        *,
        options: Options | None = None,
        **body: Unpack[models.MoveMarketRequest]
    ) -> models.MarketRate:
        """Move the market of a pair."""
        result: models.MarketRate = self._core.call(
            "POST",
            "/v1/sandbox/market/{pair}",
            values={"pair": pair},
            body=body,
            options=options,
        )
        return result

    def reset(
        self,
        body: models.ResetSandboxRequest,
        *,
        options: Options | None = None,
    ) -> models.SandboxReset:
        """Start the sandbox anew."""
        result: models.SandboxReset = self._core.call(
            "POST",
            "/v1/sandbox/reset",
            body=body,
            options=options,
        )
        return result

    def run_margin(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.RunMarginRequest]
    ) -> models.MarginRun:
        """Value the facilities now and call or release variation margin."""
        result: models.MarginRun = self._core.call(
            "POST",
            "/v1/sandbox/margin-runs",
            body=body,
            options=options,
        )
        return result

    def settle_trade(
        self,
        trade_id: str,
        body: models.SettleTradeRequest,
        *,
        options: Options | None = None,
    ) -> models.Trade:
        """Settle a trade now."""
        result: models.Trade = self._core.call(
            "POST",
            "/v1/sandbox/trades/{tradeId}/settle",
            values={"tradeId": trade_id},
            body=body,
            options=options,
        )
        return result

    def transition_payment(
        self,
        payment_id: str,
        *,
        options: Options | None = None,
        **body: Unpack[models.TransitionPaymentRequest]
    ) -> models.Payment:
        """Take a payment one step along its life cycle."""
        result: models.Payment = self._core.call(
            "POST",
            "/v1/sandbox/payments/{paymentId}/transition",
            values={"paymentId": payment_id},
            body=body,
            options=options,
        )
        return result


class Service:
    """Service."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get_changelog(
        self,
        *,
        options: Options | None = None,
    ) -> Pages[models.Release]:
        """Versions with their changes, newest first."""
        return self._core.pages(
            "/v1/changelog",
            options=options,
        )

    def get_liveness(
        self,
        *,
        options: Options | None = None,
    ) -> models.ServiceStatus:
        """The process runs."""
        result: models.ServiceStatus = self._core.call(
            "GET",
            "/health/live",
            options=options,
        )
        return result

    def get_readiness(
        self,
        *,
        options: Options | None = None,
    ) -> models.ServiceStatus:
        """The database answers and accepts writes."""
        result: models.ServiceStatus = self._core.call(
            "GET",
            "/health/ready",
            options=options,
        )
        return result

    def list_errors(
        self,
        *,
        options: Options | None = None,
    ) -> Pages[models.ErrorCode]:
        """Every error code."""
        return self._core.pages(
            "/v1/errors",
            options=options,
        )


class Spot:
    """FX spot."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @overload
    def book(
        self,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.BookSpotRequest]
    ) -> models.Trade: ...
    @overload
    def book(
        self,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.BookSpotRequest]
    ) -> models.TradeDryRun: ...
    def book(
        self,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.BookSpotRequest]
    ) -> models.Trade | models.TradeDryRun:
        """Book a spot quote."""
        result: models.Trade | models.TradeDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/spot",
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    @overload
    def book_amendment(
        self,
        trade_id: str,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.BookSpotAmendmentRequest]
    ) -> models.SpotAmendment: ...
    @overload
    def book_amendment(
        self,
        trade_id: str,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.BookSpotAmendmentRequest]
    ) -> models.SpotAmendmentDryRun: ...
    def book_amendment(
        self,
        trade_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.BookSpotAmendmentRequest]
    ) -> models.SpotAmendment | models.SpotAmendmentDryRun:
        """Book the quote of a spot amendment."""
        result: models.SpotAmendment | models.SpotAmendmentDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/spot/{tradeId}/amendments",
            values={"tradeId": trade_id},
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result

    def quote(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.QuoteSpotRequest]
    ) -> models.SpotQuote:
        """Quote a spot deal."""
        result: models.SpotQuote = self._core.call(
            "POST",
            "/v1/fx/quotes/spot",
            body=body,
            options=options,
        )
        return result

    @overload
    def quote_amendment(
        self,
        trade_id: str,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.QuoteSpotAmendmentRequest]
    ) -> models.SpotAmendmentQuote: ...
    @overload
    def quote_amendment(
        self,
        trade_id: str,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.QuoteSpotAmendmentRequest]
    ) -> models.SpotAmendmentQuoteDryRun: ...
    def quote_amendment(
        self,
        trade_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.QuoteSpotAmendmentRequest]
    ) -> models.SpotAmendmentQuote | models.SpotAmendmentQuoteDryRun:
        """Quote the cancellation, close-out or move of a spot trade."""
        result: models.SpotAmendmentQuote | models.SpotAmendmentQuoteDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/spot/{tradeId}/amendments/quote",
            values={"tradeId": trade_id},
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result


class Statements:
    """Accounts."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get_interim(
        self,
        *,
        account_id: str,
        from_: str | None = None,
        to: str | None = None,
        format: str | None = None,
        options: Options | None = None,
    ) -> models.Statement | bytes:
        """An interim statement of a range of days."""
        result: models.Statement | bytes = self._core.call(
            "GET",
            "/v1/statements",
            query={"accountId": account_id, "from": from_, "to": to, "format": format},
            options=options,
        )
        return result

    def get_stored(
        self,
        statement_id: str,
        *,
        format: str | None = None,
        options: Options | None = None,
    ) -> models.Statement | bytes:
        """One stored statement."""
        result: models.Statement | bytes = self._core.call(
            "GET",
            "/v1/statements/{statementId}",
            values={"statementId": statement_id},
            query={"format": format},
            options=options,
        )
        return result

    def list_stored(
        self,
        *,
        account_id: str,
        period: Literal['Month', 'Day'] | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.StatementSummary]:
        """Stored statements of an account, newest first."""
        return self._core.pages(
            "/v1/statements/stored",
            query={"accountId": account_id, "period": period, "from": from_, "to": to, "limit": limit},
            options=options,
        )


class Trades:
    """Approvals, FX reference."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def approve(
        self,
        trade_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.TradeOrDryRun:
        """Approve a trade or a drawdown that another client made."""
        result: models.TradeOrDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/{tradeId}/approve",
            values={"tradeId": trade_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    def get(
        self,
        trade_id: str,
        *,
        options: Options | None = None,
    ) -> models.Trade:
        """One trade."""
        result: models.Trade = self._core.call(
            "GET",
            "/v1/fx/trades/{tradeId}",
            values={"tradeId": trade_id},
            options=options,
        )
        return result

    def get_approval(
        self,
        trade_id: str,
        *,
        options: Options | None = None,
    ) -> models.TradeApproval:
        """Approval details of a trade."""
        result: models.TradeApproval = self._core.call(
            "GET",
            "/v1/fx/trades/{tradeId}/approval",
            values={"tradeId": trade_id},
            options=options,
        )
        return result

    def get_confirmation(
        self,
        trade_id: str,
        *,
        options: Options | None = None,
    ) -> models.Document | bytes:
        """Confirmation of a trade."""
        result: models.Document | bytes = self._core.call(
            "GET",
            "/v1/fx/trades/{tradeId}/confirmation",
            values={"tradeId": trade_id},
            options=options,
        )
        return result

    def list(
        self,
        *,
        entity_id: str | Sequence[str] | None = None,
        trade_type: Literal['Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut'] | None = None,
        trade_subtype: Literal['Fixed', 'Window', 'Open', 'Variable', 'Held', 'Spot', 'NextQuote', 'MarketOpenOrder', 'LossCover'] | None = None,
        status: Literal['PendingApproval', 'QueuedForOpen', 'Executed', 'Booked', 'AwaitingInitialMargin', 'Open', 'PartiallyDrawn', 'FullyDrawn', 'AwaitingFunds', 'Settling', 'Settled', 'SettlementFailed', 'Overdue', 'Cancelled', 'ClosedOut', 'Extended', 'Rejected'] | None = None,
        currency_pair: str | None = None,
        trade_date_from: str | None = None,
        trade_date_to: str | None = None,
        value_date_from: str | None = None,
        value_date_to: str | None = None,
        client_reference: str | None = None,
        drawable: bool | None = None,
        updated_since: str | None = None,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.Trade]:
        """List trades."""
        return self._core.pages(
            "/v1/fx/trades",
            query={"entityId": entity_id, "tradeType": trade_type, "tradeSubtype": trade_subtype, "status": status, "currencyPair": currency_pair, "tradeDateFrom": trade_date_from, "tradeDateTo": trade_date_to, "valueDateFrom": value_date_from, "valueDateTo": value_date_to, "clientReference": client_reference, "drawable": drawable, "updatedSince": updated_since, "limit": limit},
            options=options,
        )

    def reject(
        self,
        trade_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.TradeOrDryRun:
        """Reject a trade or a drawdown that another client made."""
        result: models.TradeOrDryRun = self._core.call(
            "POST",
            "/v1/fx/trades/{tradeId}/reject",
            values={"tradeId": trade_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result


class Transactions:
    """Accounts."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        limit: int | None = None,
        account_id: str | None = None,
        iban: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        credit_or_debit: Literal['Credit', 'Debit'] | None = None,
        status: Literal['Pending', 'Booked', 'Reversed'] | None = None,
        type: Literal['Deposit', 'Payment', 'PaymentReturn', 'PaymentFee', 'FxSettlement', 'Drawdown', 'InternalTransfer', 'MarginPosted', 'MarginReleased', 'Interest', 'Adjustment'] | None = None,
        related_type: Literal['InternalTransfer', 'Payment', 'Trade', 'InboundPayment', 'Drawdown', 'MarginCall'] | None = None,
        related_id: str | None = None,
        min_amount: str | None = None,
        max_amount: str | None = None,
        reference: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.Transaction]:
        """Transactions of an account."""
        return self._core.pages(
            "/v1/transactions",
            query={"limit": limit, "accountId": account_id, "iban": iban, "from": from_, "to": to, "creditOrDebit": credit_or_debit, "status": status, "type": type, "relatedType": related_type, "relatedId": related_id, "minAmount": min_amount, "maxAmount": max_amount, "reference": reference},
            options=options,
        )


class VirtualAccounts:
    """Accounts."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def close(
        self,
        virtual_account_id: str,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
    ) -> models.VirtualAccountOrDryRun:
        """Close a virtual account."""
        result: models.VirtualAccountOrDryRun = self._core.call(
            "POST",
            "/v1/virtual-accounts/{virtualAccountId}/close",
            values={"virtualAccountId": virtual_account_id},
            query={"dryRun": dry_run},
            options=options,
        )
        return result

    def get(
        self,
        virtual_account_id: str,
        *,
        options: Options | None = None,
    ) -> models.VirtualAccount:
        """One virtual account."""
        result: models.VirtualAccount = self._core.call(
            "GET",
            "/v1/virtual-accounts/{virtualAccountId}",
            values={"virtualAccountId": virtual_account_id},
            options=options,
        )
        return result

    def list(
        self,
        *,
        limit: int | None = None,
        entity_id: str | Sequence[str] | None = None,
        account_id: str | None = None,
        status: Literal['Active', 'Closed'] | None = None,
        iban: str | None = None,
        client_reference: str | None = None,
        options: Options | None = None,
    ) -> Pages[models.VirtualAccount]:
        """Virtual accounts, newest first."""
        return self._core.pages(
            "/v1/virtual-accounts",
            query={"limit": limit, "entityId": entity_id, "accountId": account_id, "status": status, "iban": iban, "clientReference": client_reference},
            options=options,
        )

    @overload
    def open(
        self,
        *,
        dry_run: Literal[False] | None = None,
        options: Options | None = None,
        **body: Unpack[models.OpenVirtualAccountRequest]
    ) -> models.VirtualAccount: ...
    @overload
    def open(
        self,
        *,
        dry_run: Literal[True],
        options: Options | None = None,
        **body: Unpack[models.OpenVirtualAccountRequest]
    ) -> models.VirtualAccountDryRun: ...
    def open(
        self,
        *,
        dry_run: bool | None = None,
        options: Options | None = None,
        **body: Unpack[models.OpenVirtualAccountRequest]
    ) -> models.VirtualAccount | models.VirtualAccountDryRun:
        """Open a virtual account."""
        result: models.VirtualAccount | models.VirtualAccountDryRun = self._core.call(
            "POST",
            "/v1/virtual-accounts",
            query={"dryRun": dry_run},
            body=body,
            options=options,
        )
        return result


class WebhookEndpoints:
    """Webhooks."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        options: Options | None = None,
        **body: Unpack[models.CreateWebhookEndpointRequest]
    ) -> models.WebhookEndpoint:
        """Create a webhook endpoint of one entity; the answer contains its secret."""
        result: models.WebhookEndpoint = self._core.call(
            "POST",
            "/v1/webhook-endpoints",
            body=body,
            options=options,
        )
        return result

    def delete(
        self,
        webhook_endpoint_id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Delete a webhook endpoint; pending deliveries are not sent."""
        self._core.call(
            "DELETE",
            "/v1/webhook-endpoints/{webhookEndpointId}",
            values={"webhookEndpointId": webhook_endpoint_id},
            options=options,
        )

    def get(
        self,
        webhook_endpoint_id: str,
        *,
        options: Options | None = None,
    ) -> models.WebhookEndpoint:
        """One webhook endpoint."""
        result: models.WebhookEndpoint = self._core.call(
            "GET",
            "/v1/webhook-endpoints/{webhookEndpointId}",
            values={"webhookEndpointId": webhook_endpoint_id},
            options=options,
        )
        return result

    def get_delivery(
        self,
        webhook_endpoint_id: str,
        delivery_id: str,
        *,
        options: Options | None = None,
    ) -> models.WebhookDelivery:
        """One delivery."""
        result: models.WebhookDelivery = self._core.call(
            "GET",
            "/v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}",
            values={"webhookEndpointId": webhook_endpoint_id, "deliveryId": delivery_id},
            options=options,
        )
        return result

    def list(
        self,
        *,
        entity_id: str | Sequence[str] | None = None,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.WebhookEndpoint]:
        """Webhook endpoints, newest first."""
        return self._core.pages(
            "/v1/webhook-endpoints",
            query={"entityId": entity_id, "limit": limit},
            options=options,
        )

    def list_deliveries(
        self,
        webhook_endpoint_id: str,
        *,
        status: Literal['Pending', 'Delivered', 'Failed'] | None = None,
        limit: int | None = None,
        options: Options | None = None,
    ) -> Pages[models.WebhookDelivery]:
        """Deliveries to a webhook endpoint of the last 30 days, newest first."""
        return self._core.pages(
            "/v1/webhook-endpoints/{webhookEndpointId}/deliveries",
            values={"webhookEndpointId": webhook_endpoint_id},
            query={"status": status, "limit": limit},
            options=options,
        )

    def redeliver(
        self,
        webhook_endpoint_id: str,
        delivery_id: str,
        *,
        options: Options | None = None,
    ) -> models.WebhookDelivery:
        """Send the event of a delivery again."""
        result: models.WebhookDelivery = self._core.call(
            "POST",
            "/v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}/redeliver",
            values={"webhookEndpointId": webhook_endpoint_id, "deliveryId": delivery_id},
            options=options,
        )
        return result

    def replay_events(
        self,
        webhook_endpoint_id: str,
        *,
        options: Options | None = None,
        **body: Unpack[models.ReplayWebhookEventsRequest]
    ) -> models.WebhookEndpoint:
        """Send all events from a sequence on again."""
        result: models.WebhookEndpoint = self._core.call(
            "POST",
            "/v1/webhook-endpoints/{webhookEndpointId}/replay",
            values={"webhookEndpointId": webhook_endpoint_id},
            body=body,
            options=options,
        )
        return result

    def rotate_secret(
        self,
        webhook_endpoint_id: str,
        *,
        options: Options | None = None,
    ) -> models.WebhookEndpoint:
        """Replace the secret of a webhook endpoint; the former one signs too for 24 hours."""
        result: models.WebhookEndpoint = self._core.call(
            "POST",
            "/v1/webhook-endpoints/{webhookEndpointId}/rotate-secret",
            values={"webhookEndpointId": webhook_endpoint_id},
            options=options,
        )
        return result

    def test(
        self,
        webhook_endpoint_id: str,
        *,
        options: Options | None = None,
    ) -> models.WebhookDelivery:
        """Send a test event to a webhook endpoint, also to a disabled one."""
        result: models.WebhookDelivery = self._core.call(
            "POST",
            "/v1/webhook-endpoints/{webhookEndpointId}/test",
            values={"webhookEndpointId": webhook_endpoint_id},
            options=options,
        )
        return result

    def update(
        self,
        webhook_endpoint_id: str,
        *,
        options: Options | None = None,
        **body: Unpack[models.UpdateWebhookEndpointRequest]
    ) -> models.WebhookEndpoint:
        """Change a webhook endpoint, or switch it on or off."""
        result: models.WebhookEndpoint = self._core.call(
            "PATCH",
            "/v1/webhook-endpoints/{webhookEndpointId}",
            values={"webhookEndpointId": webhook_endpoint_id},
            body=body,
            options=options,
        )
        return result


class Resources:
    """All resources of the service."""

    def __init__(self, core: Core) -> None:
        self.accounts = Accounts(core)
        self.audit = Audit(core)
        self.balances = Balances(core)
        self.beneficiaries = Beneficiaries(core)
        self.credit = Credit(core)
        self.entities = Entities(core)
        self.events = Events(core)
        self.forwards = Forwards(core)
        self.fx = Fx(core)
        self.held_rates = HeldRates(core)
        self.inbound_payments = InboundPayments(core)
        self.internal_transfers = InternalTransfers(core)
        self.margin_calls = MarginCalls(core)
        self.notification_recipients = NotificationRecipients(core)
        self.payment_batches = PaymentBatches(core)
        self.payments = Payments(core)
        self.sandbox = Sandbox(core)
        self.service = Service(core)
        self.spot = Spot(core)
        self.statements = Statements(core)
        self.trades = Trades(core)
        self.transactions = Transactions(core)
        self.virtual_accounts = VirtualAccounts(core)
        self.webhook_endpoints = WebhookEndpoints(core)
