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
    """Details a payer needs to fund the account."""
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
    """null: asked for by no policy of the entity."""
    stepsRequired: int
    """So many different clients must approve."""
    stepsGiven: int
    """Approvals that count."""
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
    """Id of the account that pays; the one that the trade credits when absent."""
    paymentDate: NotRequired[str]
    """The trade’s value date when absent."""
    currency: NotRequired[str]
    """The currency that the trade buys."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    beneficiaryId: NotRequired[str]
    """Id of a saved payee."""
    creditorAccountId: NotRequired[str]
    """Id of a saved payee; another name of beneficiaryId."""
    creditorAccount: NotRequired[CreditorAccount]
    verificationId: NotRequired[str]
    """Id of a verification of payee."""
    reference: str
    """Shown to the payee. Some rails carry less: FPS 18 characters."""
    reason: NotRequired[str]
    purposeCode: NotRequired[str]
    chargeBearer: NotRequired[Literal["SHA", "OUR", "BEN"]]
    """Absent: as the entity’s settings say."""
    speed: NotRequired[Literal["Normal", "Urgent", "Instant"]]
    """Absent: Normal."""
    rail: NotRequired[Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]]
    """One of those that GET /v1/payments/options lists for the payment, for example Chaps for a small amount in GBP. Absent: the first that offers the speed and carries the amount."""
    clientReference: NotRequired[str]
    remittance: NotRequired[Remittance]
    invoice: NotRequired[Invoice]
    payer: NotRequired[Party]
    ultimateDebtor: NotRequired[Party]
    ultimateCreditor: NotRequired[Party]
    regulatoryReporting: NotRequired[RegulatoryReporting]
    documents: NotRequired[list[DocumentReference]]
    notifyEmails: NotRequired[list[str]]
    """Receive a payment advice when the payment has been sent. Rejected where no mail server is configured."""
    ifDateMissed: NotRequired[Literal["NextBusinessDay", "Reject"]]
    """Handling of a payment that misses its date because a review or its trade took longer: sent on the next possible day (default) or rejected."""
    metadata: NotRequired[dict[str, str]]
    """Yours; shown again, never sent on."""

class AuditRecord(TypedDict):
    auditRecordId: str
    """Id of the event, or of the act."""
    recordedAt: str
    """Wall time, RFC 3339, UTC."""
    at: Union[str, None]
    """Business time of an event; null for other acts."""
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
    """Hash of that record. Keep it: later answers must agree with it."""
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
    """Booked, without its sign."""
    creditOrDebit: Literal["Credit", "Debit"]
    booked: str
    available: str
    """Booked balance less holds."""
    pendingIn: str
    """Received, but held back for screening."""
    pendingOut: str
    held: BalanceHeld
    creditLine: str
    asAt: str
    """RFC 3339, UTC."""
    ledgerSequence: int
    """Number of the last posting that is in the balance."""

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
    """Also the ETag."""
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
    """Rails that the details are sufficient for, preferred rail first."""
    verification: BeneficiaryVerification
    approvalRequired: bool
    """Another client of the entity must approve it before it is paid."""
    payableFrom: Union[str, None]
    """End of the cooling-off after it was made or changed; null: none."""
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""

class BeneficiaryDryRun(Beneficiary):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

class BeneficiaryOrDryRun(Beneficiary):
    """Success, or the answer of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """Present in the answer of a dry run: nothing was kept."""

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
    """Any one of them is enough; empty where the destination is not offered."""
    jsonSchema: Any
    """JSON Schema (2020-12) of the body of create for this destination."""

class BeneficiaryRequirementsAlternative(TypedDict):
    rails: list[Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]]
    purposeCodeRequired: bool
    """Each payment needs a purpose code."""
    fields: list[BeneficiaryRequirementsAlternativeField]

class BeneficiaryRequirementsAlternativeField(TypedDict):
    key: str
    """Path in the body of create; of a routing code with its type: routingCodes/SortCode."""
    label: str
    required: bool
    pattern: str
    """Regular expression for the value. Account numbers, codes and tax ids are matched in capitals without spaces and hyphens."""
    minLength: int
    maxLength: int
    options: Union[list[str], None]
    example: str
    refreshOnChange: bool
    """Ask for the requirements again when this field changes."""

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
    """Unique among the beneficiaries that are not deleted."""
    clientReference: NotRequired[str]
    """Unique for ever; cannot be changed."""

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
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    quoteId: str
    """Id of the quote to be booked."""
    clientReference: NotRequired[str]
    """The reference of the trade that continues."""

class BookForwardRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    quoteId: str
    """Id of the quote to be booked."""
    forwardReasoning: Literal["Goods", "Services", "IntergroupPayments", "DividendsShareClasses", "AssetHedging", "DebtHedging", "Commodities", "Capex", "Investment", "DirectInvestment", "InjectingCapitalIntoSubsidiary", "Divestment", "Exits", "InfrastructureHedging", "ManagementFees", "Payroll", "Property", "Taxes"]
    """GET /v1/fx/trades/forwards/reasons lists them."""
    fundsDelivery: Literal["Deliverable", "NonDeliverable"]
    """NonDeliverable: not drawn but settled in cash, against the market, when the value date is over."""
    clientReference: NotRequired[str]
    """Unique among the entity’s trades."""
    payInitialMarginFromAccountId: NotRequired[str]
    """Id of the account that pays it now; else it is awaited by wire."""

class BookHeldRateRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    quoteId: str
    """Id of the held rate."""
    sellAccountId: str
    """Id of the account that is debited; of a TwoWay held rate it decides which currency is sold."""
    buyAccountId: str
    """Id of the account that is credited."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    valueDate: NotRequired[Union[str, None]]
    """If the date cannot be dealt, the earliest settlement date is used instead."""
    clientReference: NotRequired[str]
    """Keeps out doubles: refused for another held-rate booking within 24 hours."""

class BookSpotAmendmentRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    quoteId: str
    """Id of the quote to be booked."""
    clientReference: NotRequired[str]
    """The reference of the trade that continues."""

class BookSpotRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    quoteId: str
    """Id of the quote to be booked."""
    buyAccountId: NotRequired[str]
    """Id of the account that is credited; the quote’s when absent."""
    sellAccountId: NotRequired[str]
    """Id of the account that is debited; the quote’s when absent."""
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
    """Always the contract’s."""
    valueDate: str
    fundingMethod: Literal["CurrencyAccount", "WireTransfer", "PreAuthorizedDebit"]
    fundingInstructions: Union[DrawdownFunding, None]
    waitingFor: Union[Literal["Approval", "ValueDate", "Wire", "Funds"], None]
    """Wire: only money that you wire until the cut-off. Funds: money on the sell account."""
    marginApplied: Money
    clientReference: Union[str, None]
    paymentIds: list[str]
    createdAt: str
    """RFC 3339, UTC."""
    remaining: TradeAmounts
    drawdowns: list[DrawdownOfForward]
    """One of each forward that was drawn; the fields above are those of the first."""
    totals: TradeAmounts

class BookedDrawdownDryRun(BookedDrawdown):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

class Calendar(TypedDict):
    currency: str
    """ISO 4217 code."""
    coveredFrom: str
    coveredTo: str
    """Last day that can be a value date or a payment date."""
    announcedTo: Union[str, None]
    """Holidays after this day are expected, not announced, and may move; null: all of them are expected."""
    source: str
    holidays: Union[list[CalendarHoliday], None]
    """Bank holidays from `from` to `to`, weekends left out; null where no range was given."""

class CalendarHoliday(TypedDict):
    date: str
    name: str
    expected: bool

class CalendarPage(TypedDict):
    data: list[Calendar]
    nextCursor: Union[str, None]

class CancelledDrawdownOrDryRun(TypedDict):
    """Success, or the answer of a dry run."""

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
    """Always the contract’s."""
    valueDate: str
    fundingMethod: Literal["CurrencyAccount", "WireTransfer", "PreAuthorizedDebit"]
    fundingInstructions: Union[DrawdownFunding, None]
    waitingFor: Union[Literal["Approval", "ValueDate", "Wire", "Funds"], None]
    """Wire: only money that you wire until the cut-off. Funds: money on the sell account."""
    marginApplied: Money
    clientReference: Union[str, None]
    paymentIds: list[str]
    createdAt: str
    """RFC 3339, UTC."""
    remaining: TradeAmounts
    dryRun: NotRequired[Literal[True]]
    """Present in the answer of a dry run: nothing was kept."""

class Change(TypedDict):
    kind: Literal["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    text: str
    """Markdown."""

class Changelog(TypedDict):
    data: list[Release]
    deprecations: list[Deprecation]
    """Operations that will end."""
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
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    accountId: NotRequired[str]
    """Id of an account of the entity."""
    name: str
    nickname: NotRequired[str]
    type: NotRequired[Literal["Individual", "Company"]]
    """Company when absent."""
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
    """Unique among the beneficiaries that are not deleted."""
    clientReference: NotRequired[str]
    """Unique for ever; cannot be changed."""

class CreateDrawdownsRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    tradeId: NotRequired[str]
    """Id of the forward."""
    tradeIds: NotRequired[list[str]]
    """Drawn one after the other, oldest first."""
    currency: str
    """Currency of the amount: buy or sell currency."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    valueDate: NotRequired[Union[str, None]]
    """Absent: the earliest that can be drawn and settled."""
    fundingMethod: Literal["CurrencyAccount", "WireTransfer", "PreAuthorizedDebit"]
    clientReference: NotRequired[str]
    """Unique among the entity’s trades; of several drawdowns it is that of the first."""
    payments: NotRequired[list[AttachedPayment]]
    """Payments of the buy amount, created with the booking and funded at settlement."""

class CreateHeldRateRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
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
    """Id of the account that is paid; it or a virtual account of it is needed."""
    virtualAccountId: NotRequired[str]
    """Id of the virtual account that is paid."""
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
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    debitAccountId: str
    """Id of the account that is debited."""
    creditAccountId: str
    """Id of the account that is credited."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    reference: NotRequired[str]
    clientReference: NotRequired[str]
    """Unique among the internal transfers of the entity."""

class CreateNotificationRecipientRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    email: str
    topics: list[NotificationTopic]
    """MarginCalls: issued and overdue margin calls. OverdueTrades: trades that were not paid in time. Approvals: orders that require approval."""

class CreatePayeeIdentification(TypedDict):
    lei: NotRequired[str]
    bic: NotRequired[str]
    other: NotRequired[OtherIdentification]

class CreatePayeeRequest(TypedDict):
    iban: NotRequired[str]
    """This, or sortCode and accountNumber."""
    sortCode: NotRequired[str]
    accountNumber: NotRequired[str]
    name: str
    """Joint holders, or registered and trading names, with | between them."""
    type: NotRequired[Literal["Individual", "Company"]]
    """Default: the type the payer states."""
    identification: NotRequired[CreatePayeeIdentification]
    state: NotRequired[Literal["Open", "Closed", "Switched", "OptedOut", "Unresponsive"]]
    """Open when absent."""

class CreateTokenRequest(TypedDict):
    """Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form."""

    grant_type: Literal["client_credentials"]
    scope: NotRequired[str]
    """Scopes with spaces between; all that the client has for any of its entities when absent."""
    client_id: NotRequired[str]
    """Required with client_secret, unless you use HTTP Basic."""
    client_secret: NotRequired[str]
    """A live secret of the client."""
    client_assertion: NotRequired[str]
    """JWT signed with the key of the client (private_key_jwt, RFC 7523)."""
    client_assertion_type: NotRequired[str]
    """urn:ietf:params:oauth:client-assertion-type:jwt-bearer"""

class CreateWebhookEndpointRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    url: str
    """Public https address that takes the events by POST. Redirects are not followed."""
    events: NotRequired[list[str]]
    """Types of the events to send. Without it, all types are sent."""
    description: NotRequired[str]
    apiVersion: NotRequired[Literal["v1"]]
    """Version of the form of events."""
    status: NotRequired[Literal["Active", "Disabled"]]
    """A disabled endpoint gets nothing; once it is active again, it gets the events since then."""

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
    """Company when absent."""
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
    """Weighted by base amount; null where deals go both ways."""
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
    furthestValueDate: str
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
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

class Deprecation(TypedDict):
    path: str
    """It includes all paths below it."""
    deprecatedOn: str
    sunsetOn: Union[str, None]
    successor: Union[str, None]

class Document(TypedDict):
    documentId: str
    kind: str
    version: int
    """Version of the documented object."""
    mediaType: str
    size: int
    """Bytes."""
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
    """Always the contract’s."""
    valueDate: str
    fundingMethod: Literal["CurrencyAccount", "WireTransfer", "PreAuthorizedDebit"]
    fundingInstructions: Union[DrawdownFunding, None]
    waitingFor: Union[Literal["Approval", "ValueDate", "Wire", "Funds"], None]
    """Wire: only money that you wire until the cut-off. Funds: money on the sell account."""
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
    """Always the contract’s."""
    valueDate: str
    fundingMethod: Literal["CurrencyAccount", "WireTransfer", "PreAuthorizedDebit"]
    fundingInstructions: Union[DrawdownFunding, None]
    waitingFor: Union[Literal["Approval", "ValueDate", "Wire", "Funds"], None]
    """Wire: only money that you wire until the cut-off. Funds: money on the sell account."""
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
    cutOffAt: str
    """RFC 3339, UTC."""
    cutOffLocal: ZonedTime
    expectedArrivalDate: str

class EarliestSettlement(TypedDict):
    currencyPair: str
    tradeDate: str
    earliestDate: str
    tenor: Literal["T0", "T1", "T2"]
    cutOffAt: str
    """RFC 3339, UTC."""
    cutOffLocal: ZonedTime
    spotDate: str
    marketOpen: bool
    """While it is false, the dates are those at the next opening."""
    nextCutOffs: list[EarliestSettlementNextCutOff]
    """Every date up to spot that can still be dealt, the earliest first."""

class EarliestSettlementNextCutOff(TypedDict):
    date: str
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
    """null: every pair of the service."""
    maxForwardTenor: Union[str, None]
    """The longest tenor that can be dealt today: what this entity may deal, or less where the known holidays end sooner."""
    approvalPolicies: list[EntitySettingsApprovalPolicy]
    approvalPriceToleranceBps: int
    """How far the market may move, in either direction, between the pricing of a trade and its last approval: basis points of the rate. Beyond that the approval is rejected with trade_price_moved."""
    vopRequired: Literal["Always", "EurOnly", "Never"]
    """When verification of payee must come first."""
    defaultChargeBearer: Literal["SHA", "OUR", "BEN"]
    defaultBeneficiaryByCurrency: dict[str, str]
    preAuthorizedDebit: EntitySettingsPreAuthorizedDebit
    cutOffProfile: str
    notificationPreferences: EntitySettingsNotificationPreferences
    quoteExpiryEvents: bool
    """Records the event `quote.expired` for each spot or forward quote that expires without being booked."""
    ipAllowList: list[str]
    """Addresses and CIDR ranges that may request tokens; empty for any."""
    dataRetentionDays: int
    shorterForwardTenors: list[EntitySettingsShorterForwardTenor]
    """Currencies whose holidays are known for a shorter time, with the last value date that can be dealt."""
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
    """Spot deals that are not paid for yet, at mid when they were quoted."""

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
    """Number of the last entry of the account that it contains."""

class EventList(TypedDict):
    data: list[Event]
    position: str
    """Send it as `after` of the next request."""
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
    """Net and discounted; negative when the client would lose by leaving its deals."""
    marginCallTerms: FacilityMarginCallTerms
    termIds: list[str]
    effectiveFrom: str
    reviewDate: str
    expiryDate: Union[str, None]
    """Last day on which deals can be made; null: until it is withdrawn."""
    letter: FacilityLetter

class FacilityLetter(TypedDict):
    documentId: Union[str, None]
    version: int
    signedAt: Union[str, None]
    """RFC 3339, UTC."""

class FacilityMarginCallTerms(TypedDict):
    basis: Literal["RateMove", "MtmOverNotional", "NetMtmAbsolute"]
    threshold: str
    """Percent; with NetMtmAbsolute an amount."""
    callSize: str
    """Percent of the notional; with NetMtmAbsolute the blocks calls come in."""
    dueBusinessDays: int
    minimumCall: str
    overdueAction: Literal["Alert", "CloseOut"]
    overdueGraceHours: int
    collection: Literal["Automatic", "OnRequest"]
    """Automatic: variation margin calls are collected from an account, which each call names. OnRequest: you pay each."""

class FacilityMtm(TypedDict):
    amount: str
    currency: str
    """ISO 4217 code."""
    asAt: str
    """RFC 3339, UTC."""
    snapshotId: Union[str, None]
    """The market it follows from; null while nothing is open."""

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
    """null: any pair."""
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
    validTo: Union[str, None]

class FacilityTermInitialMargin(TypedDict):
    percent: str
    """Percent, as text."""
    minimum: str
    waived: bool
    """Nothing to pay as long as the limit is not used up."""
    release: Literal["ProRata", "AtEnd"]
    schedule: list[FacilityTermInitialMarginSchedule]

class FacilityTermInitialMarginSchedule(TypedDict):
    fromTenor: str
    """ISO 8601 duration, counted from spot."""
    toTenor: str
    """ISO 8601 duration, counted from spot."""
    percent: str
    """Percent, as text."""

class FacilityTermPage(TypedDict):
    data: list[FacilityTerm]
    nextCursor: Union[str, None]

class FacilityTermVariationMargin(TypedDict):
    thresholdPercent: str
    """Percent, as text."""
    callPercent: str
    """Percent, as text."""
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
    newValueDate: Union[str, None]
    nearRate: Union[str, None]
    """The rate at which the part is closed; null for a split."""
    swapPoints: str
    """Pips of the market between the old and the new value date."""
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
    """null until it is approved."""
    approval: TradeApproval
    closeOutTradeId: Union[str, None]
    newTradeId: Union[str, None]
    trade: ForwardTrade
    newTrade: Union[ForwardTrade, None]

class ForwardAmendmentDryRun(ForwardAmendment):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

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
    newValueDate: Union[str, None]
    nearRate: Union[str, None]
    """The rate at which the part is closed; null for a split."""
    swapPoints: str
    """Pips of the market between the old and the new value date."""
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
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

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
    valueDate: str
    tenor: Union[str, None]
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same in the clock of the currency whose cut-off is the earlier."""
    quoteId: Union[str, None]
    clientReference: Union[str, None]
    price: Price
    settlement: TradeSettlement
    parentTradeId: Union[str, None]
    paymentIds: list[str]
    confirmationDocumentId: Union[str, None]
    """null until the confirmation is first asked for."""
    history: list[TradeHistoryEntry]
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""
    forward: ForwardDetailsForward

