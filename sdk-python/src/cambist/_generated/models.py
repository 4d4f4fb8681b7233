# Made from the service’s OpenAPI document by sdk/generate.mjs; do not edit.

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

class Account(TypedDict):
    accountId: str
    entityId: str
    name: str
    friendlyName: Union[str, None]
    currency: str
    """ISO 4217 code."""
    type: Literal["Current", "Collection", "Margin", "Virtual"]
    status: Literal["Active", "Blocked", "Closed"]
    isDefault: bool
    """Used where a request names no account of this currency."""
    identifiers: AccountIdentifiers
    holder: AccountHolder
    permissions: list[Literal["Reporting", "Fx", "Payments"]]
    fundingInstructions: list[FundingInstruction]
    """Details that a payer needs to fund the account."""
    capabilities: AccountCapabilities
    openedAt: str
    """RFC 3339, UTC."""
    closedAt: Union[str, None]
    """RFC 3339, UTC."""

class AccountCapabilities(TypedDict):
    internalTransfers: bool
    payments: bool
    fx: bool

class AccountHolder(TypedDict):
    name: str
    address: Union[HolderAddress, None]

class AccountIdentifiers(TypedDict):
    iban: str
    bic: str
    accountNumber: Union[str, None]
    sortCode: Union[str, None]
    routingCodes: list[AccountRoutingCode]

class AccountPage(TypedDict):
    data: list[Account]
    nextCursor: Union[str, None]

class AccountRoutingCode(TypedDict):
    type: Literal["SortCode", "BankCode", "BranchCode", "Aba"]
    value: str

class Address(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str
    """ISO 3166-1 alpha-2 code."""

class Approval(TypedDict):
    required: bool
    policyId: Union[str, None]
    """Approval policy that requires the approvals. Null: no policy does."""
    stepsRequired: int
    """Number of different clients that must approve."""
    stepsGiven: int
    """Number of approvals that count."""
    steps: list[ApprovalStep]
    canApprove: bool
    """True if the calling client may approve it now."""
    approvers: Union[Approvers, None]

class ApprovalStep(TypedDict):
    decision: str
    by: Union[str, None]
    at: str
    """RFC 3339, UTC."""
    counts: bool
    """False for an approval that does not count: its client was blocked, or lost the role or the scope, before the last approval."""

Approvers = TypedDict("Approvers", {
    "scope": "str",
    "role": "str",
    "except": "list[str]",
})

class AttachedPayment(TypedDict):
    accountId: NotRequired[str]
    """Id of the account that pays. Default: the account that the trade credits."""
    paymentDate: NotRequired[str]
    """Default: the value date of the trade."""
    currency: NotRequired[str]
    """Default: the buy currency of the trade."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    beneficiaryId: NotRequired[str]
    """Id of a saved payee."""
    creditorAccountId: NotRequired[str]
    """Id of a saved payee; the same as beneficiaryId."""
    creditorAccount: NotRequired[CreditorAccount]
    verificationId: NotRequired[str]
    """Id of a verification of payee."""
    reference: str
    """Shown to the payee. Some rails carry fewer characters: FPS 18."""
    reason: NotRequired[str]
    purposeCode: NotRequired[str]
    chargeBearer: NotRequired[Literal["SHA", "OUR", "BEN"]]
    """Default: the entity’s setting."""
    speed: NotRequired[Literal["Normal", "Urgent", "Instant"]]
    """Default: Normal."""
    rail: NotRequired[Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]]
    """One of the rails that GET /v1/payments/options lists for the payment, for example Chaps for a small amount in GBP. Default: the first that offers the speed and carries the amount."""
    clientReference: NotRequired[str]
    remittance: NotRequired[Remittance]
    invoice: NotRequired[Invoice]
    payer: NotRequired[Party]
    ultimateDebtor: NotRequired[Party]
    ultimateCreditor: NotRequired[Party]
    regulatoryReporting: NotRequired[RegulatoryReporting]
    documents: NotRequired[list[DocumentReference]]
    notifyEmails: NotRequired[list[str]]
    """Addresses that get an advice of the sent payment. Rejected without a mail server."""
    ifDateMissed: NotRequired[Literal["NextBusinessDay", "Reject"]]
    """Handling of a payment that misses its date because a review or its trade took longer, or because our bank could not be reached: sent on the next possible day (default), or rejected. A payment that was submitted becomes `Failed` instead of `Rejected`."""
    metadata: NotRequired[dict[str, str]]
    """Your own data: returned with the payment, never sent to a bank."""

class AuditRecord(TypedDict):
    auditRecordId: str
    """Id of the event, or of the other recorded action."""
    recordedAt: str
    """Wall time, RFC 3339, UTC."""
    at: Union[str, None]
    """Business time of an event; null for other actions."""
    entityId: str
    actor: AuditRecordActor
    address: Union[str, None]
    """The client's address; for an operator the account and the host; null for the service."""
    operation: Union[str, None]
    """Operation of the API, or command."""
    requestId: Union[str, None]
    action: str
    resource: AuditRecordResource
    before: Union[FreeForm, None]
    """Changed values before; account numbers are masked."""
    after: Union[FreeForm, None]
    """Changed values after; account numbers are masked."""
    detail: Union[FreeForm, None]
    seal: Union[AuditRecordSeal, None]
    """Place in the chain of hashes; null for a few seconds, until the record is sealed."""

class AuditRecordActor(TypedDict):
    type: str
    """client, psu, operator or system."""
    id: Union[str, None]

class AuditRecordList(TypedDict):
    data: list[AuditRecord]
    nextCursor: Union[str, None]

class AuditRecordResource(TypedDict):
    type: str
    id: Union[str, None]
    version: Union[int, None]

class AuditRecordSeal(TypedDict):
    position: int
    """Position in the chain: 1, 2, 3, without gaps."""
    hash: str
    """Hexadecimal SHA-256 of the bytes of the hash before it, if any, and of `text`."""
    text: str
    """The stored record as canonical JSON."""

class AuditVerification(TypedDict):
    entityId: str
    intact: bool
    """False if a record differs."""
    position: str
    """Position of the last record that was compared. Send it as `after` to continue."""
    hash: Union[str, None]
    """Hash of that record. Store it, and send it as `hash` to detect later changes."""
    nextCursor: Union[str, None]
    """The position if more records follow, otherwise null."""
    firstDifference: Union[AuditVerificationFirstDifference, None]

class AuditVerificationFirstDifference(TypedDict):
    kind: str
    """Changed: a value differs. Missing: the record is gone. Broken: a part of the chain is gone or replaced. Unchained: a record is outside the chain."""
    position: Union[int, None]
    auditRecordId: Union[str, None]

class AuthorizationServerMetadata(TypedDict):
    issuer: str
    token_endpoint: str
    revocation_endpoint: str
    introspection_endpoint: str
    grant_types_supported: list[str]
    response_types_supported: list[str]
    scopes_supported: list[str]
    token_endpoint_auth_methods_supported: list[str]
    token_endpoint_auth_signing_alg_values_supported: list[str]
    revocation_endpoint_auth_methods_supported: list[str]
    introspection_endpoint_auth_methods_supported: list[str]
    service_documentation: str

class Balance(TypedDict):
    accountId: str
    entityId: str
    currency: str
    """ISO 4217 code."""
    iban: str
    amount: str
    """Booked balance without its sign; creditOrDebit gives the direction."""
    creditOrDebit: Literal["Credit", "Debit"]
    booked: str
    available: str
    """Booked balance less holds."""
    pendingIn: str
    """Amount received, but on hold for screening."""
    pendingOut: str
    held: BalanceHeld
    creditLine: str
    asAt: str
    """RFC 3339, UTC."""
    ledgerSequence: int
    """Number of the last posting of the account that the balance includes."""

class BalanceHeld(TypedDict):
    payments: str
    trades: str
    margin: str

class BalancePage(TypedDict):
    data: list[Balance]
    nextCursor: Union[str, None]

class Beneficiary(TypedDict):
    beneficiaryId: str
    entityId: str
    status: Literal["PendingApproval", "Active", "Blocked", "Deleted"]
    version: int
    """The ETag begins with it."""
    name: str
    nickname: NotRequired[str]
    type: Literal["Individual", "Company"]
    firstParty: bool
    countryCode: str
    """ISO 3166-1 alpha-2 code."""
    bankCountryCode: str
    """ISO 3166-1 alpha-2 code."""
    currency: str
    """ISO 4217 code."""
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal["Checking", "Savings"]]
    localName: NotRequired[str]
    """The name in the script of the payee's bank, where a rail asks for it (Japan: katakana)."""
    secondaryReference: NotRequired[str]
    """Additional account reference: the roll number of a British building society account."""
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    """Day, YYYY-MM-DD."""
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: PayeeAddress
    routingCodes: list[RoutingCode]
    intermediary: NotRequired[IntermediaryBank]
    identification: NotRequired[PayeeIdentification]
    isDefaultForCurrency: bool
    externalReference: NotRequired[str]
    clientReference: NotRequired[str]
    rails: list[Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]]
    """Rails for which the details are complete, preferred rail first."""
    verification: BeneficiaryVerification
    approvalRequired: bool
    """Another client of the entity must approve it before it is paid."""
    payableFrom: Union[str, None]
    """End of the cooling-off period after its creation or change; null if it has none."""
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""

class BeneficiaryDryRun(Beneficiary):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class BeneficiaryOrDryRun(Beneficiary):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class BeneficiaryPage(TypedDict):
    data: list[Beneficiary]
    nextCursor: Union[str, None]

class BeneficiaryRequirements(TypedDict):
    currency: str
    """ISO 4217 code."""
    bankCountryCode: str
    """ISO 3166-1 alpha-2 code."""
    type: Literal["Individual", "Company"]
    alternatives: list[BeneficiaryRequirementsAlternative]
    """Sets of fields, of which any one is enough; empty if the destination is not offered."""
    jsonSchema: Any
    """JSON Schema (2020-12) of the body of the create call for this destination."""

class BeneficiaryRequirementsAlternative(TypedDict):
    rails: list[Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]]
    purposeCodeRequired: bool
    """Each payment needs a purpose code."""
    fields: list[BeneficiaryRequirementsAlternativeField]

class BeneficiaryRequirementsAlternativeField(TypedDict):
    key: str
    """Path in the body of the create call; for a routing code with its type: routingCodes/SortCode."""
    label: str
    required: bool
    pattern: str
    """Regular expression for the value. Account numbers, codes and tax ids are matched in capitals without spaces and hyphens."""
    minLength: int
    maxLength: int
    options: Union[list[str], None]
    example: str
    refreshOnChange: bool
    """Request the requirements again when this field changes."""

class BeneficiaryValidation(TypedDict):
    valid: bool
    errors: list[FieldError]
    warnings: list[BeneficiaryValidationWarning]
    normalised: BeneficiaryValidationNormalised
    bank: BeneficiaryValidationBank
    rails: list[Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]]
    verification: BeneficiaryVerification

class BeneficiaryValidationBank(TypedDict):
    name: Union[str, None]
    """Bank name as entered; the service has no bank directory."""
    bic: Union[str, None]
    branch: Union[str, None]
    """Branch of the BIC, or sort code."""
    country: str
    """ISO 3166-1 alpha-2 code."""

class BeneficiaryValidationNormalised(TypedDict):
    name: str
    nickname: NotRequired[str]
    type: Literal["Individual", "Company"]
    firstParty: bool
    countryCode: str
    """ISO 3166-1 alpha-2 code."""
    bankCountryCode: str
    """ISO 3166-1 alpha-2 code."""
    currency: str
    """ISO 4217 code."""
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal["Checking", "Savings"]]
    localName: NotRequired[str]
    """The name in the script of the payee's bank, where a rail asks for it (Japan: katakana)."""
    secondaryReference: NotRequired[str]
    """Additional account reference: the roll number of a British building society account."""
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    """Day, YYYY-MM-DD."""
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: PayeeAddress
    routingCodes: list[RoutingCode]
    intermediary: NotRequired[IntermediaryBank]
    identification: NotRequired[PayeeIdentification]
    isDefaultForCurrency: NotRequired[bool]
    """Default beneficiary of its currency; setting another one replaces it."""
    externalReference: NotRequired[str]
    """Your reference for the payee. Unique among the beneficiaries of the entity that are not deleted."""
    clientReference: NotRequired[str]
    """Your reference for the payee. Unique among all beneficiaries of the entity, including deleted ones. It cannot be changed."""

class BeneficiaryValidationWarning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: str
    """Text as sent to the bank."""

class BeneficiaryVerification(TypedDict):
    status: str
    """NotChecked, Match, NearMatch, NoMatch or NotAvailable."""
    verificationId: Union[str, None]
    checkedAt: Union[str, None]
    """RFC 3339, UTC."""

class BookForwardAmendmentRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    quoteId: str
    """Id of the quote to book."""
    clientReference: NotRequired[str]
    """Your reference for the trade that continues."""

class BookForwardRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    quoteId: str
    """Id of the quote to book."""
    forwardReasoning: Literal["Goods", "Services", "IntergroupPayments", "DividendsShareClasses", "AssetHedging", "DebtHedging", "Commodities", "Capex", "Investment", "DirectInvestment", "InjectingCapitalIntoSubsidiary", "Divestment", "Exits", "InfrastructureHedging", "ManagementFees", "Payroll", "Property", "Taxes"]
    """GET /v1/fx/trades/forwards/reasons lists them."""
    fundsDelivery: Literal["Deliverable", "NonDeliverable"]
    """NonDeliverable: settled in cash against the market after the value date, without drawdowns."""
    clientReference: NotRequired[str]
    """Unique among the entity’s trades."""
    payInitialMarginFromAccountId: NotRequired[str]
    """Id of the account that pays it now. Without it, the service waits for a wire."""

class BookHeldRateRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    quoteId: str
    """Id of the held rate."""
    sellAccountId: str
    """Id of the account to debit. For a TwoWay held rate it decides which currency is sold."""
    buyAccountId: str
    """Id of the account to credit."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    valueDate: NotRequired[Union[str, None]]
    """If the date cannot be dealt, the earliest settlement date is used instead."""
    clientReference: NotRequired[str]
    """Prevents duplicates: the same value is rejected for another held-rate booking within 24 hours."""

class BookSpotAmendmentRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    quoteId: str
    """Id of the quote to book."""
    clientReference: NotRequired[str]
    """Your reference for the trade that continues."""

class BookSpotRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    quoteId: str
    """Id of the quote to book."""
    buyAccountId: NotRequired[str]
    """Id of the account to credit. Default: the account of the quote."""
    sellAccountId: NotRequired[str]
    """Id of the account to debit. Default: the account of the quote."""
    clientReference: NotRequired[str]
    """Unique among the entity’s trades."""
    payments: NotRequired[list[AttachedPayment]]
    """Payments of the buy amount, created with the booking and funded at settlement."""

class BookedDrawdown(TypedDict):
    drawdownId: str
    """A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles."""
    tradeId: str
    """The forward."""
    status: str
    """PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled."""
    currencyPair: str
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    rate: str
    """The contract rate."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    fundingMethod: Literal["CurrencyAccount", "WireTransfer", "PreAuthorizedDebit"]
    fundingInstructions: Union[DrawdownFunding, None]
    waitingFor: Union[Literal["Approval", "ValueDate", "Wire", "Funds"], None]
    """Wire: money that you wire by the cut-off, not money in the sell account. Funds: money in the sell account."""
    marginApplied: Money
    clientReference: Union[str, None]
    paymentIds: list[str]
    createdAt: str
    """RFC 3339, UTC."""
    remaining: TradeAmounts
    drawdowns: list[DrawdownOfForward]
    """One drawdown for each forward; the fields above are those of the first."""
    totals: TradeAmounts

class BookedDrawdownDryRun(BookedDrawdown):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class Calendar(TypedDict):
    currency: str
    """ISO 4217 code."""
    coveredFrom: str
    """Day, YYYY-MM-DD."""
    coveredTo: str
    """Last possible value date or payment date."""
    announcedTo: Union[str, None]
    """Holidays after this day are expected, not announced, and may change; null if all of them are expected."""
    source: str
    holidays: Union[list[CalendarHoliday], None]
    """Bank holidays from `from` to `to`, without weekends; null without a range."""

class CalendarHoliday(TypedDict):
    date: str
    """Day, YYYY-MM-DD."""
    name: str
    expected: bool

class CalendarPage(TypedDict):
    data: list[Calendar]
    nextCursor: Union[str, None]

class CancelledDrawdownOrDryRun(TypedDict):
    """Success, or the response of a dry run."""

    drawdownId: str
    """A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles."""
    tradeId: str
    """The forward."""
    status: str
    """PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled."""
    currencyPair: str
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    rate: str
    """The contract rate."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    fundingMethod: Literal["CurrencyAccount", "WireTransfer", "PreAuthorizedDebit"]
    fundingInstructions: Union[DrawdownFunding, None]
    waitingFor: Union[Literal["Approval", "ValueDate", "Wire", "Funds"], None]
    """Wire: money that you wire by the cut-off, not money in the sell account. Funds: money in the sell account."""
    marginApplied: Money
    clientReference: Union[str, None]
    paymentIds: list[str]
    createdAt: str
    """RFC 3339, UTC."""
    remaining: TradeAmounts
    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class Change(TypedDict):
    kind: Literal["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    text: str
    """Markdown."""

class Changelog(TypedDict):
    data: list[Release]
    deprecations: list[Deprecation]
    """Deprecated operations."""
    nextCursor: Union[str, None]

class Clock(TypedDict):
    now: str
    """RFC 3339, UTC."""
    offsetSeconds: float
    """Business time minus wall time."""
    frozen: bool
    marketOpen: bool

class Contact(TypedDict):
    name: str
    email: NotRequired[str]
    phone: NotRequired[str]

class CreateBeneficiaryRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    accountId: NotRequired[str]
    """Id of an account of the entity."""
    name: str
    nickname: NotRequired[str]
    type: NotRequired[Literal["Individual", "Company"]]
    """Default: Company."""
    firstParty: NotRequired[bool]
    """The entity's own account at another bank."""
    countryCode: str
    """ISO 3166-1 alpha-2 code."""
    bankCountryCode: str
    """ISO 3166-1 alpha-2 code."""
    currency: str
    """ISO 4217 code."""
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal["Checking", "Savings"]]
    localName: NotRequired[str]
    """The name in the script of the payee's bank, where a rail asks for it (Japan: katakana)."""
    secondaryReference: NotRequired[str]
    """Additional account reference: the roll number of a British building society account."""
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    """Day, YYYY-MM-DD."""
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: PayeeAddress
    routingCodes: NotRequired[list[RoutingCode]]
    intermediary: NotRequired[IntermediaryBank]
    identification: NotRequired[PayeeIdentification]
    isDefaultForCurrency: NotRequired[bool]
    """Default beneficiary of its currency; setting another one replaces it."""
    externalReference: NotRequired[str]
    """Your reference for the payee. Unique among the beneficiaries of the entity that are not deleted."""
    clientReference: NotRequired[str]
    """Your reference for the payee. Unique among all beneficiaries of the entity, including deleted ones. It cannot be changed."""

class CreateDrawdownsRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    tradeId: NotRequired[str]
    """Id of the forward."""
    tradeIds: NotRequired[list[str]]
    """Drawn one after the other, oldest first."""
    currency: str
    """Currency of the amount: buy or sell currency."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    valueDate: NotRequired[Union[str, None]]
    """Default: the earliest day on which the drawdown can settle."""
    fundingMethod: Literal["CurrencyAccount", "WireTransfer", "PreAuthorizedDebit"]
    clientReference: NotRequired[str]
    """Unique among the entity’s trades. With several forwards, the first drawdown gets it."""
    payments: NotRequired[list[AttachedPayment]]
    """Payments of the buy amount, created with the booking and funded at settlement."""

class CreateHeldRateRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    buyCurrency: str
    """ISO 4217 code."""
    sellCurrency: str
    """ISO 4217 code."""
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    estimatedAmount: str
    """Decimal string, at most the decimals of the currency."""
    tenor: str
    """Duration of the hold in ISO 8601, at most PT24H."""
    postExpiryAction: Literal["Reject", "AcceptAtSpot", "UtiliseNextAvailableQuote", "ExecuteAtMarketOpen"]
    """Action for a booking received after the expiry."""
    direction: NotRequired[Literal["OneWay", "TwoWay"]]
    """TwoWay: either currency may be bought when it is booked."""
    usage: NotRequired[Literal["Single", "Multiple"]]

class CreateInboundPaymentRequest(TypedDict):
    accountId: NotRequired[str]
    """Id of the account to credit. Required without a virtual account."""
    virtualAccountId: NotRequired[str]
    """Id of the virtual account to credit."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    currency: str
    """ISO 4217 code."""
    reference: NotRequired[str]
    """A reference that contains #HOLD puts the payment on hold for screening."""
    debtorName: NotRequired[str]
    debtorIban: NotRequired[str]

class CreateInternalTransferRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    debitAccountId: str
    """Id of the account to debit."""
    creditAccountId: str
    """Id of the account to credit."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    reference: NotRequired[str]
    clientReference: NotRequired[str]
    """Unique among the internal transfers of the entity."""

class CreateNotificationRecipientRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    email: str
    topics: list[NotificationTopic]
    """MarginCalls: issued and overdue margin calls. OverdueTrades: trades that were not paid in time. Approvals: orders that require approval. RateAlerts: rates that the market has reached. Orders: limit and stop orders that were filled or rejected, or that expired."""

class CreatePayeeIdentification(TypedDict):
    lei: NotRequired[str]
    bic: NotRequired[str]
    other: NotRequired[OtherIdentification]

class CreatePayeeRequest(TypedDict):
    iban: NotRequired[str]
    """Required unless sortCode and accountNumber are sent."""
    sortCode: NotRequired[str]
    accountNumber: NotRequired[str]
    name: str
    """Joint holders, or registered and trading names, separated by |."""
    type: NotRequired[Literal["Individual", "Company"]]
    """Default: the type that the payer states."""
    identification: NotRequired[CreatePayeeIdentification]
    state: NotRequired[Literal["Open", "Closed", "Switched", "OptedOut", "Unresponsive"]]
    """Default: Open."""

class CreateRateAlertRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    currencyPair: str
    """Pair in market convention, the base currency first."""
    rate: str
    """Counter currency per unit of base, with at most the decimals in which the pair is quoted."""
    direction: Literal["AtOrAbove", "AtOrBelow"]
    """Side on which the middle has reached the rate."""
    expiresAt: NotRequired[str]
    """RFC 3339, UTC; at most 366 days ahead. Default: 90 days."""
    note: NotRequired[str]
    """A note for yourself. It appears in the e-mail."""
    clientReference: NotRequired[str]
    """Unique among the entity’s rate alerts."""

class CreateTokenRequest(TypedDict):
    """Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form."""

    grant_type: Literal["client_credentials"]
    scope: NotRequired[str]
    """Scopes separated by spaces. Default: all scopes that the client has for any of its entities."""
    client_id: NotRequired[str]
    """Required with client_secret, unless you use HTTP Basic."""
    client_secret: NotRequired[str]
    """A valid secret of the client."""
    client_assertion: NotRequired[str]
    """JWT signed with the key of the client (private_key_jwt, RFC 7523)."""
    client_assertion_type: NotRequired[str]
    """urn:ietf:params:oauth:client-assertion-type:jwt-bearer"""

class CreateWebhookEndpointRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    url: str
    """Public https address to which the service sends the events by POST. Redirects are not followed."""
    events: NotRequired[list[str]]
    """Types of the events to send. Default: all types."""
    description: NotRequired[str]
    apiVersion: NotRequired[Literal["v1"]]
    """Version of the event format."""
    status: NotRequired[Literal["Active", "Disabled"]]
    """A disabled endpoint receives no events. When it is active again, it receives the missed events of the last 90 days."""

class CreditSimulation(TypedDict):
    facilities: list[CreditSimulationFacility]
    trade: Union[CreditSimulationTrade, None]
    asAt: str
    """RFC 3339, UTC."""

class CreditSimulationFacility(TypedDict):
    facilityId: str
    currency: str
    """ISO 4217 code."""
    before: SimulatedFacility
    after: SimulatedFacility

class CreditSimulationTrade(TypedDict):
    currencyPair: str
    rate: str
    """Market forward on the client’s side, without mark-up."""
    buyAmount: str
    sellAmount: str
    valueDate: str
    """Day, YYYY-MM-DD."""
    isPossible: bool
    facilityId: Union[str, None]
    creditTermId: Union[str, None]
    initialMargin: Union[CreditSimulationTradeInitialMargin, None]
    refusal: Union[Reason, None]

class CreditSimulationTradeInitialMargin(TypedDict):
    percent: str
    amount: str
    currency: str
    """ISO 4217 code."""

class CreditorAccount(TypedDict):
    name: str
    nickname: NotRequired[str]
    type: NotRequired[Literal["Individual", "Company"]]
    """Default: Company."""
    firstParty: NotRequired[bool]
    """The entity's own account at another bank."""
    countryCode: str
    """ISO 3166-1 alpha-2 code."""
    bankCountryCode: str
    """ISO 3166-1 alpha-2 code."""
    currency: str
    """ISO 4217 code."""
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal["Checking", "Savings"]]
    localName: NotRequired[str]
    """The name in the script of the payee's bank, where a rail asks for it (Japan: katakana)."""
    secondaryReference: NotRequired[str]
    """Additional account reference: the roll number of a British building society account."""
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    """Day, YYYY-MM-DD."""
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: PayeeAddress
    routingCodes: NotRequired[list[RoutingCode]]
    intermediary: NotRequired[IntermediaryBank]
    identification: NotRequired[PayeeIdentification]
    save: NotRequired[bool]

class CurrencyPairMtm(TypedDict):
    currencyPair: str
    tradeCount: int
    longBase: str
    shortBase: str
    netBase: str
    netQuote: str
    """Counter currency to be received less counter currency to be paid."""
    averageContractRate: Union[str, None]
    """Weighted by base amount; null if the deals have both directions."""
    marketForwardRate: str
    """Average close-out rate of the deals, weighted by base amount."""
    quoteCurrency: str
    """ISO 4217 code."""
    mtmQuote: str
    """Undiscounted close-out value in the counter currency."""
    mtm: str
    mtmUndiscounted: str
    mtmCurrency: str
    """ISO 4217 code."""
    nearestValueDate: str
    """Day, YYYY-MM-DD."""
    furthestValueDate: str
    """Day, YYYY-MM-DD."""
    snapshotId: str
    asAt: str
    """RFC 3339, UTC."""