class ForwardDetailsForward(TypedDict):
    type: Literal["Fixed", "Window", "Open", "Variable"]
    """When it can be drawn: Fixed on the value date; Window and Variable from the access date to the value date; Open on any day from spot to the value date."""
    accessDate: str
    valueDate: str
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
    drawdownCount: int
    amended: TradeAmounts
    margin: ForwardDetailsForwardMargin
    mtm: Union[ForwardDetailsForwardMtm, None]
    permittedActions: list[ForwardDetailsForwardPermittedAction]
    linkedTrades: list[ForwardDetailsForwardLinkedTrade]
    """Close-outs of it and the forwards that came out of it."""

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
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same in the clock of the currency whose cut-off is the earlier."""
    createdAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """A booking must be received before this instant."""
    limits: QuoteLimits
    kind: Literal["Forward"]
    forwardType: Literal["Fixed", "Window", "Open", "Variable"]
    """When it can be drawn: Fixed on the value date; Window and Variable from the access date to the value date; Open on any day from spot to the value date."""
    accessDate: str
    tenor: str
    """The tenor that prices the value date; a broken date has the next longer one."""
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
    """The default account of the margin’s currency."""

class ForwardQuotePrice(TypedDict):
    mid: str
    """Counter currency per unit of base."""
    margin: str
    """How much worse than mid the rate is for the client; negative when it is better."""
    marginPercent: str
    """The margin as a percentage of mid."""
    forwardPoints: str
    """Forward points in pips; negative if the forward rate is below spot."""
    fees: list[str]
    costInSellCurrency: str
    pricedAtDate: str

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
    valueDate: str
    tenor: Union[str, None]
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same in the clock of the currency whose cut-off is the earlier."""
    quoteId: Union[str, None]
    clientReference: Union[str, None]
    price: Price
    settlement: TradeSettlement
    parentTradeId: Union[str, None]
    paymentIds: list[str]
    confirmationDocumentId: Union[str, None]
    """null until the confirmation is first asked for."""
    history: list[TradeHistoryEntry]
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""
    forward: ForwardTradeForward

class ForwardTradeDryRun(ForwardTrade):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

class ForwardTradeForward(TypedDict):
    type: Literal["Fixed", "Window", "Open", "Variable"]
    """When it can be drawn: Fixed on the value date; Window and Variable from the access date to the value date; Open on any day from spot to the value date."""
    accessDate: str
    valueDate: str
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
    """The same in basis points of the rate."""
    estimatedAmount: str
    """Amount in the currency of the fixed side."""
    maxAmount: str
    """110 % of the estimate; bookings together may come to it."""
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
    """Value dates that can be dealt for until the hold ends."""
    tradeIds: list[str]

class HeldRateDryRun(HeldRate):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

class HeldRateOrDryRun(HeldRate):
    """Success, or the answer of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """Present in the answer of a dry run: nothing was kept."""

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
    valueDate: str
    tenor: Union[str, None]
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same in the clock of the currency whose cut-off is the earlier."""
    quoteId: Union[str, None]
    clientReference: Union[str, None]
    price: Price
    settlement: TradeSettlement
    parentTradeId: Union[str, None]
    paymentIds: list[str]
    confirmationDocumentId: Union[str, None]
    """null until the confirmation is first asked for."""
    history: list[TradeHistoryEntry]
    createdAt: str
    """RFC 3339, UTC."""
    updatedAt: str
    """RFC 3339, UTC."""
    valueDateAdjusted: bool
    """True if we chose the value date: the request named none, or one that is not available."""
    execution: HeldRateTradeExecution

class HeldRateTradeDryRun(HeldRateTrade):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

class HeldRateTradeExecution(TypedDict):
    mode: Literal["Held", "Spot", "NextQuote", "MarketOpenOrder"]
    quoteIdUsed: Union[str, None]
    """The held rate whose price was dealt, if one’s was."""

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
    """null while the money is unidentified."""
    accountId: Union[str, None]
    """null while the money is unidentified."""
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
    """The bank’s, or the day of receipt in the time zone of the entity."""
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
    """Where a wire must arrive, and where margin is released to."""
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
    """It is cancelled if it has not been approved by then."""