class CurrencyPairMtmList(TypedDict):
    data: list[CurrencyPairMtm]
    nextCursor: Union[str, None]
    totals: list[MtmTotal]
    snapshotId: str
    asAt: str
    """RFC 3339, UTC."""

class DailyLimit(TypedDict):
    limit: str
    used: str
    resetsAt: str
    """RFC 3339, UTC."""

class DeleteBeneficiaryDryRun(TypedDict):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class Deprecation(TypedDict):
    path: str
    """Includes all paths below it."""
    deprecatedOn: str
    """Day, YYYY-MM-DD."""
    sunsetOn: Union[str, None]
    """Day, YYYY-MM-DD."""
    successor: Union[str, None]

class Document(TypedDict):
    documentId: str
    kind: str
    version: int
    """Version of the documented object."""
    mediaType: str
    size: int
    """Size in bytes."""
    sha256: str
    """Hash of the file in hex."""
    issuedAt: str
    """RFC 3339, UTC."""

class DocumentReference(TypedDict):
    type: str
    reference: str
    url: NotRequired[str]

class Drawdown(TypedDict):
    drawdownId: str
    """A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles."""
    tradeId: str
    """The forward."""
    status: str
    """PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled."""
    currencyPair: str
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    rate: str
    """The contract rate."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    fundingMethod: Literal["CurrencyAccount", "WireTransfer", "PreAuthorizedDebit"]
    fundingInstructions: Union[DrawdownFunding, None]
    waitingFor: Union[Literal["Approval", "ValueDate", "Wire", "Funds"], None]
    """Wire: money that you wire by the cut-off, not money in the sell account. Funds: money in the sell account."""
    marginApplied: Money
    clientReference: Union[str, None]
    paymentIds: list[str]
    createdAt: str
    """RFC 3339, UTC."""

class DrawdownFunding(TypedDict):
    accountId: str
    iban: Union[str, None]
    bic: Union[str, None]
    currency: str
    """ISO 4217 code."""
    amount: str
    """Amount required by the cut-off: the sell amount less the margin released."""
    received: str
    """Amount received so far, for a drawdown funded by wire."""
    reference: str
    """Reference to quote in the wire; it identifies the drawdown."""
    payBy: str
    """RFC 3339, UTC."""
    payByLocal: ZonedTime

class DrawdownList(TypedDict):
    data: list[Drawdown]
    nextCursor: Union[str, None]
    totals: DrawdownListTotals
    marginImpact: DrawdownListMarginImpact

class DrawdownListMarginImpact(TypedDict):
    released: Money
    held: Money

class DrawdownListTotals(TypedDict):
    drawnBuy: str
    drawnSell: str
    amendedBuy: str
    amendedSell: str
    remainingBuy: str
    remainingSell: str

class DrawdownOfForward(TypedDict):
    drawdownId: str
    """A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles."""
    tradeId: str
    """The forward."""
    status: str
    """PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled."""
    currencyPair: str
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    rate: str
    """The contract rate."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    fundingMethod: Literal["CurrencyAccount", "WireTransfer", "PreAuthorizedDebit"]
    fundingInstructions: Union[DrawdownFunding, None]
    waitingFor: Union[Literal["Approval", "ValueDate", "Wire", "Funds"], None]
    """Wire: money that you wire by the cut-off, not money in the sell account. Funds: money in the sell account."""
    marginApplied: Money
    clientReference: Union[str, None]
    paymentIds: list[str]
    createdAt: str
    """RFC 3339, UTC."""
    remaining: TradeAmounts

class EarliestPaymentDate(TypedDict):
    currency: str
    """ISO 4217 code."""
    rail: Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]
    earliestPaymentDate: str
    """Day, YYYY-MM-DD."""
    cutOffAt: str
    """RFC 3339, UTC."""
    cutOffLocal: ZonedTime
    expectedArrivalDate: str
    """Day, YYYY-MM-DD."""

class EarliestSettlement(TypedDict):
    currencyPair: str
    tradeDate: str
    """Day, YYYY-MM-DD."""
    earliestDate: str
    """Day, YYYY-MM-DD."""
    tenor: Literal["T0", "T1", "T2"]
    cutOffAt: str
    """RFC 3339, UTC."""
    cutOffLocal: ZonedTime
    spotDate: str
    """Day, YYYY-MM-DD."""
    marketOpen: bool
    """If false, the dates are those at the next opening."""
    nextCutOffs: list[EarliestSettlementNextCutOff]
    """Every date up to spot that can still be dealt, the earliest first."""

class EarliestSettlementNextCutOff(TypedDict):
    date: str
    """Day, YYYY-MM-DD."""
    tenor: Literal["T0", "T1", "T2"]
    cutOffAt: str
    """RFC 3339, UTC."""
    cutOffLocal: ZonedTime

class Entity(TypedDict):
    entityId: str
    name: str
    legalName: str
    tradingName: Union[str, None]
    serviceKind: Literal["RM", "ABS"]
    entityType: Literal["Company", "Fund", "Spv", "Partnership", "Trust", "Individual"]
    registrationNumber: Union[str, None]
    lei: Union[str, None]
    """ISO 17442."""
    countryOfIncorporation: str
    """ISO 3166-1 alpha-2 code."""
    jurisdiction: str
    """Jurisdiction whose rules apply: UK, EU, CA …"""
    status: Literal["Onboarding", "Active", "Suspended", "Closed"]
    parentEntityId: Union[str, None]
    addresses: list[Address]
    baseCurrency: str
    """ISO 4217 code."""
    timeZone: str
    relationshipContacts: list[Contact]
    createdAt: str
    """RFC 3339, UTC."""

class EntityPage(TypedDict):
    data: list[Entity]
    nextCursor: Union[str, None]

class EntitySettings(TypedDict):
    entityId: str
    features: EntitySettingsFeatures
    tradablePairs: Union[list[str], None]
    """Currency pairs that the entity can trade. Null: all pairs that the service offers."""
    maxForwardTenor: Union[str, None]
    """The longest tenor that can be dealt today: the entity’s limit, or less if the known holidays end sooner."""
    approvalPolicies: list[EntitySettingsApprovalPolicy]
    approvalPriceToleranceBps: int
    """Largest change of the market rate, up or down, between the pricing of a trade and its last approval, in basis points of the rate. If the rate changed by more, the approval is rejected with trade_price_moved."""
    vopRequired: Literal["Always", "EurOnly", "Never"]
    """Payments for which the client must verify the payee first."""
    defaultChargeBearer: Literal["SHA", "OUR", "BEN"]
    defaultBeneficiaryByCurrency: dict[str, str]
    preAuthorizedDebit: EntitySettingsPreAuthorizedDebit
    cutOffProfile: str
    notificationPreferences: EntitySettingsNotificationPreferences
    quoteExpiryEvents: bool
    """Records the event `quote.expired` for each spot or forward quote that expires without being booked."""
    ipAllowList: list[str]
    """IP addresses and CIDR ranges from which clients can request tokens. Empty: all addresses."""
    dataRetentionDays: int
    shorterForwardTenors: list[EntitySettingsShorterForwardTenor]
    """Currencies whose holidays are known for a shorter time, with their last possible value date."""
    heldRate: Union[EntitySettingsHeldRate, None]
    limits: EntitySettingsLimits
    quoteLifeSeconds: EntitySettingsQuoteLifeSeconds

class EntitySettingsApprovalPolicy(TypedDict):
    resource: str
    policyId: str
    summary: str

class EntitySettingsFeatures(TypedDict):
    spot: bool
    forwards: list[Literal["Fixed", "Window", "Open", "Variable"]]
    heldRates: bool
    drawdowns: bool
    payments: bool
    internalTransfers: bool
    openBanking: bool
    orders: bool

class EntitySettingsHeldRate(TypedDict):
    tenors: list[str]
    maxTenor: str
    postExpiryActions: list[Literal["Reject", "AcceptAtSpot", "UtiliseNextAvailableQuote", "ExecuteAtMarketOpen"]]
    maxOpenNotional: str

class EntitySettingsLimits(TypedDict):
    currency: str
    """ISO 4217 code."""
    minTradeSize: str
    maxTradeSize: str
    dailyTrade: DailyLimit
    minPayment: str
    singlePayment: str
    dailyPayment: DailyLimit
    settlement: EntitySettingsLimitsSettlement
    """Unpaid spot deals, at the mid rate of their quotes."""

class EntitySettingsLimitsSettlement(TypedDict):
    limit: str
    used: str
    available: str
    currency: str
    """ISO 4217 code."""

class EntitySettingsNotificationPreferences(TypedDict):
    emails: list[str]

class EntitySettingsPage(TypedDict):
    data: list[EntitySettings]
    nextCursor: Union[str, None]

class EntitySettingsPreAuthorizedDebit(TypedDict):
    enabled: bool
    banks: list[str]

class EntitySettingsQuoteLifeSeconds(TypedDict):
    spot: int
    forward: int

class EntitySettingsShorterForwardTenor(TypedDict):
    currency: str
    """ISO 4217 code."""
    maxForwardTenor: str
    lastValueDate: Union[str, None]
    """Day, YYYY-MM-DD."""

class ErrorCode(TypedDict):
    code: str
    status: int
    message: str
    retryable: bool

class ErrorCodePage(TypedDict):
    data: list[ErrorCode]
    nextCursor: Union[str, None]

class Event(TypedDict):
    id: str
    """Unique in the service; the same in every delivery of the event."""
    type: str
    apiVersion: str
    createdAt: str
    """RFC 3339, UTC."""
    sequence: int
    """Number of the event in its entity: 1, 2, 3, without gaps."""
    entityId: str
    resource: EventResource
    data: NotRequired[dict[str, Any]]
    """The resource as its own read operation returned it at this version, if the client has the scope of that operation."""
    balance: NotRequired[EventBalance]
    """Balance of the account after the event; in `account.credited` and `account.debited`."""
    previous: NotRequired[EventPrevious]

class EventBalance(TypedDict):
    currency: str
    booked: str
    available: str
    ledgerSequence: int
    """Number of the last posting of the account that the balance includes."""

class EventList(TypedDict):
    data: list[Event]
    position: str
    """Position to send as `after` of the next request."""
    nextCursor: Union[str, None]
    """The position if more events follow, otherwise null."""

class EventPrevious(TypedDict):
    status: str

class EventResource(TypedDict):
    type: str
    id: str
    version: int

class Facility(TypedDict):
    facilityId: str
    entityId: str
    name: str
    status: Literal["Active", "ReviewDue", "Suspended", "Expired"]
    currency: str
    """ISO 4217 code."""
    limit: str
    utilised: str
    available: str
    unpaidLosses: str
    """The part of `utilised` that comes from close-out losses not yet paid and from overdue spot trades, at mid."""
    utilisationBasis: Literal["Notional", "MarginWaiver"]
    maxTenor: str
    """ISO 8601 duration, counted from spot."""
    marginMethod: Literal["PerTrade", "NetPosition"]
    initialMarginHeld: str
    variationMarginHeld: str
    variationMarginDue: str
    mtm: FacilityMtm
    """Net and discounted; negative if closing out the deals would be a loss for the client."""
    marginCallTerms: FacilityMarginCallTerms
    termIds: list[str]
    effectiveFrom: str
    """Day, YYYY-MM-DD."""
    reviewDate: str
    """Day, YYYY-MM-DD."""
    expiryDate: Union[str, None]
    """Last day on which deals can be made; null if it has no end."""
    letter: FacilityLetter

class FacilityLetter(TypedDict):
    documentId: Union[str, None]
    version: int
    signedAt: Union[str, None]
    """RFC 3339, UTC."""

class FacilityMarginCallTerms(TypedDict):
    basis: Literal["RateMove", "MtmOverNotional", "NetMtmAbsolute"]
    threshold: str
    """Percentage; for NetMtmAbsolute an amount."""
    callSize: str
    """Percentage of the notional; for NetMtmAbsolute the size of a block."""
    dueBusinessDays: int
    minimumCall: str
    overdueAction: Literal["Alert", "CloseOut"]
    overdueGraceHours: int
    collection: Literal["Automatic", "OnRequest"]
    """Automatic: the service collects variation margin calls from the account that each call names. OnRequest: you pay each call."""

class FacilityMtm(TypedDict):
    amount: str
    currency: str
    """ISO 4217 code."""
    asAt: str
    """RFC 3339, UTC."""
    snapshotId: Union[str, None]
    """Market snapshot of the valuation; null without open deals."""

class FacilityPage(TypedDict):
    data: list[Facility]
    nextCursor: Union[str, None]

class FacilityTerm(TypedDict):
    termId: str
    facilityId: str
    name: str
    products: list[str]
    forwardTypes: list[str]
    currencyPairs: Union[list[str], None]
    """Currency pairs that the term covers. Null: all pairs."""
    maxTenor: str
    """ISO 8601 duration, counted from spot."""
    currency: str
    """ISO 4217 code."""
    limit: str
    utilised: str
    available: str
    initialMargin: FacilityTermInitialMargin
    variationMargin: FacilityTermVariationMargin
    status: Literal["Active", "Suspended"]
    validFrom: str
    """Day, YYYY-MM-DD."""
    validTo: Union[str, None]
    """Day, YYYY-MM-DD."""

class FacilityTermInitialMargin(TypedDict):
    percent: str
    """Percentage."""
    minimum: str
    waived: bool
    """True: initial margin is due only once the limit is used up."""
    release: Literal["ProRata", "AtEnd"]
    schedule: list[FacilityTermInitialMarginSchedule]