class InternalAccountTransferDryRun(InternalAccountTransfer):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

class InternalAccountTransferOrDryRun(InternalAccountTransfer):
    """Success, or the answer of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """Present in the answer of a dry run: nothing was kept."""

class InternalAccountTransferPage(TypedDict):
    data: list[InternalAccountTransfer]
    nextCursor: Union[str, None]

class IntrospectTokenRequest(TypedDict):
    """Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form."""

    token: str
    token_type_hint: NotRequired[str]
    """access_token; not needed."""
    client_id: NotRequired[str]
    """Required with client_secret, unless you use HTTP Basic."""
    client_secret: NotRequired[str]
    """A live secret of the client."""
    client_assertion: NotRequired[str]
    """JWT signed with the key of the client (private_key_jwt, RFC 7523)."""
    client_assertion_type: NotRequired[str]
    """urn:ietf:params:oauth:client-assertion-type:jwt-bearer"""

class Invoice(TypedDict):
    number: str
    date: NotRequired[str]

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
    """The market it follows from; null for an initial margin."""
    explanation: str
    collectedFrom: Union[str, None]
    """The account from whose money the call is collected, in parts if need be, before payments get any. You can pay it from another account too. Null: it is not collected; settle it."""
    actions: list[Literal["settle"]]
    """Actions available now."""
    updatedAt: str
    """RFC 3339, UTC."""

class MarginCallOrDryRun(MarginCall):
    """Success, or the answer of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """Present in the answer of a dry run: nothing was kept."""

class MarginCallPage(TypedDict):
    data: list[MarginCall]
    nextCursor: Union[str, None]

class MarginRun(TypedDict):
    issued: list[MarginCall]
    released: list[MarginCall]
    """Withdrawn, or their margin has gone back."""
    runs: list[MarginRunRun]

class MarginRunRun(TypedDict):
    facilityId: str
    snapshotId: Union[str, None]
    """null: nothing is open or held."""
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
    """Exactly one of the three."""

    set: NotRequired[str]
    """RFC 3339, UTC."""
    advance: NotRequired[str]
    """ISO 8601 duration, days too."""
    freeze: NotRequired[bool]
    """True stops business time, false resumes it."""

class MoveMarketRequest(TypedDict):
    """Exactly one of the two."""

    rate: NotRequired[str]
    """The new middle rate."""
    shiftPercent: NotRequired[str]
    """Percent, with its sign."""

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
    """MarginCalls: issued and overdue margin calls. OverdueTrades: trades that were not paid in time. Approvals: orders that require approval."""
    createdAt: str
    """RFC 3339, UTC."""

class NotificationRecipientPage(TypedDict):
    data: list[NotificationRecipient]
    nextCursor: Union[str, None]

NotificationTopic = Literal["MarginCalls", "OverdueTrades", "Approvals"]

class OAuthError(TypedDict):
    error: str
    error_description: str
    error_uri: NotRequired[str]

class OpenVirtualAccountRequest(TypedDict):
    accountId: str
    """Id of the account that gets the money."""
    name: str
    """The payer or the purpose, as your reports are to show it."""
    clientReference: NotRequired[str]
    """Your own reference of the payer, such as a customer number. Unique for ever."""

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
    """Banks refuse a payment whose payee has no town of its own."""
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
    """Message to show to the payer, who decides."""
    scheme: Literal["SEPA_VOP", "UK_COP", "SIMULATED"]
    """SIMULATED: a magic value decided."""
    checkedAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """RFC 3339, UTC."""
    recommendedUpdates: list[PayeeVerificationRecommendedUpdate]

class PayeeVerificationOrDryRun(PayeeVerification):
    """Success, or the answer of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """Present in the answer of a dry run: nothing was kept."""

class PayeeVerificationRecommendedUpdate(TypedDict):
    field: Literal["name", "partyType"]
    value: str

class PayeeVerificationToComeDryRun(TypedDict):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    warnings: list[PayeeVerificationToComeWarning]
    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

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
    """Where the money is of a payment that did not reach its payee: OnAccount, on the account; InTrade, still to be delivered by the trade that buys it; InSuspense, kept by us because the account is closed. The actions are what you can do with it; nextAction of statusReason names their calls. Null where no money was moved or bought."""
    paymentDate: str
    amount: str
    currency: str
    """ISO 4217 code."""
    fee: Money
    beneficiaryId: Union[str, None]
    beneficiarySnapshot: Union[FreeForm, None]
    """A beneficiary, as it was."""
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
    """Receive a payment advice when the payment has been sent. Rejected where no mail server is configured."""
    ifDateMissed: NotRequired[Literal["NextBusinessDay", "Reject"]]
    """Handling of a payment that misses its date because a review or its trade took longer: sent on the next possible day (default) or rejected."""
    metadata: NotRequired[dict[str, str]]
    """Yours; shown again, never sent on."""
    clientReference: Union[str, None]
    """Null too where the batch of the payment undid it."""
    endToEndId: str
    uetr: str
    """Names the payment to every bank on its way."""
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
    returned: Union[PaymentReturned, None]
    recall: Union[PaymentRecall, None]
    """The request to have it back, if one was made."""
    batchId: Union[str, None]
    history: list[PaymentHistory]
    allowedActions: list[Literal["Cancel", "Approve", "Reject", "RecallApproval", "RequestApproval", "RequestRecall"]]
    version: int
    """Also the ETag."""
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
    """Payments made of it, by their present status."""
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
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

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
    """The item as it was read."""

class PaymentBatchItemPage(TypedDict):
    data: list[PaymentBatchItem]
    nextCursor: Union[str, None]

class PaymentBatchOrDryRun(PaymentBatch):
    """Success, or the answer of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """Present in the answer of a dry run: nothing was kept."""