class FacilityTermInitialMarginSchedule(TypedDict):
    fromTenor: str
    """ISO 8601 duration, counted from spot."""
    toTenor: str
    """ISO 8601 duration, counted from spot."""
    percent: str
    """Percentage."""

class FacilityTermPage(TypedDict):
    data: list[FacilityTerm]
    nextCursor: Union[str, None]

class FacilityTermVariationMargin(TypedDict):
    thresholdPercent: str
    """Percentage."""
    callPercent: str
    """Percentage."""
    basis: Literal["RateMove", "MtmOverNotional", "NetMtmAbsolute"]

class FieldError(TypedDict):
    pointer: str
    code: str
    message: str
    params: NotRequired[dict[str, Any]]

class ForwardAmendment(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal["Extend", "BringForward", "CloseOut", "Split"]
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    valueDate: str
    """Day, YYYY-MM-DD."""
    newValueDate: Union[str, None]
    """Day, YYYY-MM-DD."""
    nearRate: Union[str, None]
    """Rate at which the part is closed; null for a split."""
    swapPoints: str
    """Forward points, in pips, between the old and the new value date."""
    newRate: Union[str, None]
    """Rate of the continuing trade; null without one."""
    newBuyAmount: Union[str, None]
    newSellAmount: Union[str, None]
    settlementAmount: str
    chargeOrCredit: Literal["Charge", "Credit"]
    currency: str
    """ISO 4217 code."""
    createdAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """RFC 3339, UTC."""
    status: Literal["PendingApproval", "Booked"]
    """PendingApproval: `closeOutTradeId` or `newTradeId` names the trade to approve with POST /v1/fx/trades/{tradeId}/approve. Until then the forward stays as it is, and the part is reserved."""
    bookedAt: Union[str, None]
    """Null until it is approved."""
    approval: TradeApproval
    closeOutTradeId: Union[str, None]
    newTradeId: Union[str, None]
    trade: ForwardTrade
    newTrade: Union[ForwardTrade, None]

class ForwardAmendmentDryRun(ForwardAmendment):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class ForwardAmendmentQuote(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal["Extend", "BringForward", "CloseOut", "Split"]
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    valueDate: str
    """Day, YYYY-MM-DD."""
    newValueDate: Union[str, None]
    """Day, YYYY-MM-DD."""
    nearRate: Union[str, None]
    """Rate at which the part is closed; null for a split."""
    swapPoints: str
    """Forward points, in pips, between the old and the new value date."""
    newRate: Union[str, None]
    """Rate of the continuing trade; null without one."""
    newBuyAmount: Union[str, None]
    newSellAmount: Union[str, None]
    settlementAmount: str
    chargeOrCredit: Literal["Charge", "Credit"]
    currency: str
    """ISO 4217 code."""
    createdAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """RFC 3339, UTC."""

class ForwardAmendmentQuoteDryRun(ForwardAmendmentQuote):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class ForwardDetails(TypedDict):
    tradeId: str
    kind: Literal["Spot", "Forward", "HeldRate", "Drawdown", "CloseOut"]
    subtype: Union[str, None]
    entityId: str
    status: str
    """PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected"""
    currencyPair: str
    rate: str
    """Counter currency per unit of base."""
    inverseRate: str
    """Inverse of the rate, for display only."""
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal["Buy", "Sell"]
    tradeDate: str
    """Day, YYYY-MM-DD."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    tenor: Union[str, None]
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same time in the zone of the currency with the earlier cut-off."""
    quoteId: Union[str, None]
    orderId: Union[str, None]
    """Limit or stop order that the trade fills."""
    clientReference: Union[str, None]
    price: Price
    settlement: TradeSettlement
    parentTradeId: Union[str, None]
    paymentIds: list[str]
    confirmationDocumentId: Union[str, None]
    """Null until the confirmation is first requested."""
    history: list[TradeHistoryEntry]
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""
    forward: ForwardDetailsForward

class ForwardDetailsForward(TypedDict):
    type: Literal["Fixed", "Window", "Open", "Variable"]
    """Days on which it can be drawn. Fixed: the value date. Window and Variable: from the access date to the value date. Open: from spot to the value date."""
    accessDate: str
    """Day, YYYY-MM-DD."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    balance: TradeAmounts
    drawnPercent: str
    initialMarginStatus: Literal["NotRequired", "Due", "Received", "Overdue", "Released"]
    forwardReasoning: str
    fundsDelivery: Literal["Deliverable", "NonDeliverable"]
    facilityId: str
    creditTermId: str
    defaultBeneficiaryId: Union[str, None]
    spotRate: str
    """Counter currency per unit of base."""
    pricedAtDate: str
    """Day, YYYY-MM-DD."""
    drawdownCount: int
    amended: TradeAmounts
    margin: ForwardDetailsForwardMargin
    mtm: Union[ForwardDetailsForwardMtm, None]
    permittedActions: list[ForwardDetailsForwardPermittedAction]
    linkedTrades: list[ForwardDetailsForwardLinkedTrade]
    """Its close-outs, and the forwards that its amendments opened."""

class ForwardDetailsForwardLinkedTrade(TypedDict):
    tradeId: str
    kind: str
    status: str

class ForwardDetailsForwardMargin(TypedDict):
    held: Money
    appliedToDrawdowns: Money

class ForwardDetailsForwardMtm(TypedDict):
    amount: str
    """Undiscounted close-out result now; negative is a loss."""
    currency: str
    """ISO 4217 code."""
    marketForwardRate: str
    """Counter currency per unit of base."""
    asAt: str
    """RFC 3339, UTC."""

class ForwardDetailsForwardPermittedAction(TypedDict):
    action: Literal["drawdown", "extend", "bringForward", "closeOut", "split"]
    permitted: bool
    reason: Union[Reason, None]

class ForwardQuote(TypedDict):
    quoteId: str
    status: Literal["Active", "Booked", "Expired"]
    entityId: str
    currencyPair: str
    rate: str
    """Counter currency per unit of base."""
    inverseRate: str
    """Inverse of the rate, for display only."""
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same time in the zone of the currency with the earlier cut-off."""
    createdAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """A booking must be received before this instant."""
    limits: QuoteLimits
    kind: Literal["Forward"]
    forwardType: Literal["Fixed", "Window", "Open", "Variable"]
    """Days on which it can be drawn. Fixed: the value date. Window and Variable: from the access date to the value date. Open: from spot to the value date."""
    accessDate: str
    """Day, YYYY-MM-DD."""
    tenor: str
    """Tenor by which the value date is priced; a broken date has the next longer tenor."""
    price: ForwardQuotePrice
    spotRate: str
    """Counter currency per unit of base."""
    forwardPoints: str
    """Forward points in pips to the day least favourable to the client: price.pricedAtDate."""
    reason: Union[str, None]
    defaultBeneficiaryId: Union[str, None]
    initialMargin: ForwardQuoteInitialMargin
    credit: ForwardQuoteCredit

class ForwardQuoteCredit(TypedDict):
    facilityId: str
    termId: str
    currency: str
    """ISO 4217 code."""
    utilisedBefore: str
    utilisedAfter: str
    availableAfter: str

class ForwardQuoteInitialMargin(TypedDict):
    required: bool
    percent: str
    """Percentage of the notional; 0 if the credit term waives it."""
    amount: str
    currency: str
    """ISO 4217 code."""
    dueAt: Union[str, None]
    """RFC 3339, UTC."""
    payFromAccountId: Union[str, None]
    """Default account of the margin currency."""

class ForwardQuotePrice(TypedDict):
    mid: str
    """Counter currency per unit of base."""
    margin: str
    """Difference between the rate and mid, to the client’s disadvantage; negative if the rate is better than mid."""
    marginPercent: str
    """The margin as a percentage of mid."""
    forwardPoints: str
    """Forward points in pips; negative if the forward rate is below spot."""
    fees: list[str]
    costInSellCurrency: str
    pricedAtDate: str
    """Day, YYYY-MM-DD."""

class ForwardReason(TypedDict):
    code: str
    description: str

class ForwardReasonList(TypedDict):
    data: list[ForwardReason]
    nextCursor: Union[str, None]

class ForwardTrade(TypedDict):
    tradeId: str
    kind: Literal["Spot", "Forward", "HeldRate", "Drawdown", "CloseOut"]
    subtype: Union[str, None]
    entityId: str
    status: str
    """PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected"""
    currencyPair: str
    rate: str
    """Counter currency per unit of base."""
    inverseRate: str
    """Inverse of the rate, for display only."""
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal["Buy", "Sell"]
    tradeDate: str
    """Day, YYYY-MM-DD."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    tenor: Union[str, None]
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same time in the zone of the currency with the earlier cut-off."""
    quoteId: Union[str, None]
    orderId: Union[str, None]
    """Limit or stop order that the trade fills."""
    clientReference: Union[str, None]
    price: Price
    settlement: TradeSettlement
    parentTradeId: Union[str, None]
    paymentIds: list[str]
    confirmationDocumentId: Union[str, None]
    """Null until the confirmation is first requested."""
    history: list[TradeHistoryEntry]
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""
    forward: ForwardTradeForward

class ForwardTradeDryRun(ForwardTrade):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class ForwardTradeForward(TypedDict):
    type: Literal["Fixed", "Window", "Open", "Variable"]
    """Days on which it can be drawn. Fixed: the value date. Window and Variable: from the access date to the value date. Open: from spot to the value date."""
    accessDate: str
    """Day, YYYY-MM-DD."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    balance: TradeAmounts
    drawnPercent: str
    initialMarginStatus: Literal["NotRequired", "Due", "Received", "Overdue", "Released"]
    forwardReasoning: str
    fundsDelivery: Literal["Deliverable", "NonDeliverable"]
    facilityId: str
    creditTermId: str
    defaultBeneficiaryId: Union[str, None]
    spotRate: str
    """Counter currency per unit of base."""
    pricedAtDate: str
    """Day, YYYY-MM-DD."""

FreeForm = dict[str, Any]

class FundingInstruction(TypedDict):
    rail: Literal["Local", "Swift", "Sepa", "Fps", "Chaps", "Ach", "Fedwire"]
    currency: str
    """ISO 4217 code."""
    accountNumber: Union[str, None]
    sortCode: Union[str, None]
    iban: Union[str, None]
    bic: Union[str, None]
    bankName: str
    bankAddress: str
    reference: Union[str, None]

class GetFacilityLetterResponse(TypedDict):
    documentId: str
    version: int
    issuedAt: str
    """RFC 3339, UTC."""
    signedAt: Union[str, None]
    """RFC 3339, UTC."""
    sha256: str
    """Hash of the PDF in hex."""
    downloadUrl: str
    """URL of the PDF; use the same access token."""
    expiresAt: Union[str, None]
    """RFC 3339, UTC."""

class HeldRate(TypedDict):
    quoteId: str
    kind: Literal["HeldRate"]
    status: Literal["Active", "PartlyUsed", "Booked", "Exhausted", "Expired", "Cancelled"]
    entityId: str
    currencyPair: str
    direction: Literal["OneWay", "TwoWay"]
    """TwoWay: either currency may be bought when it is booked."""
    usage: Literal["Single", "Multiple"]
    buyCurrency: str
    """ISO 4217 code."""
    sellCurrency: str
    """ISO 4217 code."""
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    rate: Union[str, None]
    """Rate of a OneWay held rate; a TwoWay one has bid and ask."""
    bid: Union[str, None]
    """Rate at which the client sells the base; TwoWay only."""
    ask: Union[str, None]
    """Rate at which the client buys the base; TwoWay only."""
    mid: str
    """Counter currency per unit of base."""
    holdPremium: str
    """Cost of the hold in units of the rate; already included in the rate."""
    holdPremiumBps: str
    """The hold premium in basis points of the rate."""
    estimatedAmount: str
    """Amount in the currency of the fixed side."""
    maxAmount: str
    """Limit for all bookings together: 110 % of the estimate."""
    utilisedAmount: str
    """Amount in the currency of the fixed side."""
    remainingAmount: str
    """Amount in the currency of the fixed side."""
    tenor: str
    postExpiryAction: Literal["Reject", "AcceptAtSpot", "UtiliseNextAvailableQuote", "ExecuteAtMarketOpen"]
    """Action for a booking received after the expiry."""
    createdAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """RFC 3339, UTC."""
    expiresAtLocal: str
    """The same instant in the time zone of the entity."""
    deliveryDates: list[str]
    """Possible value dates until the hold ends."""
    tradeIds: list[str]

class HeldRateDryRun(HeldRate):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class HeldRateOrDryRun(HeldRate):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class HeldRatePage(TypedDict):
    data: list[HeldRate]
    nextCursor: Union[str, None]

class HeldRateTrade(TypedDict):
    tradeId: str
    kind: Literal["Spot", "Forward", "HeldRate", "Drawdown", "CloseOut"]
    subtype: Union[str, None]
    entityId: str
    status: str
    """PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected"""
    currencyPair: str
    rate: str
    """Counter currency per unit of base."""
    inverseRate: str
    """Inverse of the rate, for display only."""
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal["Buy", "Sell"]
    tradeDate: str
    """Day, YYYY-MM-DD."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    tenor: Union[str, None]
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same time in the zone of the currency with the earlier cut-off."""
    quoteId: Union[str, None]
    orderId: Union[str, None]
    """Limit or stop order that the trade fills."""
    clientReference: Union[str, None]
    price: Price
    settlement: TradeSettlement
    parentTradeId: Union[str, None]
    paymentIds: list[str]
    confirmationDocumentId: Union[str, None]
    """Null until the confirmation is first requested."""
    history: list[TradeHistoryEntry]
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""
    valueDateAdjusted: bool
    """True if we chose the value date: the request named none, or one that is not available."""
    execution: HeldRateTradeExecution

class HeldRateTradeDryRun(HeldRateTrade):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class HeldRateTradeExecution(TypedDict):
    mode: Literal["Held", "Spot", "NextQuote", "MarketOpenOrder"]
    quoteIdUsed: Union[str, None]
    """Held rate of the deal, if any."""

class HolderAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str

class InboundPayment(TypedDict):
    inboundPaymentId: str
    entityId: Union[str, None]
    """Null while the money is unidentified."""
    accountId: Union[str, None]
    """Null while the money is unidentified."""
    virtualAccountId: Union[str, None]
    """The virtual account to which the payer sent the money."""
    transactionId: Union[str, None]
    """The credit on the account; null until it is credited."""
    amount: str
    currency: str
    """ISO 4217 code."""
    status: Literal["Credited", "Held", "Unidentified", "Assigned", "Returned"]
    statusReason: Union[InboundPaymentStatusReason, None]
    reference: Union[str, None]
    debtorName: Union[str, None]
    debtorIban: Union[str, None]
    valueDate: str
    """Value date of the bank, or the day of receipt in the time zone of the entity."""
    receivedAt: str
    """RFC 3339, UTC."""
    creditedAt: Union[str, None]
    """RFC 3339, UTC."""
    returnedAt: Union[str, None]
    """RFC 3339, UTC."""

class InboundPaymentPage(TypedDict):
    data: list[InboundPayment]
    nextCursor: Union[str, None]

class InboundPaymentStatusReason(TypedDict):
    code: Literal["UnderReview", "AccountNotFound", "AccountClosed", "VirtualAccountClosed", "CurrencyMismatch", "ReferenceReused", "ReturnAmbiguous", "NotAccepted", "RequestedByPayer"]
    message: str

class InitialMargin(TypedDict):
    tradeId: str
    required: bool
    percent: str
    """Percentage of the notional; 0 if the credit term waives it."""
    amount: str
    currency: str
    """ISO 4217 code."""
    side: Literal["Buy", "Sell"]
    dueAt: Union[str, None]
    """RFC 3339, UTC."""
    status: Literal["NotRequired", "Due", "Received", "Overdue", "Released"]
    received: str
    outstanding: str
    released: str
    appliedToDrawdowns: str
    accountId: Union[str, None]
    """Account that receives the wire, and to which margin is released."""
    ledgerTransactionIds: list[str]
    """Ledger transactions for margin posted and released."""

class IntermediaryBank(TypedDict):
    bic: str
    account: NotRequired[str]

class InternalAccountTransfer(TypedDict):
    internalAccountTransferId: str
    entityId: str
    debitAccountId: str
    creditAccountId: str
    amount: str
    currency: str
    """ISO 4217 code."""
    status: Literal["PendingApproval", "Completed", "Cancelled"]
    reference: Union[str, None]
    clientReference: Union[str, None]
    transactionIds: list[str]
    """Ids of the debit and the credit; empty until completed."""
    createdAt: str
    """RFC 3339, UTC."""
    completedAt: Union[str, None]
    """RFC 3339, UTC."""
    statusReason: NotRequired[Union[Reason, None]]
    approval: NotRequired[Approval]
    approvalLapsesAt: NotRequired[Union[str, None]]
    """Cancelled if it is not approved by then."""

class InternalAccountTransferDryRun(InternalAccountTransfer):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class InternalAccountTransferOrDryRun(InternalAccountTransfer):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class InternalAccountTransferPage(TypedDict):
    data: list[InternalAccountTransfer]
    nextCursor: Union[str, None]

class IntrospectTokenRequest(TypedDict):
    """Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form."""

    token: str
    token_type_hint: NotRequired[str]
    """Optional, and without effect: access_token."""
    client_id: NotRequired[str]
    """Required with client_secret, unless you use HTTP Basic."""
    client_secret: NotRequired[str]
    """A valid secret of the client."""
    client_assertion: NotRequired[str]
    """JWT signed with the key of the client (private_key_jwt, RFC 7523)."""
    client_assertion_type: NotRequired[str]
    """urn:ietf:params:oauth:client-assertion-type:jwt-bearer"""

class Invoice(TypedDict):
    number: str
    date: NotRequired[str]
    """Day, YYYY-MM-DD."""

class MagicValue(TypedDict):
    value: str
    where: Literal["PaymentReference", "PayeeName"]
    effect: str

class MagicValueList(TypedDict):
    data: list[MagicValue]
    nextCursor: Union[str, None]

class MarginCall(TypedDict):
    marginCallId: str
    entityId: str
    facilityId: str
    type: Literal["Initial", "Variation"]
    reasonTradeIds: list[str]
    amount: str
    currency: str
    """ISO 4217 code."""
    outstanding: str
    status: Literal["Issued", "PartlyMet", "Met", "Overdue", "Released", "Cancelled"]
    """Released: the posted margin was returned. Cancelled: the call was withdrawn before it was paid."""
    issuedAt: str
    """RFC 3339, UTC."""
    dueAt: str
    """RFC 3339, UTC."""
    snapshotId: Union[str, None]
    """Market snapshot of the call; null for initial margin."""
    explanation: str
    collectedFrom: Union[str, None]
    """Account from which the service collects the call, in parts if necessary, before payments. You can also pay it from another account. Null: the service does not collect the call; pay it with the action `settle`."""
    actions: list[Literal["settle"]]
    """Actions available now."""
    updatedAt: str
    """RFC 3339, UTC."""

class MarginCallOrDryRun(MarginCall):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class MarginCallPage(TypedDict):
    data: list[MarginCall]
    nextCursor: Union[str, None]

class MarginRun(TypedDict):
    issued: list[MarginCall]
    released: list[MarginCall]
    """Cancelled and released calls."""
    runs: list[MarginRunRun]

class MarginRunRun(TypedDict):
    facilityId: str
    snapshotId: Union[str, None]
    """Null without open deals and margin."""
    variationMarginReleased: str
    currency: str
    """ISO 4217 code."""

class MarketRate(TypedDict):
    currencyPair: str
    mid: str
    """Counter currency per unit of base."""
    at: str
    """RFC 3339, UTC."""

class Money(TypedDict):
    amount: str
    currency: str
    """ISO 4217 code."""

class MoveClockRequest(TypedDict):
    """Send exactly one of `set`, `advance` and `freeze`."""

    set: NotRequired[str]
    """RFC 3339, UTC."""
    advance: NotRequired[str]
    """ISO 8601 duration; days are allowed."""
    freeze: NotRequired[bool]
    """True stops business time, false resumes it."""

class MoveMarketRequest(TypedDict):
    """Send either `rate` or `shiftPercent`."""

    rate: NotRequired[str]
    """New mid rate."""
    shiftPercent: NotRequired[str]
    """Change of the rate in percent, with its sign."""

class MtmTotal(TypedDict):
    currency: str
    """ISO 4217 code."""
    tradeCount: int
    mtm: str
    mtmUndiscounted: str
    notional: str

class NotificationRecipient(TypedDict):
    notificationRecipientId: str
    entityId: str
    email: str
    topics: list[NotificationTopic]
    """MarginCalls: issued and overdue margin calls. OverdueTrades: trades that were not paid in time. Approvals: orders that require approval. RateAlerts: rates that the market has reached. Orders: limit and stop orders that were filled or rejected, or that expired."""
    createdAt: str
    """RFC 3339, UTC."""

class NotificationRecipientPage(TypedDict):
    data: list[NotificationRecipient]
    nextCursor: Union[str, None]

NotificationTopic = Literal["MarginCalls", "OverdueTrades", "Approvals", "RateAlerts", "Orders"]

class OAuthError(TypedDict):
    error: str
    error_description: str
    error_uri: NotRequired[str]

class OpenVirtualAccountRequest(TypedDict):
    accountId: str
    """Id of the account to credit."""
    name: str
    """Payer or purpose, as shown in your reports."""
    clientReference: NotRequired[str]
    """Your own reference for the payer, such as a customer number. Unique among all virtual accounts of the entity, including closed ones."""

class Order(TypedDict):
    orderId: str
    entityId: str
    type: Literal["Limit", "Stop"]
    """Limit: filled once your rate is the rate of the order or better, never at a worse one. Stop: filled once your rate is the rate of the order or worse, at your rate of that moment, which can be worse."""
    status: Literal["PendingApproval", "Active", "Filled", "Cancelled", "Expired", "Rejected"]
    currencyPair: str
    rate: str
    """Counter currency per unit of base."""
    markupPercent: str
    """Mark-up that your rate contains, fixed when the order was placed."""
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    """Amount at the rate of the order; the trade shows the amount dealt."""
    buyAccountId: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    """Amount at the rate of the order; the trade shows the amount dealt."""
    sellAccountId: str
    clientReference: Union[str, None]
    expiresAt: str
    """RFC 3339, UTC."""
    triggeredAt: Union[str, None]
    """When its rate was reached and the order was filled or rejected."""
    filledRate: Union[str, None]
    """Rate of the trade."""
    tradeId: Union[str, None]
    """Trade that fills the order."""
    rejectionReason: Union[str, None]
    """Code of the error that kept the order from being filled once its rate was reached."""
    history: list[OrderHistoryEntry]
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""

class OrderApproval(TypedDict):
    required: bool
    policyId: Union[str, None]
    """Approval policy that requires the approvals. Null: no policy does."""
    stepsRequired: int
    """Number of different clients that must approve."""
    stepsGiven: int
    """Number of approvals that count."""
    steps: list[ApprovalStep]
    canApprove: bool
    """True if the calling client may approve it now."""
    approvers: Union[Approvers, None]
    lapsesAt: Union[str, None]
    """The order expires if it is not approved by then."""

class OrderDryRun(Order):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class OrderHistoryEntry(TypedDict):
    status: str
    at: str
    """RFC 3339, UTC."""
    by: str
    """client or system."""
    reason: Union[str, None]

class OrderOrDryRun(Order):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class OrderPage(TypedDict):
    data: list[Order]
    nextCursor: Union[str, None]

class OtherIdentification(TypedDict):
    value: str
    scheme: NotRequired[str]

class Party(TypedDict):
    name: str
    type: NotRequired[Literal["Individual", "Company"]]
    address: NotRequired[PartyAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PartyIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    """Day, YYYY-MM-DD."""
    placeOfBirth: NotRequired[str]

class PartyAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str
    """ISO 3166-1 alpha-2 code."""

class PartyIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code."""

class PayeeAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    """Banks reject a payment if the payee’s address has no separate town."""
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str
    """ISO 3166-1 alpha-2 code."""

class PayeeIdentification(TypedDict):
    type: Literal["Lei", "RegistrationNumber", "TaxId", "Passport", "NationalId"]
    value: str
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code."""

class PayeeVerification(TypedDict):
    verificationId: str
    status: Literal["Match", "NearMatch", "NoMatch", "NotAvailable"]
    matchedName: NotRequired[str]
    """The registered name; returned only for a NearMatch of the name."""
    reasonCode: Union[Literal["accountTypeMismatch", "accountNotFound", "accountSwitched", "accountOptedOut", "accountTypeNotSupported", "referenceInvalid", "pspNotParticipating", "identificationNotSupported", "timeout", "noAnswer"], None]
    message: str
    """Message for the payer, who decides."""
    scheme: Literal["SEPA_VOP", "UK_COP", "SIMULATED"]
    """SIMULATED: decided by a magic value."""
    checkedAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """RFC 3339, UTC."""
    recommendedUpdates: list[PayeeVerificationRecommendedUpdate]

class PayeeVerificationOrDryRun(PayeeVerification):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class PayeeVerificationRecommendedUpdate(TypedDict):
    field: Literal["name", "partyType"]
    value: str

class PayeeVerificationToComeDryRun(TypedDict):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    warnings: list[PayeeVerificationToComeWarning]
    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class PayeeVerificationToComeWarning(TypedDict):
    pointer: str
    code: str
    message: str

class Payment(TypedDict):
    paymentId: str
    entityId: str
    accountId: str
    status: Literal["PendingApproval", "ApprovalRecalled", "Scheduled", "AwaitingFunds", "Screening", "Held", "Submitted", "Sent", "Completed", "Returned", "Rejected", "Cancelled", "Failed"]
    isoStatus: str
    """ISO 20022 status, as open banking shows it."""
    statusReason: Union[PaymentStatusReason, None]
    funds: Union[PaymentFunds, None]
    """Where the money is that did not reach the payee and that no other payment of the trade uses. OnAccount: on the account. InTrade: to be delivered by its trade. InSuspense: held by us, as the account is closed. `actions` lists your options; `nextAction` of `statusReason` names the calls. Null if there is none."""
    paymentDate: str
    """Day, YYYY-MM-DD."""
    amount: str
    currency: str
    """ISO 4217 code."""
    fee: Money
    beneficiaryId: Union[str, None]
    beneficiarySnapshot: Union[FreeForm, None]
    """Beneficiary at the time of the payment."""
    payee: Union[FreeForm, None]
    """Name, account and bank of the payee in full: as paid, or before release as it would be paid now. An approval is for exactly these details."""
    tradeId: Union[str, None]
    verificationId: Union[str, None]
    reference: str
    reason: Union[str, None]
    purposeCode: Union[str, None]
    chargeBearer: Literal["SHA", "OUR", "BEN"]
    speed: Literal["Normal", "Urgent", "Instant"]
    rail: Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]
    remittance: NotRequired[Remittance]
    invoice: NotRequired[Invoice]
    payer: NotRequired[Party]
    ultimateDebtor: NotRequired[Party]
    ultimateCreditor: NotRequired[Party]
    regulatoryReporting: NotRequired[RegulatoryReporting]
    documents: NotRequired[list[DocumentReference]]
    notifyEmails: NotRequired[list[str]]
    """Addresses that get an advice of the sent payment. Rejected without a mail server."""
    ifDateMissed: NotRequired[Literal["NextBusinessDay", "Reject"]]
    """Handling of a payment that misses its date because a review or its trade took longer, or because our bank could not be reached: sent on the next possible day (default), or rejected. A payment that was submitted becomes `Failed` instead of `Rejected`."""
    metadata: NotRequired[dict[str, str]]
    """Your own data: returned with the payment, never sent to a bank."""
    clientReference: Union[str, None]
    """Also null if its batch was rejected or cancelled."""
    endToEndId: str
    uetr: str
    """Identifies the payment at every bank on its way."""
    approval: Approval
    cutOffAt: str
    """RFC 3339, UTC."""
    scheduledFor: Union[str, None]
    """RFC 3339, UTC."""
    submittedAt: Union[str, None]
    """RFC 3339, UTC."""
    sentAt: Union[str, None]
    """RFC 3339, UTC."""
    completedAt: Union[str, None]
    """RFC 3339, UTC."""
    expectedArrival: str
    """Day, YYYY-MM-DD."""
    returned: Union[PaymentReturned, None]
    recall: Union[PaymentRecall, None]
    """Recall of the payment, if any."""
    batchId: Union[str, None]
    history: list[PaymentHistory]
    allowedActions: list[Literal["Cancel", "Approve", "Reject", "RecallApproval", "RequestApproval", "RequestRecall"]]
    version: int
    """The ETag begins with it."""
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""
    warnings: NotRequired[list[Warning]]
    """Values changed before sending; only in the response to creating the payment."""

class PaymentBatch(TypedDict):
    batchId: str
    entityId: str
    name: Union[str, None]
    format: Literal["Json", "Csv", "Pain001"]
    mode: Literal["Strict", "Partial"]
    status: Literal["Checking", "Processing", "Completed", "Undoing", "Rejected", "Cancelling", "Cancelled"]
    clientReference: Union[str, None]
    progress: PaymentBatchProgress
    counts: PaymentBatchCounts
    """Number of items by outcome."""
    payments: dict[str, int]
    """Number of payments by current status."""
    totals: list[PaymentBatchTotal]
    """Totals of the payments created."""
    createdBy: str
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""
    finishedAt: Union[str, None]
    """RFC 3339, UTC."""
    version: int
    errors: NotRequired[list[PaymentBatchError]]
    """Errors of the first 500 rejected items of a dry run, whose items are not stored."""
    warnings: NotRequired[list[PaymentBatchWarning]]
    """Notices for the first 500 items of a dry run that have any."""

class PaymentBatchCounts(TypedDict):
    pending: int
    checked: int
    invalid: int
    created: int
    skipped: int
    undone: int

class PaymentBatchDryRun(PaymentBatch):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class PaymentBatchError(TypedDict):
    line: int
    errors: list[FieldError]

class PaymentBatchItem(TypedDict):
    line: int
    """Position in the submitted batch, starting at 1."""
    status: Literal["Pending", "Checked", "Invalid", "Created", "Skipped", "Undone"]
    paymentId: Union[str, None]
    paymentStatus: Union[Literal["PendingApproval", "ApprovalRecalled", "Scheduled", "AwaitingFunds", "Screening", "Held", "Submitted", "Sent", "Completed", "Returned", "Rejected", "Cancelled", "Failed"], None]
    clientReference: Union[str, None]
    errors: list[FieldError]
    warnings: list[Warning]
    """Values that are changed or not sent."""
    verification: Union[PayeeVerification, None]
    order: Any
    """The item as read from the file."""

class PaymentBatchItemPage(TypedDict):
    data: list[PaymentBatchItem]
    nextCursor: Union[str, None]

class PaymentBatchOrDryRun(PaymentBatch):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class PaymentBatchOrder(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    name: NotRequired[str]
    mode: NotRequired[Literal["Strict", "Partial"]]
    """Strict (default): all items or none. Partial: every item that can be paid."""
    clientReference: NotRequired[str]
    items: list[Any]
    """Payment orders as for POST /v1/payments; at most 5000."""

class PaymentBatchPage(TypedDict):
    data: list[PaymentBatch]
    nextCursor: Union[str, None]

class PaymentBatchProgress(TypedDict):
    done: int
    total: int
    percent: int

class PaymentBatchTotal(TypedDict):
    currency: str
    amount: str
    count: int

class PaymentBatchWarning(TypedDict):
    line: int
    warnings: list[Warning]

class PaymentDryRun(Payment):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class PaymentFunds(TypedDict):
    state: Literal["OnAccount", "InTrade", "InSuspense"]
    accountId: str
    amount: str
    currency: str
    """ISO 4217 code."""
    actions: list[Literal["PayAgain", "SellBack", "CancelTrade", "CloseOutTrade", "CancelDrawdown"]]

class PaymentHistory(TypedDict):
    status: Literal["PendingApproval", "ApprovalRecalled", "Scheduled", "AwaitingFunds", "Screening", "Held", "Submitted", "Sent", "Completed", "Returned", "Rejected", "Cancelled", "Failed"]
    at: str
    """RFC 3339, UTC."""
    by: str
    reason: Union[str, None]

class PaymentOptions(TypedDict):
    currency: str
    """ISO 4217 code."""
    country: Union[str, None]
    items: list[PaymentOptionsItem]

class PaymentOptionsItem(TypedDict):
    speed: Literal["Normal", "Urgent", "Instant"]
    rail: Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]
    chargeBearer: Literal["SHA", "OUR", "BEN"]
    fee: Money
    executionDate: str
    """Day, YYYY-MM-DD."""
    cutOffAt: str
    """RFC 3339, UTC."""
    cutOffLocal: ZonedTime
    expectedArrival: str
    """Day, YYYY-MM-DD."""
    maxAmount: Union[str, None]
    isDefault: bool
    """True for the option used when a payment names neither speed nor charge bearer."""

class PaymentOrDryRun(Payment):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class PaymentOrder(TypedDict):
    accountId: str
    """Id of the account that pays."""
    paymentDate: str
    """Day, YYYY-MM-DD."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    currency: str
    """ISO 4217 code."""
    beneficiaryId: NotRequired[str]
    """Id of a saved payee."""
    creditorAccountId: NotRequired[str]
    """Id of a saved payee; the same as beneficiaryId."""
    creditorAccount: NotRequired[CreditorAccount]
    tradeId: NotRequired[str]
    """Id of the trade whose proceeds are paid out."""
    verificationId: NotRequired[str]
    """Id of a verification of payee."""
    reference: str
    """Shown to the payee. Some rails carry fewer characters: FPS 18."""
    reason: NotRequired[str]
    purposeCode: NotRequired[str]
    chargeBearer: NotRequired[Literal["SHA", "OUR", "BEN"]]
    """Default: the entity’s setting."""
    speed: NotRequired[Literal["Normal", "Urgent", "Instant"]]
    """Default: Normal."""
    rail: NotRequired[Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]]
    """One of the rails that GET /v1/payments/options lists for the payment, for example Chaps for a small amount in GBP. Default: the first that offers the speed and carries the amount."""
    clientReference: NotRequired[str]
    remittance: NotRequired[Remittance]
    invoice: NotRequired[Invoice]
    payer: NotRequired[Party]
    ultimateDebtor: NotRequired[Party]
    ultimateCreditor: NotRequired[Party]
    regulatoryReporting: NotRequired[RegulatoryReporting]
    documents: NotRequired[list[DocumentReference]]
    notifyEmails: NotRequired[list[str]]
    """Addresses that get an advice of the sent payment. Rejected without a mail server."""
    ifDateMissed: NotRequired[Literal["NextBusinessDay", "Reject"]]
    """Handling of a payment that misses its date because a review or its trade took longer, or because our bank could not be reached: sent on the next possible day (default), or rejected. A payment that was submitted becomes `Failed` instead of `Rejected`."""
    metadata: NotRequired[dict[str, str]]
    """Your own data: returned with the payment, never sent to a bank."""

class PaymentPage(TypedDict):
    data: list[Payment]
    nextCursor: Union[str, None]

class PaymentPurposes(TypedDict):
    listId: Union[str, None]
    required: bool
    items: list[PaymentPurposesItem]

class PaymentPurposesItem(TypedDict):
    code: str
    description: str
    required: bool
    appliesTo: PaymentPurposesItemAppliesTo

class PaymentPurposesItemAppliesTo(TypedDict):
    payerTypes: list[str]
    payeeTypes: list[str]

class PaymentRecall(TypedDict):
    status: Literal["Requested", "Accepted", "Refused"]
    reason: str
    note: Union[str, None]
    requestedBy: str
    requestedAt: str
    """RFC 3339, UTC."""
    answerReason: Union[str, None]
    answeredAt: Union[str, None]
    """RFC 3339, UTC."""

class PaymentReturned(TypedDict):
    amount: str
    reason: Union[str, None]
    at: str
    """RFC 3339, UTC."""

class PaymentStatusReason(TypedDict):
    code: str
    message: str
    nextAction: str

class PaymentTracking(TypedDict):
    paymentId: str
    uetr: str
    status: Literal["PendingApproval", "ApprovalRecalled", "Scheduled", "AwaitingFunds", "Screening", "Held", "Submitted", "Sent", "Completed", "Returned", "Rejected", "Cancelled", "Failed"]
    events: list[PaymentTrackingEvent]
    recall: Union[PaymentTrackingRecall, None]
    creditedAt: Union[str, None]
    """When the payee’s bank reported the payee as credited (ACCC); null while it has not, and after a return."""

PaymentTrackingEvent = TypedDict("PaymentTrackingEvent", {
    "at": "str",
    "from": "str",
    "to": "str",
    "status": "Literal[\"PendingApproval\", \"ApprovalRecalled\", \"Scheduled\", \"AwaitingFunds\", \"Screening\", \"Held\", \"Submitted\", \"Sent\", \"Completed\", \"Returned\", \"Rejected\", \"Cancelled\", \"Failed\"]",
    "isoStatus": "str",
    "reason": "Union[str, None]",
    "charges": "Union[Money, None]",
})

class PaymentTrackingRecall(TypedDict):
    status: str
    requestedAt: str
    """RFC 3339, UTC."""
    answeredAt: Union[str, None]
    """RFC 3339, UTC."""

class PaymentValidation(TypedDict):
    valid: bool
    errors: list[FieldError]
    warnings: list[Warning]
    normalised: Union[FreeForm, None]
    route: Union[PaymentValidationRoute, None]
    """Rail and fee if known, even if the payment has other errors."""
    verification: PaymentValidationVerification
    approval: PaymentValidationApproval
    purposeCode: PaymentValidationPurposeCode

class PaymentValidationApproval(TypedDict):
    required: bool
    policyId: Union[str, None]
    stepsRequired: int

class PaymentValidationPurposeCode(TypedDict):
    required: bool
    options: list[str]

class PaymentValidationRoute(TypedDict):
    rail: Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]
    chargeBearer: Literal["SHA", "OUR", "BEN"]
    fee: Money
    executionDate: Union[str, None]
    """Null if the payment date is not possible."""
    expectedArrival: Union[str, None]
    """Day, YYYY-MM-DD."""
    cutOffAt: Union[str, None]
    """RFC 3339, UTC."""

class PaymentValidationVerification(TypedDict):
    required: bool
    reason: Union[str, None]

class PlaceOrderRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    type: Literal["Limit", "Stop"]
    """Limit: filled once your rate is the rate of the order or better, never at a worse one. Stop: filled once your rate is the rate of the order or worse, at your rate of that moment, which can be worse."""
    buyCurrency: str
    """ISO 4217 code."""
    sellCurrency: str
    """ISO 4217 code."""
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    rate: str
    """Your rate, mark-up included: counter currency per unit of base, at most the decimals in which the pair is quoted."""
    expiresAt: NotRequired[str]
    """When the order ends if it is not filled: at most 366 days from now. Default: in 90 days."""
    buyAccountId: NotRequired[str]
    """Id of the account to credit. Default: the default account of its currency."""
    sellAccountId: NotRequired[str]
    """Id of the account to debit. Default: the default account of its currency."""
    clientReference: NotRequired[str]
    """Unique among the entity’s orders."""

class Price(TypedDict):
    mid: str
    """Counter currency per unit of base."""
    margin: str
    """Difference between the rate and mid, to the client’s disadvantage; negative if the rate is better than mid."""
    marginPercent: str
    """The margin as a percentage of mid."""
    forwardPoints: str
    """Forward points in pips; negative if the forward rate is below spot."""
    fees: list[str]
    costInSellCurrency: str