class PaymentBatchOrder(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    name: NotRequired[str]
    mode: NotRequired[Literal["Strict", "Partial"]]
    """Strict (when absent): all items or none. Partial: every item that can be paid."""
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
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

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
    cutOffAt: str
    """RFC 3339, UTC."""
    cutOffLocal: ZonedTime
    expectedArrival: str
    maxAmount: Union[str, None]
    isDefault: bool
    """True for the option used when a payment names neither speed nor charge bearer."""

class PaymentOrDryRun(Payment):
    """Success, or the answer of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """Present in the answer of a dry run: nothing was kept."""

class PaymentOrder(TypedDict):
    accountId: str
    """Id of the account that pays."""
    paymentDate: str
    amount: str
    """Decimal string, at most the decimals of the currency."""
    currency: str
    """ISO 4217 code."""
    beneficiaryId: NotRequired[str]
    """Id of a saved payee."""
    creditorAccountId: NotRequired[str]
    """Id of a saved payee; another name of beneficiaryId."""
    creditorAccount: NotRequired[CreditorAccount]
    tradeId: NotRequired[str]
    """Id of the trade whose proceeds are paid out."""
    verificationId: NotRequired[str]
    """Id of a verification of payee."""
    reference: str
    """Shown to the payee. Some rails carry less: FPS 18 characters."""
    reason: NotRequired[str]
    purposeCode: NotRequired[str]
    chargeBearer: NotRequired[Literal["SHA", "OUR", "BEN"]]
    """Absent: as the entity’s settings say."""
    speed: NotRequired[Literal["Normal", "Urgent", "Instant"]]
    """Absent: Normal."""
    rail: NotRequired[Literal["Fps", "Chaps", "Sepa", "SepaInstant", "Ach", "Fedwire", "Local", "Swift"]]
    """One of those that GET /v1/payments/options lists for the payment, for example Chaps for a small amount in GBP. Absent: the first that offers the speed and carries the amount."""
    clientReference: NotRequired[str]
    remittance: NotRequired[Remittance]
    invoice: NotRequired[Invoice]
    payer: NotRequired[Party]
    ultimateDebtor: NotRequired[Party]
    ultimateCreditor: NotRequired[Party]
    regulatoryReporting: NotRequired[RegulatoryReporting]
    documents: NotRequired[list[DocumentReference]]
    notifyEmails: NotRequired[list[str]]
    """Receive a payment advice when the payment has been sent. Rejected where no mail server is configured."""
    ifDateMissed: NotRequired[Literal["NextBusinessDay", "Reject"]]
    """Handling of a payment that misses its date because a review or its trade took longer: sent on the next possible day (default) or rejected."""
    metadata: NotRequired[dict[str, str]]
    """Yours; shown again, never sent on."""

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
    """Rail and fee as far as they are known, even if the payment has other errors."""
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
    """null where the payment date cannot be used."""
    expectedArrival: Union[str, None]
    cutOffAt: Union[str, None]
    """RFC 3339, UTC."""

class PaymentValidationVerification(TypedDict):
    required: bool
    reason: Union[str, None]

class Price(TypedDict):
    mid: str
    """Counter currency per unit of base."""
    margin: str
    """How much worse than mid the rate is for the client; negative when it is better."""
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
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    type: Literal["Extend", "BringForward", "CloseOut", "Split"]
    newValueDate: NotRequired[str]
    currency: NotRequired[str]
    """Currency of the amount. Default: the buy currency."""
    amount: NotRequired[str]
    """The part that is meant; absent: all that is left. Needed for Split."""

class QuoteForwardRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    buyAccountId: NotRequired[str]
    """Id of the account that is credited; the default account of its currency when absent."""
    sellAccountId: NotRequired[str]
    """Id of the account that is debited; the default account of its currency when absent."""
    buyCurrency: str
    """ISO 4217 code."""
    sellCurrency: str
    """ISO 4217 code."""
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    valueDate: NotRequired[Union[str, None]]
    """The day by which all is drawn. Absent: spot, for a fixed forward only."""
    forwardType: NotRequired[Literal["Fixed", "Window", "Open", "Variable"]]
    """When it can be drawn: Fixed on the value date; Window and Variable from the access date to the value date; Open on any day from spot to the value date."""
    accessDate: NotRequired[str]
    """First day of the window; required for Window and Variable. If the pair does not settle on it, the forward can be drawn from the next day on which it does."""
    reason: NotRequired[Literal["Goods", "Services", "IntergroupPayments", "DividendsShareClasses", "AssetHedging", "DebtHedging", "Commodities", "Capex", "Investment", "DirectInvestment", "InjectingCapitalIntoSubsidiary", "Divestment", "Exits", "InfrastructureHedging", "ManagementFees", "Payroll", "Property", "Taxes"]]
    """GET /v1/fx/trades/forwards/reasons lists them."""
    creditTermId: NotRequired[str]
    """Id of the credit term; the first that fits when absent."""
    marginSide: NotRequired[Literal["Buy", "Sell"]]
    """Side whose currency the margin is paid in. Default: Sell."""
    defaultBeneficiaryId: NotRequired[str]
    """Id of the beneficiary of drawdown payments that name none."""

class QuoteLimits(TypedDict):
    currency: str
    """Currency of remainingDaily and maxTradeSize."""
    remainingDaily: str
    maxTradeSize: str
    availableBalance: str
    """Available balance of the sell account in the sell currency."""

class QuoteSpotAmendmentRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    type: Literal["Cancel", "CloseOut", "Move"]
    newValueDate: NotRequired[str]
    """Required for Move: a spot value date that can be dealt now."""

class QuoteSpotRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    buyAccountId: NotRequired[str]
    """Id of the account that is credited; the default account of its currency when absent."""
    sellAccountId: NotRequired[str]
    """Id of the account that is debited; the default account of its currency when absent."""
    buyCurrency: str
    """ISO 4217 code."""
    sellCurrency: str
    """ISO 4217 code."""
    fixedSide: Literal["Buy", "Sell"]
    """The side whose amount is fixed and stays exact."""
    amount: str
    """Decimal string, at most the decimals of the currency."""
    valueDate: NotRequired[Union[str, None]]

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
    tenor: str
    """T0, T1, T2, or of a forward the tenor that prices it."""
    asOf: str
    """When the market last gave this rate; old while it is closed."""
    bookable: Literal[False]

class Reason(TypedDict):
    code: str
    message: str

class RecallPaymentRequest(TypedDict):
    reason: NotRequired[Literal["CUST", "DUPL", "TECH", "FRAD", "AC03", "AM09", "UPAY"]]
    """CUST: on request (when absent). DUPL: paid twice. TECH: a technical mistake. FRAD: fraud. AC03: wrong account. AM09: wrong amount. UPAY: paid without cause."""
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
    summary: Union[str, None]
    """Markdown."""
    changes: list[Change]

class Remittance(TypedDict):
    unstructured: NotRequired[str]
    structured: NotRequired[StructuredRemittance]

ReplaceBeneficiaryRequest = CreateBeneficiaryRequest

class ReplayWebhookEventsRequest(TypedDict):
    fromSequence: int
    """Sequence of the first event that is sent again. Later ones follow, those of other types excepted."""

class ResetSandboxRequest(TypedDict):
    pass

RevokeTokenRequest = IntrospectTokenRequest

class RoutingCode(TypedDict):
    type: Literal["SortCode", "Aba", "Bsb", "Ifsc", "Cnaps", "Clabe", "InstitutionNo", "TransitNo", "BankCode", "BranchCode"]
    value: str

class RunMarginRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""

class SandboxReset(TypedDict):
    message: str
    credentialsKept: bool
    now: str
    """RFC 3339, UTC."""

class ServiceStatus(TypedDict):
    status: str

class SettleMarginCallRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    accountId: str
    """Id of the account that pays, in the currency of the call."""
    amount: NotRequired[str]
    """Default: the outstanding amount."""

class SettleTradeRequest(TypedDict):
    pass

class SimulateCreditRequest(TypedDict):
    """Rate shocks, a proposed forward, or both."""

    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    shocks: NotRequired[list[SimulateCreditShock]]
    trade: NotRequired[SimulateCreditTrade]

class SimulateCreditShock(TypedDict):
    currencyPair: str
    percent: str
    """Percent, with its sign."""

class SimulateCreditTrade(TypedDict):
    buyCurrency: str
    """ISO 4217 code."""
    sellCurrency: str
    """ISO 4217 code."""
    fixedSide: Literal["Buy", "Sell"]
    amount: str
    """Decimal string, at most the decimals of the currency."""
    valueDate: NotRequired[str]

class SimulatedFacility(TypedDict):
    utilised: str
    available: str
    unpaidLosses: str
    """The part of `utilised` that the client has not paid in time."""
    isLimitExceeded: bool
    mtm: str
    marginCallTotal: str
    """Amount a margin run would call in addition to the open calls."""
    marginCallCount: int
    marginCalls: list[SimulatedFacilityMarginCall]
    """The largest, at most 100."""

class SimulatedFacilityMarginCall(TypedDict):
    tradeId: Union[str, None]
    """null: the proposed trade, or the net position."""
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
    newValueDate: Union[str, None]
    nearRate: str
    """The rate at which the trade is closed."""
    swapPoints: str
    """Pips of the market between the old and the new value date."""
    newRate: Union[str, None]
    """Rate of the continuing trade; null without one."""
    newBuyAmount: Union[str, None]
    newSellAmount: Union[str, None]
    settlementAmount: str
    """Paid in cash: a charge at once, a credit on the value date."""
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
    """null until it is approved."""
    approval: TradeApproval
    closeOutTradeId: Union[str, None]
    """null for a move until it is approved."""
    newTradeId: Union[str, None]
    trade: Trade
    closeOut: Union[Trade, None]
    newTrade: Union[Trade, None]

class SpotAmendmentDryRun(SpotAmendment):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

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
    newValueDate: Union[str, None]
    nearRate: str
    """The rate at which the trade is closed."""
    swapPoints: str
    """Pips of the market between the old and the new value date."""
    newRate: Union[str, None]
    """Rate of the continuing trade; null without one."""
    newBuyAmount: Union[str, None]
    newSellAmount: Union[str, None]
    settlementAmount: str
    """Paid in cash: a charge at once, a credit on the value date."""
    chargeOrCredit: Literal["Charge", "Credit"]
    currency: str
    """ISO 4217 code."""
    createdAt: str
    """RFC 3339, UTC."""
    expiresAt: str
    """RFC 3339, UTC."""

class SpotAmendmentQuoteDryRun(SpotAmendmentQuote):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

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
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same in the clock of the currency whose cut-off is the earlier."""
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
    dates: list[SpotValueDatesDate]

class SpotValueDatesDate(TypedDict):
    date: str
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
    """true: the holiday is calculated, no authority has announced it yet."""

class Statement(TypedDict):
    statementId: Union[str, None]
    """Null: an interim statement, which is not stored."""
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
    """Booked ones, oldest first."""
    digest: str
    """SHA-256 in hex over lines of text, each a JSON array and a line feed. First [statementId, accountId, statementFromDate, statementToDate, sequenceNumber, currency, openingBalance, closingBalance, credits, creditCount, debits, debitCount]; then for each transaction [transactionId, bookedAt, valueDate, creditOrDebit, amount, runningBalance, type, reference, endToEndId, counterparty name, counterparty iban or accountNumber]. Missing values are null."""

class StatementSummary(TypedDict):
    statementId: Union[str, None]
    """Null: an interim statement, which is not stored."""
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
    invoiceAmount: NotRequired[str]
    """Decimal string, at most the decimals of the currency."""

class Token(TypedDict):
    access_token: str
    token_type: Literal["Bearer"]
    expires_in: int
    """Seconds of wall time."""
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
    valueDate: str
    tenor: Union[str, None]
    cutOffAt: str
    """Time by which the sell amount must be in the sell account: the cut-off of the value date."""
    cutOffLocal: ZonedTime
    """The same in the clock of the currency whose cut-off is the earlier."""
    quoteId: Union[str, None]
    clientReference: Union[str, None]
    price: Price
    settlement: TradeSettlement
    parentTradeId: Union[str, None]
    paymentIds: list[str]
    confirmationDocumentId: Union[str, None]
    """null until the confirmation is first asked for."""
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
    """null: asked for by no policy of the entity."""
    stepsRequired: int
    """So many different clients must approve."""
    stepsGiven: int
    """Approvals that count."""
    steps: list[ApprovalStep]
    canApprove: bool
    """True if the calling client may approve it now."""
    approvers: Union[Approvers, None]
    lapsesAt: Union[str, None]
    """The deal is called off if it has not been approved by then."""

class TradeDryRun(Trade):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

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
    valueDate: str
    spotRate: str
    """Counter currency per unit of base."""
    forwardPoints: str
    """Pips from spot to the date priced."""
    marketForwardRate: str
    """Forward rate for a close-out, without mark-up."""
    pricedAtDate: str
    """The valuation date: the value date of a fixed forward; otherwise the day it was priced for, not before the spot date."""
    datedBy: Literal["Calendar", "LastKnownDate"]
    """LastKnownDate: the holidays of a currency of the pair are not known far enough ahead to date the deal, so it is valued at the spot price for the last known business day."""
    discountFactor: str
    """Discount factor of the counter currency from the value date to today."""
    quoteCurrency: str
    """ISO 4217 code."""
    mtmQuote: str
    """Undiscounted close-out value in the counter currency."""
    conversionRate: str
    """mtmCurrency per unit of quoteCurrency, spot middle."""
    mtm: str
    """Discounted; negative when the client would lose by leaving the deal."""
    mtmUndiscounted: str
    mtmCurrency: str
    """ISO 4217 code."""
    notional: str
    """Outstanding base amount, converted into mtmCurrency."""
    mtmPercentOfNotional: str
    """Percent, four decimals; negative is against the client."""
    rateMovePercent: str
    """Percent, four decimals; negative is against the client."""
    initialMarginHeld: Money
    variationMarginHeld: Money
    callDistance: Union[str, None]
    """Percent that it may still go against the client before the next call; null: netted."""
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
    """Success, or the answer of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """Present in the answer of a dry run: nothing was kept."""

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
    """The code of the refusal that stopped the settlement."""
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
    """Public https address that takes the events by POST. Redirects are not followed."""
    events: NotRequired[Union[list[str], None]]
    """Types of the events to send. Without it, all types are sent."""
    description: NotRequired[Union[str, None]]
    apiVersion: NotRequired[Literal["v1"]]
    """Version of the form of events."""
    status: NotRequired[Literal["Active", "Disabled"]]
    """A disabled endpoint gets nothing; once it is active again, it gets the events since then."""

ValidateBeneficiaryRequest = CreateBeneficiaryRequest

class VerifyPayeeIdentification(TypedDict):
    lei: NotRequired[str]
    bic: NotRequired[str]
    other: NotRequired[OtherIdentification]

class VerifyPayeeRequest(TypedDict):
    entityId: NotRequired[str]
    """Id of the entity; not needed by a client with one entity, nor where the request names a resource."""
    name: NotRequired[str]
    """Payee name as known to the payer; required without identification."""
    identification: NotRequired[VerifyPayeeIdentification]
    """Exactly one of the three."""
    iban: NotRequired[str]
    """This, or sortCode and accountNumber."""
    sortCode: NotRequired[str]
    accountNumber: NotRequired[str]
    partyType: NotRequired[Literal["Individual", "Company"]]
    """Payee type as known to the payer."""
    accountId: NotRequired[str]
    """Id of the account that is to pay."""

VerifyPayeeResponse = Union["PayeeVerificationOrDryRun", "PayeeVerificationToComeDryRun"]

class VirtualAccount(TypedDict):
    virtualAccountId: str
    entityId: str
    accountId: str
    """The account that gets the money."""
    name: str
    clientReference: Union[str, None]
    currency: str
    """ISO 4217 code."""
    status: Literal["Active", "Closed"]
    identifiers: AccountIdentifiers
    fundingInstructions: list[FundingInstruction]
    """Details the payer needs."""
    openedAt: str
    """RFC 3339, UTC."""
    closedAt: Union[str, None]
    """RFC 3339, UTC."""

class VirtualAccountDryRun(VirtualAccount):
    """The answer that the call would get, with `dryRun: true`; nothing was kept."""

    dryRun: Literal[True]
    """Present in the answer of a dry run: nothing was kept."""

class VirtualAccountOrDryRun(VirtualAccount):
    """Success, or the answer of a dry run."""

    dryRun: NotRequired[Literal[True]]
    """Present in the answer of a dry run: nothing was kept."""

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
    """Types that are sent; null: all."""
    description: Union[str, None]
    apiVersion: str
    status: Literal["Active", "Failing", "Disabled"]
    """Failing: a delivery was not accepted for 72 hours. Later events are still attempted."""
    disabledReason: Union[Literal["Client", "Failures", "Rights", "Gone"], None]
    """Failures: no delivery was accepted for seven days. Rights: the client that saved the endpoint last is blocked or lacks the scope. Gone: the receiver answered 410."""
    version: int
    position: int
    """Sequence of the last event that was queued for delivery, or filtered out."""
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