class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str
    requestId: str
    retryable: bool
    params: NotRequired[dict[str, Any]]
    errors: list[FieldError]

class QuoteForwardAmendmentRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    type: Literal["Extend", "BringForward", "CloseOut", "Split"]
    newValueDate: NotRequired[str]
    """Day, YYYY-MM-DD."""
    currency: NotRequired[str]
    """Currency of the amount. Default: the buy currency."""
    amount: NotRequired[str]
    """Amount to amend. Default: the whole remainder. Required for Split."""

class QuoteForwardRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    buyAccountId: NotRequired[str]
    """Id of the account to credit. Default: the default account of its currency."""
    sellAccountId: NotRequired[str]
    """Id of the account to debit. Default: the default account of its currency."""
    buyCurrency: str
    """ISO 4217 code."""
    sellCurrency: str
    """ISO 4217 code."""
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    valueDate: NotRequired[Union[str, None]]
    """Last day to draw the forward. Default for a fixed forward: spot."""
    forwardType: NotRequired[Literal["Fixed", "Window", "Open", "Variable"]]
    """Days on which it can be drawn. Fixed: the value date. Window and Variable: from the access date to the value date. Open: from spot to the value date."""
    accessDate: NotRequired[str]
    """First day of the window; required for Window and Variable. If the pair does not settle on it, the forward can be drawn from the next day on which it does."""
    reason: NotRequired[Literal["Goods", "Services", "IntergroupPayments", "DividendsShareClasses", "AssetHedging", "DebtHedging", "Commodities", "Capex", "Investment", "DirectInvestment", "InjectingCapitalIntoSubsidiary", "Divestment", "Exits", "InfrastructureHedging", "ManagementFees", "Payroll", "Property", "Taxes"]]
    """GET /v1/fx/trades/forwards/reasons lists them."""
    creditTermId: NotRequired[str]
    """Id of the credit term. Default: the first that fits."""
    marginSide: NotRequired[Literal["Buy", "Sell"]]
    """Side in whose currency the margin is paid. Default: Sell."""
    defaultBeneficiaryId: NotRequired[str]
    """Id of the default beneficiary of drawdown payments."""

class QuoteLimits(TypedDict):
    currency: str
    """Currency of remainingDaily and maxTradeSize."""
    remainingDaily: str
    maxTradeSize: str
    availableBalance: str
    """Available balance of the sell account in the sell currency."""

class QuoteSpotAmendmentRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    type: Literal["Cancel", "CloseOut", "Move"]
    newValueDate: NotRequired[str]
    """Required for Move: a spot value date that can be dealt now."""

class QuoteSpotRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    buyAccountId: NotRequired[str]
    """Id of the account to credit. Default: the default account of its currency."""
    sellAccountId: NotRequired[str]
    """Id of the account to debit. Default: the default account of its currency."""
    buyCurrency: str
    """ISO 4217 code."""
    sellCurrency: str
    """ISO 4217 code."""
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    valueDate: NotRequired[Union[str, None]]
    """Day, YYYY-MM-DD."""

class RateAlert(TypedDict):
    rateAlertId: str
    entityId: str
    status: Literal["Active", "Triggered", "Cancelled", "Expired"]
    currencyPair: str
    rate: str
    """Counter currency per unit of base."""
    direction: Literal["AtOrAbove", "AtOrBelow"]
    """Side on which the middle has reached the rate."""
    note: Union[str, None]
    """A note for yourself. It appears in the e-mail."""
    clientReference: Union[str, None]
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """RFC 3339, UTC."""
    triggeredAt: Union[str, None]
    """Time at which the market’s middle had reached the rate."""
    triggeredRate: Union[str, None]
    """The market’s middle at that time, with one decimal more than rates of the pair have."""
    source: Union[str, None]
    """Source of the market’s rates. Without a dealing feed these are the reference rates of the ECB, which change once a business day."""

class RateAlertDryRun(RateAlert):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class RateAlertOrDryRun(RateAlert):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class RateAlertPage(TypedDict):
    data: list[RateAlert]
    nextCursor: Union[str, None]

class RateEstimate(TypedDict):
    currencyPair: str
    indicativeRate: str
    """Counter currency per unit of base."""
    inverseRate: str
    """Inverse of the rate, for display only."""
    mid: str
    """Counter currency per unit of base."""
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    tenor: str
    """T0, T1, T2, or for a forward the tenor by which it is priced."""
    asOf: str
    """Time of the last market rate; older while the market is closed."""
    bookable: Literal[False]

class Reason(TypedDict):
    code: str
    message: str

class RecallPaymentRequest(TypedDict):
    reason: NotRequired[Literal["CUST", "DUPL", "TECH", "FRAD", "AC03", "AM09", "UPAY"]]
    """CUST: on request (default). DUPL: paid twice. TECH: a technical mistake. FRAD: fraud. AC03: wrong account. AM09: wrong amount. UPAY: paid without cause."""
    note: NotRequired[str]

class RegulatoryReporting(TypedDict):
    code: NotRequired[str]
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code."""
    details: NotRequired[list[str]]

class Release(TypedDict):
    version: str
    """`Unreleased`: changes that no version contains yet."""
    releasedOn: Union[str, None]
    """Day, YYYY-MM-DD."""
    summary: Union[str, None]
    """Markdown."""
    changes: list[Change]

class Remittance(TypedDict):
    unstructured: NotRequired[str]
    structured: NotRequired[StructuredRemittance]

ReplaceBeneficiaryRequest = CreateBeneficiaryRequest

class ReplayWebhookEventsRequest(TypedDict):
    fromSequence: int
    """Sequence of the first event to send again. Later events of the endpoint’s types follow."""

class ResetSandboxRequest(TypedDict):
    pass

RevokeTokenRequest = IntrospectTokenRequest

class RoutingCode(TypedDict):
    type: Literal["SortCode", "Aba", "Bsb", "Ifsc", "Cnaps", "Clabe", "InstitutionNo", "TransitNo", "BankCode", "BranchCode"]
    value: str

class RunMarginRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""

class SandboxReset(TypedDict):
    message: str
    credentialsKept: bool
    now: str
    """RFC 3339, UTC."""

class ServiceStatus(TypedDict):
    status: str

class SettleMarginCallRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    accountId: str
    """Id of the account that pays, in the currency of the call."""
    amount: NotRequired[str]
    """Default: the outstanding amount."""

class SettleTradeRequest(TypedDict):
    pass

class SimulateCreditRequest(TypedDict):
    """Rate shocks, a proposed forward, or both."""

    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    shocks: NotRequired[list[SimulateCreditShock]]
    trade: NotRequired[SimulateCreditTrade]

class SimulateCreditShock(TypedDict):
    currencyPair: str
    percent: str
    """Percentage, with its sign."""

class SimulateCreditTrade(TypedDict):
    buyCurrency: str
    """ISO 4217 code."""
    sellCurrency: str
    """ISO 4217 code."""
    fixedSide: Literal["Buy", "Sell"]
    amount: str
    """Decimal string, at most the decimals of the currency."""
    valueDate: NotRequired[str]
    """Day, YYYY-MM-DD."""

class SimulatedFacility(TypedDict):
    utilised: str
    available: str
    unpaidLosses: str
    """The part of `utilised` that comes from close-out losses not yet paid and from overdue spot trades, at mid."""
    isLimitExceeded: bool
    mtm: str
    marginCallTotal: str
    """Amount that a margin run would call in addition to the open calls."""
    marginCallCount: int
    marginCalls: list[SimulatedFacilityMarginCall]
    """The largest calls, at most 100."""

class SimulatedFacilityMarginCall(TypedDict):
    tradeId: Union[str, None]
    """Trade that the call is for. Null if it is for the proposed trade or for the net position; see `subject`."""
    subject: Literal["Trade", "ProposedTrade", "NetPosition"]
    amount: str
    currency: str
    """ISO 4217 code."""

class SimulatedPayee(TypedDict):
    iban: Union[str, None]
    sortCode: Union[str, None]
    accountNumber: Union[str, None]
    name: str
    type: Union[Literal["Individual", "Company"], None]
    state: Literal["Open", "Closed", "Switched", "OptedOut", "Unresponsive"]
    updatedAt: str
    """RFC 3339, UTC."""

class SpotAmendment(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal["Cancel", "CloseOut", "Move"]
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    valueDate: str
    """Day, YYYY-MM-DD."""
    newValueDate: Union[str, None]
    """Day, YYYY-MM-DD."""
    nearRate: str
    """The rate at which the trade is closed."""
    swapPoints: str
    """Forward points, in pips, between the old and the new value date."""
    newRate: Union[str, None]
    """Rate of the continuing trade; null without one."""
    newBuyAmount: Union[str, None]
    newSellAmount: Union[str, None]
    settlementAmount: str
    """Paid in cash: a loss immediately, a gain on the value date."""
    chargeOrCredit: Literal["Charge", "Credit"]
    currency: str
    """ISO 4217 code."""
    createdAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """RFC 3339, UTC."""
    status: Literal["PendingApproval", "Booked"]
    """PendingApproval: `newTradeId` of a move, else `closeOutTradeId`, names the trade to approve with POST /v1/fx/trades/{tradeId}/approve. Until then the trade stays as it is, and you cannot amend it again."""
    bookedAt: Union[str, None]
    """Null until it is approved."""
    approval: TradeApproval
    closeOutTradeId: Union[str, None]
    """Null for a move until it is approved."""
    newTradeId: Union[str, None]
    trade: Trade
    closeOut: Union[Trade, None]
    newTrade: Union[Trade, None]

class SpotAmendmentDryRun(SpotAmendment):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class SpotAmendmentQuote(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal["Cancel", "CloseOut", "Move"]
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    valueDate: str
    """Day, YYYY-MM-DD."""
    newValueDate: Union[str, None]
    """Day, YYYY-MM-DD."""
    nearRate: str
    """The rate at which the trade is closed."""
    swapPoints: str
    """Forward points, in pips, between the old and the new value date."""
    newRate: Union[str, None]
    """Rate of the continuing trade; null without one."""
    newBuyAmount: Union[str, None]
    newSellAmount: Union[str, None]
    settlementAmount: str
    """Paid in cash: a loss immediately, a gain on the value date."""
    chargeOrCredit: Literal["Charge", "Credit"]
    currency: str
    """ISO 4217 code."""
    createdAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """RFC 3339, UTC."""

class SpotAmendmentQuoteDryRun(SpotAmendmentQuote):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class SpotQuote(TypedDict):
    quoteId: str
    kind: Literal["Spot"]
    status: Literal["Active", "Booked", "Expired"]
    entityId: str
    currencyPair: str
    rate: str
    """Counter currency per unit of base."""
    inverseRate: str
    """Inverse of the rate, for display only."""
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same time in the zone of the currency with the earlier cut-off."""
    createdAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """A booking must be received before this instant."""
    price: Price
    tenor: Literal["T0", "T1", "T2"]
    limits: QuoteLimits

class SpotValueDates(TypedDict):
    currencyPair: str
    spotDate: str
    """Day, YYYY-MM-DD."""
    dates: list[SpotValueDatesDate]

class SpotValueDatesDate(TypedDict):
    date: str
    """Day, YYYY-MM-DD."""
    available: bool
    tenor: Union[Literal["T0", "T1", "T2"], None]
    cutOffAt: Union[str, None]
    """RFC 3339, UTC."""
    cutOffLocal: Union[ZonedTime, None]
    reasons: list[SpotValueDatesDateReason]

class SpotValueDatesDateReason(TypedDict):
    currency: Union[str, None]
    """ISO 4217 code."""
    code: Literal["Weekend", "BankHoliday", "CutOffPassed", "MarketClosed", "NotSupported"]
    name: str
    expected: NotRequired[bool]
    """True if the holiday is calculated, and no authority has announced it yet."""

class Statement(TypedDict):
    statementId: Union[str, None]
    """Null for an interim statement, which is not stored."""
    accountId: str
    statementFromDate: str
    statementToDate: str
    createdAt: str
    """RFC 3339, UTC."""
    reference: Union[str, None]
    sequenceNumber: Union[int, None]
    """Number without gaps per account, period and year."""
    period: Union[Literal["Month", "Day"], None]
    interim: bool
    currency: str
    """ISO 4217 code."""
    openingBalance: str
    closingBalance: str
    totals: StatementTotals
    transactions: list[Transaction]
    """Booked transactions, oldest first."""
    digest: str
    """SHA-256 in hex over lines of text, each a JSON array and a line feed. First [statementId, accountId, statementFromDate, statementToDate, sequenceNumber, currency, openingBalance, closingBalance, credits, creditCount, debits, debitCount]; then for each transaction [transactionId, bookedAt, valueDate, creditOrDebit, amount, runningBalance, type, reference, endToEndId, counterparty name, counterparty iban or accountNumber]. Missing values are null."""

class StatementSummary(TypedDict):
    statementId: Union[str, None]
    """Null for an interim statement, which is not stored."""
    accountId: str
    statementFromDate: str
    statementToDate: str
    createdAt: str
    """RFC 3339, UTC."""
    reference: Union[str, None]
    sequenceNumber: Union[int, None]
    """Number without gaps per account, period and year."""
    period: Union[Literal["Month", "Day"], None]
    interim: bool
    currency: str
    """ISO 4217 code."""
    openingBalance: str
    closingBalance: str
    totals: StatementTotals
    digest: str
    """SHA-256 in hex over lines of text, each a JSON array and a line feed. First [statementId, accountId, statementFromDate, statementToDate, sequenceNumber, currency, openingBalance, closingBalance, credits, creditCount, debits, debitCount]; then for each transaction [transactionId, bookedAt, valueDate, creditOrDebit, amount, runningBalance, type, reference, endToEndId, counterparty name, counterparty iban or accountNumber]. Missing values are null."""

class StatementSummaryPage(TypedDict):
    data: list[StatementSummary]
    nextCursor: Union[str, None]

class StatementTotals(TypedDict):
    credits: str
    creditCount: int
    debits: str
    debitCount: int
    fees: str
    """Part of the debits."""

class StructuredRemittance(TypedDict):
    creditorReference: NotRequired[str]
    """ISO 11649 (RF…) or a national reference."""
    invoiceNumber: NotRequired[str]
    invoiceDate: NotRequired[str]
    """Day, YYYY-MM-DD."""
    invoiceAmount: NotRequired[str]
    """Decimal string, at most the decimals of the currency."""

class Token(TypedDict):
    access_token: str
    token_type: Literal["Bearer"]
    expires_in: int
    """Lifetime of the token in seconds of wall time."""
    scope: str
    """Granted scopes."""

class TokenIntrospection(TypedDict):
    active: bool
    scope: NotRequired[str]
    client_id: NotRequired[str]
    sub: NotRequired[str]
    """The entity that the client was created for."""
    entity_ids: NotRequired[list[str]]
    """The entities that the token can be used for."""
    iss: NotRequired[str]
    token_type: NotRequired[str]
    iat: NotRequired[int]
    exp: NotRequired[int]

class Trade(TypedDict):
    tradeId: str
    kind: Literal["Spot", "Forward", "HeldRate", "Drawdown", "CloseOut"]
    subtype: Union[str, None]
    entityId: str
    status: str
    """PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected"""
    currencyPair: str
    rate: str
    """Counter currency per unit of base."""
    inverseRate: str
    """Inverse of the rate, for display only."""
    buyCurrency: str
    """ISO 4217 code."""
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    """ISO 4217 code."""
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal["Buy", "Sell"]
    tradeDate: str
    """Day, YYYY-MM-DD."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    tenor: Union[str, None]
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same time in the zone of the currency with the earlier cut-off."""
    quoteId: Union[str, None]
    orderId: Union[str, None]
    """Limit or stop order that the trade fills."""
    clientReference: Union[str, None]
    price: Price
    settlement: TradeSettlement
    parentTradeId: Union[str, None]
    paymentIds: list[str]
    confirmationDocumentId: Union[str, None]
    """Null until the confirmation is first requested."""
    history: list[TradeHistoryEntry]
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""

class TradeAmounts(TypedDict):
    buyAmount: str
    sellAmount: str

class TradeApproval(TypedDict):
    required: bool
    policyId: Union[str, None]
    """Approval policy that requires the approvals. Null: no policy does."""
    stepsRequired: int
    """Number of different clients that must approve."""
    stepsGiven: int
    """Number of approvals that count."""
    steps: list[ApprovalStep]
    canApprove: bool
    """True if the calling client may approve it now."""
    approvers: Union[Approvers, None]
    lapsesAt: Union[str, None]
    """Cancelled if it is not approved by then."""

class TradeDryRun(Trade):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class TradeHistoryEntry(TypedDict):
    status: str
    at: str
    """RFC 3339, UTC."""
    by: str
    """client, system or operator."""
    reason: Union[str, None]

class TradeMtm(TypedDict):
    tradeId: str
    facilityId: str
    currencyPair: str
    clientBuys: str
    """ISO 4217 code."""
    outstandingBuyAmount: str
    buyCurrency: str
    """ISO 4217 code."""
    outstandingSellAmount: str
    sellCurrency: str
    """ISO 4217 code."""
    contractRate: str
    """Counter currency per unit of base."""
    accessDate: str
    """Day, YYYY-MM-DD."""
    valueDate: str
    """Day, YYYY-MM-DD."""
    spotRate: str
    """Counter currency per unit of base."""
    forwardPoints: str
    """Pips from spot to the pricing date."""
    marketForwardRate: str
    """Forward rate for a close-out, without mark-up."""
    pricedAtDate: str
    """Valuation date: the value date of a fixed forward, otherwise its pricing date, but not before the spot date."""
    datedBy: Literal["Calendar", "LastKnownDate"]
    """LastKnownDate: the holidays of a currency of the pair are not known far enough ahead to date the deal, so it is valued at the spot price for the last known business day."""
    discountFactor: str
    """Discount factor of the counter currency from the value date to today."""
    quoteCurrency: str
    """ISO 4217 code."""
    mtmQuote: str
    """Undiscounted close-out value in the counter currency."""
    conversionRate: str
    """mtmCurrency per unit of quoteCurrency, at spot mid."""
    mtm: str
    """Discounted; negative if closing out the deal would be a loss for the client."""
    mtmUndiscounted: str
    mtmCurrency: str
    """ISO 4217 code."""
    notional: str
    """Outstanding base amount, converted into mtmCurrency."""
    mtmPercentOfNotional: str
    """Percentage with four decimals; negative is against the client."""
    rateMovePercent: str
    """Percentage with four decimals; negative is against the client."""
    initialMarginHeld: Money
    variationMarginHeld: Money
    callDistance: Union[str, None]
    """Percentage by which it may still move against the client before the next call; null for a net position."""
    snapshotId: str
    asAt: str
    """RFC 3339, UTC."""

class TradeMtmList(TypedDict):
    data: list[TradeMtm]
    nextCursor: Union[str, None]
    totals: list[MtmTotal]
    """Totals by currency over all trades of the list, including other pages."""
    snapshotId: str
    asAt: str
    """RFC 3339, UTC."""

class TradeOrDryRun(Trade):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class TradePage(TypedDict):
    data: list[Trade]
    nextCursor: Union[str, None]

class TradeSettlement(TypedDict):
    funded: bool
    """True once the sell amount is held or debited."""
    fundedAt: Union[str, None]
    """RFC 3339, UTC."""
    settledAt: Union[str, None]
    """RFC 3339, UTC."""
    failureReason: Union[str, None]
    """Code of the error that stopped the settlement."""
    net: Union[TradeSettlementNet, None]
    """Cash amount of a close-out, paid instead of the two amounts."""

class TradeSettlementNet(TypedDict):
    amount: str
    currency: str
    """ISO 4217 code."""
    chargeOrCredit: Literal["Charge", "Credit"]

class Transaction(TypedDict):
    transactionId: str
    accountId: str
    entityId: str
    bookedAt: Union[str, None]
    """RFC 3339, UTC."""
    valueDate: Union[str, None]
    amount: str
    """Unsigned amount; creditOrDebit gives the direction."""
    currency: str
    """ISO 4217 code."""
    creditOrDebit: Literal["Credit", "Debit"]
    status: Literal["Pending", "Booked", "Reversed"]
    type: Literal["Deposit", "Payment", "PaymentReturn", "PaymentFee", "FxSettlement", "Drawdown", "InternalTransfer", "MarginPosted", "MarginReleased", "Interest", "Adjustment"]
    runningBalance: Union[str, None]
    description: Union[str, None]
    reference: Union[str, None]
    creditorReference: Union[str, None]
    """Reference of the bill paid by an outgoing payment (ISO 11649 or the payee’s own)."""
    endToEndId: Union[str, None]
    uetr: Union[str, None]
    returnReason: Union[str, None]
    """Code of the reason for which a payment came back, if it is known."""
    counterparty: Union[TransactionCounterparty, None]
    exchange: Union[TransactionExchange, None]
    related: Union[TransactionRelated, None]
    virtualAccountId: Union[str, None]
    """Virtual account to which the payer sent the money; its inbound payment is `related`."""
    bankTransactionCode: TransactionBankTransactionCode

class TransactionBankTransactionCode(TypedDict):
    domain: str
    family: str
    subFamily: str
    proprietary: str

class TransactionCounterparty(TypedDict):
    name: Union[str, None]
    accountNumber: Union[str, None]
    iban: Union[str, None]
    bic: Union[str, None]
    address: Union[str, None]
    country: Union[str, None]

class TransactionExchange(TypedDict):
    rate: str
    pair: str
    buyAmount: str
    sellAmount: str

class TransactionPage(TypedDict):
    data: list[Transaction]
    nextCursor: Union[str, None]

class TransactionRelated(TypedDict):
    type: str
    id: str
    clientReference: Union[str, None]

class TransitionPaymentRequest(TypedDict):
    status: Literal["PendingApproval", "ApprovalRecalled", "Scheduled", "AwaitingFunds", "Screening", "Held", "Submitted", "Sent", "Completed", "Returned", "Rejected", "Cancelled", "Failed"]
    reasonCode: NotRequired[str]

class UpdateWebhookEndpointRequest(TypedDict):
    url: NotRequired[str]
    """Public https address to which the service sends the events by POST. Redirects are not followed."""
    events: NotRequired[Union[list[str], None]]
    """Types of the events to send; null sends all types."""
    description: NotRequired[Union[str, None]]
    apiVersion: NotRequired[Literal["v1"]]
    """Version of the event format."""
    status: NotRequired[Literal["Active", "Disabled"]]
    """A disabled endpoint receives no events. When it is active again, it receives the missed events of the last 90 days."""

ValidateBeneficiaryRequest = CreateBeneficiaryRequest

class VerifyPayeeIdentification(TypedDict):
    lei: NotRequired[str]
    bic: NotRequired[str]
    other: NotRequired[OtherIdentification]

class VerifyPayeeRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity. Optional for a client with one entity, and if the request names a resource."""
    name: NotRequired[str]
    """Payee name as known to the payer; required without identification."""
    identification: NotRequired[VerifyPayeeIdentification]
    """Send exactly one of `lei`, `bic` and `other`."""
    iban: NotRequired[str]
    """Required unless sortCode and accountNumber are sent."""
    sortCode: NotRequired[str]
    accountNumber: NotRequired[str]
    partyType: NotRequired[Literal["Individual", "Company"]]
    """Payee type as known to the payer."""
    accountId: NotRequired[str]
    """Id of the account that pays."""

VerifyPayeeResponse = Union["PayeeVerificationOrDryRun", "PayeeVerificationToComeDryRun"]

class VirtualAccount(TypedDict):
    virtualAccountId: str
    entityId: str
    accountId: str
    """Account to credit."""
    name: str
    clientReference: Union[str, None]
    currency: str
    """ISO 4217 code."""
    status: Literal["Active", "Closed"]
    identifiers: AccountIdentifiers
    fundingInstructions: list[FundingInstruction]
    """Details that the payer needs."""
    openedAt: str
    """RFC 3339, UTC."""
    closedAt: Union[str, None]
    """RFC 3339, UTC."""

class VirtualAccountDryRun(VirtualAccount):
    """The response of a dry run, with `dryRun: true`; nothing was stored."""

    dryRun: Literal[True]
    """True in the response of a dry run: nothing was stored."""

class VirtualAccountOrDryRun(VirtualAccount):
    """Success, or the response of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """True in the response of a dry run: nothing was stored."""

class VirtualAccountPage(TypedDict):
    data: list[VirtualAccount]
    nextCursor: Union[str, None]

class Warning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: NotRequired[str]
    """Text as sent to the payee’s bank."""

class WebhookDelivery(TypedDict):
    deliveryId: str
    webhookEndpointId: str
    entityId: str
    eventId: str
    """Header webhook-id: the same in every delivery of the event."""
    eventType: str
    sequence: Union[int, None]
    """Sequence of the event; null for a test."""
    reason: Literal["Event", "Test", "Redelivery"]
    status: Literal["Pending", "Delivered", "Failed"]
    attempts: int
    responseStatus: Union[int, None]
    """HTTP status of the last attempt."""
    failure: Union[str, None]
    """Why the last attempt failed."""
    durationMs: Union[int, None]
    """Duration of the last attempt."""
    createdAt: str
    """RFC 3339, UTC."""
    lastAttemptAt: Union[str, None]
    """RFC 3339, UTC."""
    nextAttemptAt: Union[str, None]
    """RFC 3339, UTC."""

class WebhookDeliveryPage(TypedDict):
    data: list[WebhookDelivery]
    nextCursor: Union[str, None]

class WebhookEndpoint(TypedDict):
    webhookEndpointId: str
    entityId: str
    url: str
    events: Union[list[str], None]
    """Event types that the service sends. Null: all types."""
    description: Union[str, None]
    apiVersion: str
    status: Literal["Active", "Failing", "Disabled"]
    """Failing: the receiver has not accepted a delivery for 72 hours. The service still sends later events."""
    disabledReason: Union[Literal["Client", "Failures", "Rights", "Gone"], None]
    """Failures: the receiver accepted no delivery for seven days. Rights: the client that last saved the endpoint is blocked or does not have the scope. Gone: the receiver answered with 410."""
    version: int
    position: int
    """Sequence number of the last event that was queued for delivery or skipped by `events`."""
    failingSince: Union[str, None]
    """RFC 3339, UTC."""
    previousSecretExpiresAt: Union[str, None]
    """RFC 3339, UTC."""
    secret: NotRequired[str]
    """Key of the signatures, by Standard Webhooks. Only create and rotate-secret return it."""
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""

class WebhookEndpointPage(TypedDict):
    data: list[WebhookEndpoint]
    nextCursor: Union[str, None]

class ZonedTime(TypedDict):
    time: str
    zone: str
