"""Made from the service's OpenAPI document by generate.py; do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict



class AccountIdentifiersRoutingCode(TypedDict):
    type: Literal['SortCode', 'BankCode', 'BranchCode', 'Aba']
    value: str


class AccountIdentifiers(TypedDict):
    iban: str
    bic: str
    accountNumber: str | None
    sortCode: str | None
    routingCodes: list[AccountIdentifiersRoutingCode]


class AccountHolderAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class AccountHolder(TypedDict):
    name: str
    address: AccountHolderAddress | None


class AccountFundingInstruction(TypedDict):
    rail: Literal['Local', 'Swift', 'Sepa', 'Fps', 'Chaps', 'Ach', 'Fedwire']
    currency: str
    accountNumber: str | None
    iban: str | None
    bic: str | None
    bankName: str
    bankAddress: str
    reference: str | None


class AccountCapabilities(TypedDict):
    internalTransfers: bool
    payments: bool
    fx: bool


class Account(TypedDict):
    accountId: str
    entityId: str
    name: str
    friendlyName: str | None
    currency: str
    type: Literal['Current', 'Collection', 'Margin', 'Virtual']
    status: Literal['Active', 'Blocked', 'Closed']
    isDefault: bool
    identifiers: AccountIdentifiers
    holder: AccountHolder
    permissions: list[Literal['Reporting', 'Fx', 'Payments']]
    fundingInstructions: list[AccountFundingInstruction]
    capabilities: AccountCapabilities
    openedAt: str
    closedAt: str | None


class AccountPage(TypedDict):
    data: list[Account]
    nextCursor: str | None


class AuditRecordActor(TypedDict):
    type: str
    id: str | None


class AuditRecordResource(TypedDict):
    type: str
    id: str | None
    version: int | None


class AuditRecordSeal(TypedDict):
    position: int
    hash: str
    text: str


class AuditRecord(TypedDict):
    auditRecordId: str
    recordedAt: str
    at: str | None
    entityId: str
    actor: AuditRecordActor
    address: str | None
    operation: str | None
    requestId: str | None
    action: str
    resource: AuditRecordResource
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    detail: dict[str, Any] | None
    seal: AuditRecordSeal | None


class AuditRecordList(TypedDict):
    data: list[AuditRecord]
    nextCursor: str | None


class AuditVerificationFirstDifference(TypedDict):
    kind: str
    position: int | None
    auditRecordId: str | None


class AuditVerification(TypedDict):
    entityId: str
    intact: bool
    position: str
    hash: str | None
    nextCursor: str | None
    firstDifference: AuditVerificationFirstDifference | None


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


class BalanceHeld(TypedDict):
    payments: str
    trades: str
    margin: str


class Balance(TypedDict):
    accountId: str
    entityId: str
    currency: str
    iban: str
    amount: str
    creditOrDebit: Literal['Credit', 'Debit']
    booked: str
    available: str
    pendingIn: str
    pendingOut: str
    held: BalanceHeld
    creditLine: str
    asAt: str
    ledgerSequence: int


class BalancePage(TypedDict):
    data: list[Balance]
    nextCursor: str | None


class BeneficiaryAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class BeneficiaryRoutingCode(TypedDict):
    type: Literal['SortCode', 'Aba', 'Bsb', 'Ifsc', 'Cnaps', 'Clabe', 'InstitutionNo', 'TransitNo', 'BankCode', 'BranchCode']
    value: str


class BeneficiaryIntermediary(TypedDict):
    bic: str
    account: NotRequired[str]


class BeneficiaryIdentification(TypedDict):
    type: Literal['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']
    value: str
    country: NotRequired[str]


class BeneficiaryVerification(TypedDict):
    status: str
    verificationId: str | None
    checkedAt: str | None


class Beneficiary(TypedDict):
    beneficiaryId: str
    entityId: str
    status: Literal['PendingApproval', 'Active', 'Blocked', 'Deleted']
    version: int
    name: str
    nickname: NotRequired[str]
    type: Literal['Individual', 'Company']
    firstParty: bool
    countryCode: str
    bankCountryCode: str
    currency: str
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal['Checking', 'Savings']]
    localName: NotRequired[str]
    secondaryReference: NotRequired[str]
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: BeneficiaryAddress
    routingCodes: list[BeneficiaryRoutingCode]
    intermediary: NotRequired[BeneficiaryIntermediary]
    identification: NotRequired[BeneficiaryIdentification]
    isDefaultForCurrency: bool
    externalReference: NotRequired[str]
    clientReference: NotRequired[str]
    rails: list[Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']]
    verification: BeneficiaryVerification
    approvalRequired: bool
    payableFrom: str | None
    createdAt: str
    updatedAt: str


class BeneficiaryDryRunAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class BeneficiaryDryRunRoutingCode(TypedDict):
    type: Literal['SortCode', 'Aba', 'Bsb', 'Ifsc', 'Cnaps', 'Clabe', 'InstitutionNo', 'TransitNo', 'BankCode', 'BranchCode']
    value: str


class BeneficiaryDryRunIntermediary(TypedDict):
    bic: str
    account: NotRequired[str]


class BeneficiaryDryRunIdentification(TypedDict):
    type: Literal['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']
    value: str
    country: NotRequired[str]


class BeneficiaryDryRunVerification(TypedDict):
    status: str
    verificationId: str | None
    checkedAt: str | None


class BeneficiaryDryRun(TypedDict):
    beneficiaryId: str
    entityId: str
    status: Literal['PendingApproval', 'Active', 'Blocked', 'Deleted']
    version: int
    name: str
    nickname: NotRequired[str]
    type: Literal['Individual', 'Company']
    firstParty: bool
    countryCode: str
    bankCountryCode: str
    currency: str
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal['Checking', 'Savings']]
    localName: NotRequired[str]
    secondaryReference: NotRequired[str]
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: BeneficiaryDryRunAddress
    routingCodes: list[BeneficiaryDryRunRoutingCode]
    intermediary: NotRequired[BeneficiaryDryRunIntermediary]
    identification: NotRequired[BeneficiaryDryRunIdentification]
    isDefaultForCurrency: bool
    externalReference: NotRequired[str]
    clientReference: NotRequired[str]
    rails: list[Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']]
    verification: BeneficiaryDryRunVerification
    approvalRequired: bool
    payableFrom: str | None
    createdAt: str
    updatedAt: str
    dryRun: Literal[True]


class BeneficiaryOrDryRunAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class BeneficiaryOrDryRunRoutingCode(TypedDict):
    type: Literal['SortCode', 'Aba', 'Bsb', 'Ifsc', 'Cnaps', 'Clabe', 'InstitutionNo', 'TransitNo', 'BankCode', 'BranchCode']
    value: str


class BeneficiaryOrDryRunIntermediary(TypedDict):
    bic: str
    account: NotRequired[str]


class BeneficiaryOrDryRunIdentification(TypedDict):
    type: Literal['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']
    value: str
    country: NotRequired[str]


class BeneficiaryOrDryRunVerification(TypedDict):
    status: str
    verificationId: str | None
    checkedAt: str | None


class BeneficiaryOrDryRun(TypedDict):
    beneficiaryId: str
    entityId: str
    status: Literal['PendingApproval', 'Active', 'Blocked', 'Deleted']
    version: int
    name: str
    nickname: NotRequired[str]
    type: Literal['Individual', 'Company']
    firstParty: bool
    countryCode: str
    bankCountryCode: str
    currency: str
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal['Checking', 'Savings']]
    localName: NotRequired[str]
    secondaryReference: NotRequired[str]
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: BeneficiaryOrDryRunAddress
    routingCodes: list[BeneficiaryOrDryRunRoutingCode]
    intermediary: NotRequired[BeneficiaryOrDryRunIntermediary]
    identification: NotRequired[BeneficiaryOrDryRunIdentification]
    isDefaultForCurrency: bool
    externalReference: NotRequired[str]
    clientReference: NotRequired[str]
    rails: list[Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']]
    verification: BeneficiaryOrDryRunVerification
    approvalRequired: bool
    payableFrom: str | None
    createdAt: str
    updatedAt: str
    dryRun: NotRequired[Literal[True]]


class BeneficiaryPage(TypedDict):
    data: list[Beneficiary]
    nextCursor: str | None


class BeneficiaryRequirementsAlternativeField(TypedDict):
    key: str
    label: str
    required: bool
    pattern: str
    minLength: int
    maxLength: int
    options: list[str] | None
    example: str
    refreshOnChange: bool


class BeneficiaryRequirementsAlternative(TypedDict):
    rails: list[Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']]
    purposeCodeRequired: bool
    fields: list[BeneficiaryRequirementsAlternativeField]


class BeneficiaryRequirements(TypedDict):
    currency: str
    bankCountryCode: str
    type: Literal['Individual', 'Company']
    alternatives: list[BeneficiaryRequirementsAlternative]
    jsonSchema: Any


class BeneficiaryValidationError(TypedDict):
    pointer: str
    code: str
    message: str
    params: NotRequired[dict[str, Any]]


class BeneficiaryValidationWarning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: str


class BeneficiaryValidationNormalisedAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class BeneficiaryValidationNormalisedRoutingCode(TypedDict):
    type: Literal['SortCode', 'Aba', 'Bsb', 'Ifsc', 'Cnaps', 'Clabe', 'InstitutionNo', 'TransitNo', 'BankCode', 'BranchCode']
    value: str


class BeneficiaryValidationNormalisedIntermediary(TypedDict):
    bic: str
    account: NotRequired[str]


class BeneficiaryValidationNormalisedIdentification(TypedDict):
    type: Literal['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']
    value: str
    country: NotRequired[str]


class BeneficiaryValidationNormalised(TypedDict):
    name: str
    nickname: NotRequired[str]
    type: Literal['Individual', 'Company']
    firstParty: bool
    countryCode: str
    bankCountryCode: str
    currency: str
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal['Checking', 'Savings']]
    localName: NotRequired[str]
    secondaryReference: NotRequired[str]
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: BeneficiaryValidationNormalisedAddress
    routingCodes: list[BeneficiaryValidationNormalisedRoutingCode]
    intermediary: NotRequired[BeneficiaryValidationNormalisedIntermediary]
    identification: NotRequired[BeneficiaryValidationNormalisedIdentification]
    isDefaultForCurrency: NotRequired[bool]
    externalReference: NotRequired[str]
    clientReference: NotRequired[str]


class BeneficiaryValidationBank(TypedDict):
    name: str | None
    bic: str | None
    branch: str | None
    country: str


class BeneficiaryValidationVerification(TypedDict):
    status: str
    verificationId: str | None
    checkedAt: str | None


class BeneficiaryValidation(TypedDict):
    valid: bool
    errors: list[BeneficiaryValidationError]
    warnings: list[BeneficiaryValidationWarning]
    normalised: BeneficiaryValidationNormalised
    bank: BeneficiaryValidationBank
    rails: list[Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']]
    verification: BeneficiaryValidationVerification


class BookForwardAmendmentRequest(TypedDict):
    entityId: NotRequired[str]
    quoteId: str
    clientReference: NotRequired[str]


class BookForwardRequest(TypedDict):
    entityId: NotRequired[str]
    quoteId: str
    forwardReasoning: Literal['Goods', 'Services', 'IntergroupPayments', 'DividendsShareClasses', 'AssetHedging', 'DebtHedging', 'Commodities', 'Capex', 'Investment', 'DirectInvestment', 'InjectingCapitalIntoSubsidiary', 'Divestment', 'Exits', 'InfrastructureHedging', 'ManagementFees', 'Payroll', 'Property', 'Taxes']
    fundsDelivery: Literal['Deliverable', 'NonDeliverable']
    clientReference: NotRequired[str]
    payInitialMarginFromAccountId: NotRequired[str]


class BookHeldRateRequest(TypedDict):
    entityId: NotRequired[str]
    quoteId: str
    sellAccountId: str
    buyAccountId: str
    amount: str
    valueDate: NotRequired[str | None]
    clientReference: NotRequired[str]


class BookSpotAmendmentRequest(TypedDict):
    entityId: NotRequired[str]
    quoteId: str
    clientReference: NotRequired[str]


class BookSpotRequestPaymentCreditorAccountAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class BookSpotRequestPaymentCreditorAccountRoutingCode(TypedDict):
    type: Literal['SortCode', 'Aba', 'Bsb', 'Ifsc', 'Cnaps', 'Clabe', 'InstitutionNo', 'TransitNo', 'BankCode', 'BranchCode']
    value: str


class BookSpotRequestPaymentCreditorAccountIntermediary(TypedDict):
    bic: str
    account: NotRequired[str]


class BookSpotRequestPaymentCreditorAccountIdentification(TypedDict):
    type: Literal['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']
    value: str
    country: NotRequired[str]


class BookSpotRequestPaymentCreditorAccount(TypedDict):
    name: str
    nickname: NotRequired[str]
    type: NotRequired[Literal['Individual', 'Company']]
    firstParty: NotRequired[bool]
    countryCode: str
    bankCountryCode: str
    currency: str
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal['Checking', 'Savings']]
    localName: NotRequired[str]
    secondaryReference: NotRequired[str]
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: BookSpotRequestPaymentCreditorAccountAddress
    routingCodes: NotRequired[list[BookSpotRequestPaymentCreditorAccountRoutingCode]]
    intermediary: NotRequired[BookSpotRequestPaymentCreditorAccountIntermediary]
    identification: NotRequired[BookSpotRequestPaymentCreditorAccountIdentification]
    save: NotRequired[bool]


class BookSpotRequestPaymentRemittanceStructured(TypedDict):
    creditorReference: NotRequired[str]
    invoiceNumber: NotRequired[str]
    invoiceDate: NotRequired[str]
    invoiceAmount: NotRequired[str]


class BookSpotRequestPaymentRemittance(TypedDict):
    unstructured: NotRequired[str]
    structured: NotRequired[BookSpotRequestPaymentRemittanceStructured]


class BookSpotRequestPaymentInvoice(TypedDict):
    number: str
    date: NotRequired[str]


class BookSpotRequestPaymentPayerAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class BookSpotRequestPaymentPayerIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class BookSpotRequestPaymentPayer(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[BookSpotRequestPaymentPayerAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[BookSpotRequestPaymentPayerIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class BookSpotRequestPaymentUltimateDebtorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class BookSpotRequestPaymentUltimateDebtorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class BookSpotRequestPaymentUltimateDebtor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[BookSpotRequestPaymentUltimateDebtorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[BookSpotRequestPaymentUltimateDebtorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class BookSpotRequestPaymentUltimateCreditorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class BookSpotRequestPaymentUltimateCreditorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class BookSpotRequestPaymentUltimateCreditor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[BookSpotRequestPaymentUltimateCreditorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[BookSpotRequestPaymentUltimateCreditorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


BookSpotRequestPaymentRegulatoryReportingDetail: TypeAlias = str


class BookSpotRequestPaymentRegulatoryReporting(TypedDict):
    code: NotRequired[str]
    country: NotRequired[str]
    details: NotRequired[list[BookSpotRequestPaymentRegulatoryReportingDetail]]


class BookSpotRequestPaymentDocument(TypedDict):
    type: str
    reference: str
    url: NotRequired[str]


BookSpotRequestPaymentNotifyEmail: TypeAlias = str


class BookSpotRequestPayment(TypedDict):
    accountId: NotRequired[str]
    paymentDate: NotRequired[str]
    currency: NotRequired[str]
    amount: str
    beneficiaryId: NotRequired[str]
    creditorAccountId: NotRequired[str]
    creditorAccount: NotRequired[BookSpotRequestPaymentCreditorAccount]
    verificationId: NotRequired[str]
    reference: str
    reason: NotRequired[str]
    purposeCode: NotRequired[str]
    chargeBearer: NotRequired[Literal['SHA', 'OUR', 'BEN']]
    speed: NotRequired[Literal['Normal', 'Urgent', 'Instant']]
    rail: NotRequired[Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']]
    clientReference: NotRequired[str]
    remittance: NotRequired[BookSpotRequestPaymentRemittance]
    invoice: NotRequired[BookSpotRequestPaymentInvoice]
    payer: NotRequired[BookSpotRequestPaymentPayer]
    ultimateDebtor: NotRequired[BookSpotRequestPaymentUltimateDebtor]
    ultimateCreditor: NotRequired[BookSpotRequestPaymentUltimateCreditor]
    regulatoryReporting: NotRequired[BookSpotRequestPaymentRegulatoryReporting]
    documents: NotRequired[list[BookSpotRequestPaymentDocument]]
    notifyEmails: NotRequired[list[BookSpotRequestPaymentNotifyEmail]]
    ifDateMissed: NotRequired[Literal['NextBusinessDay', 'Reject']]
    metadata: NotRequired[dict[str, str]]


class BookSpotRequest(TypedDict):
    entityId: NotRequired[str]
    quoteId: str
    buyAccountId: NotRequired[str]
    sellAccountId: NotRequired[str]
    clientReference: NotRequired[str]
    payments: NotRequired[list[BookSpotRequestPayment]]


class BookedDrawdownFundingInstructionsPayByLocal(TypedDict):
    time: str
    zone: str


class BookedDrawdownFundingInstructions(TypedDict):
    accountId: str
    iban: str | None
    bic: str | None
    currency: str
    amount: str
    received: str
    reference: str
    payBy: str
    payByLocal: BookedDrawdownFundingInstructionsPayByLocal


class BookedDrawdownMarginApplied(TypedDict):
    amount: str
    currency: str


class BookedDrawdownRemaining(TypedDict):
    buyAmount: str
    sellAmount: str


class BookedDrawdownDrawdownFundingInstructionsPayByLocal(TypedDict):
    time: str
    zone: str


class BookedDrawdownDrawdownFundingInstructions(TypedDict):
    accountId: str
    iban: str | None
    bic: str | None
    currency: str
    amount: str
    received: str
    reference: str
    payBy: str
    payByLocal: BookedDrawdownDrawdownFundingInstructionsPayByLocal


class BookedDrawdownDrawdownMarginApplied(TypedDict):
    amount: str
    currency: str


class BookedDrawdownDrawdownRemaining(TypedDict):
    buyAmount: str
    sellAmount: str


class BookedDrawdownDrawdown(TypedDict):
    drawdownId: str
    tradeId: str
    status: str
    currencyPair: str
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    rate: str
    valueDate: str
    fundingMethod: Literal['CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit']
    fundingInstructions: BookedDrawdownDrawdownFundingInstructions | None
    waitingFor: Literal['Approval', 'ValueDate', 'Wire', 'Funds'] | None
    marginApplied: BookedDrawdownDrawdownMarginApplied
    clientReference: str | None
    paymentIds: list[str]
    createdAt: str
    remaining: BookedDrawdownDrawdownRemaining


class BookedDrawdownTotals(TypedDict):
    buyAmount: str
    sellAmount: str


class BookedDrawdown(TypedDict):
    drawdownId: str
    tradeId: str
    status: str
    currencyPair: str
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    rate: str
    valueDate: str
    fundingMethod: Literal['CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit']
    fundingInstructions: BookedDrawdownFundingInstructions | None
    waitingFor: Literal['Approval', 'ValueDate', 'Wire', 'Funds'] | None
    marginApplied: BookedDrawdownMarginApplied
    clientReference: str | None
    paymentIds: list[str]
    createdAt: str
    remaining: BookedDrawdownRemaining
    drawdowns: list[BookedDrawdownDrawdown]
    totals: BookedDrawdownTotals


class BookedDrawdownDryRunFundingInstructionsPayByLocal(TypedDict):
    time: str
    zone: str


class BookedDrawdownDryRunFundingInstructions(TypedDict):
    accountId: str
    iban: str | None
    bic: str | None
    currency: str
    amount: str
    received: str
    reference: str
    payBy: str
    payByLocal: BookedDrawdownDryRunFundingInstructionsPayByLocal


class BookedDrawdownDryRunMarginApplied(TypedDict):
    amount: str
    currency: str


class BookedDrawdownDryRunRemaining(TypedDict):
    buyAmount: str
    sellAmount: str


class BookedDrawdownDryRunDrawdownFundingInstructionsPayByLocal(TypedDict):
    time: str
    zone: str


class BookedDrawdownDryRunDrawdownFundingInstructions(TypedDict):
    accountId: str
    iban: str | None
    bic: str | None
    currency: str
    amount: str
    received: str
    reference: str
    payBy: str
    payByLocal: BookedDrawdownDryRunDrawdownFundingInstructionsPayByLocal


class BookedDrawdownDryRunDrawdownMarginApplied(TypedDict):
    amount: str
    currency: str


class BookedDrawdownDryRunDrawdownRemaining(TypedDict):
    buyAmount: str
    sellAmount: str


class BookedDrawdownDryRunDrawdown(TypedDict):
    drawdownId: str
    tradeId: str
    status: str
    currencyPair: str
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    rate: str
    valueDate: str
    fundingMethod: Literal['CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit']
    fundingInstructions: BookedDrawdownDryRunDrawdownFundingInstructions | None
    waitingFor: Literal['Approval', 'ValueDate', 'Wire', 'Funds'] | None
    marginApplied: BookedDrawdownDryRunDrawdownMarginApplied
    clientReference: str | None
    paymentIds: list[str]
    createdAt: str
    remaining: BookedDrawdownDryRunDrawdownRemaining


class BookedDrawdownDryRunTotals(TypedDict):
    buyAmount: str
    sellAmount: str


class BookedDrawdownDryRun(TypedDict):
    drawdownId: str
    tradeId: str
    status: str
    currencyPair: str
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    rate: str
    valueDate: str
    fundingMethod: Literal['CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit']
    fundingInstructions: BookedDrawdownDryRunFundingInstructions | None
    waitingFor: Literal['Approval', 'ValueDate', 'Wire', 'Funds'] | None
    marginApplied: BookedDrawdownDryRunMarginApplied
    clientReference: str | None
    paymentIds: list[str]
    createdAt: str
    remaining: BookedDrawdownDryRunRemaining
    drawdowns: list[BookedDrawdownDryRunDrawdown]
    totals: BookedDrawdownDryRunTotals
    dryRun: Literal[True]


class CalendarHoliday(TypedDict):
    date: str
    name: str
    expected: bool


class Calendar(TypedDict):
    currency: str
    coveredFrom: str
    coveredTo: str
    announcedTo: str | None
    source: str
    holidays: list[CalendarHoliday] | None


class CalendarPage(TypedDict):
    data: list[Calendar]
    nextCursor: str | None


class CancelledDrawdownOrDryRunFundingInstructionsPayByLocal(TypedDict):
    time: str
    zone: str


class CancelledDrawdownOrDryRunFundingInstructions(TypedDict):
    accountId: str
    iban: str | None
    bic: str | None
    currency: str
    amount: str
    received: str
    reference: str
    payBy: str
    payByLocal: CancelledDrawdownOrDryRunFundingInstructionsPayByLocal


class CancelledDrawdownOrDryRunMarginApplied(TypedDict):
    amount: str
    currency: str


class CancelledDrawdownOrDryRunRemaining(TypedDict):
    buyAmount: str
    sellAmount: str


class CancelledDrawdownOrDryRun(TypedDict):
    drawdownId: str
    tradeId: str
    status: str
    currencyPair: str
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    rate: str
    valueDate: str
    fundingMethod: Literal['CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit']
    fundingInstructions: CancelledDrawdownOrDryRunFundingInstructions | None
    waitingFor: Literal['Approval', 'ValueDate', 'Wire', 'Funds'] | None
    marginApplied: CancelledDrawdownOrDryRunMarginApplied
    clientReference: str | None
    paymentIds: list[str]
    createdAt: str
    remaining: CancelledDrawdownOrDryRunRemaining
    dryRun: NotRequired[Literal[True]]


class Change(TypedDict):
    kind: Literal['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    text: str


class Clock(TypedDict):
    now: str
    offsetSeconds: float
    frozen: bool
    marketOpen: bool


class CreateBeneficiaryRequestAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class CreateBeneficiaryRequestRoutingCode(TypedDict):
    type: Literal['SortCode', 'Aba', 'Bsb', 'Ifsc', 'Cnaps', 'Clabe', 'InstitutionNo', 'TransitNo', 'BankCode', 'BranchCode']
    value: str


class CreateBeneficiaryRequestIntermediary(TypedDict):
    bic: str
    account: NotRequired[str]


class CreateBeneficiaryRequestIdentification(TypedDict):
    type: Literal['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']
    value: str
    country: NotRequired[str]


class CreateBeneficiaryRequest(TypedDict):
    entityId: NotRequired[str]
    accountId: NotRequired[str]
    name: str
    nickname: NotRequired[str]
    type: NotRequired[Literal['Individual', 'Company']]
    firstParty: NotRequired[bool]
    countryCode: str
    bankCountryCode: str
    currency: str
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal['Checking', 'Savings']]
    localName: NotRequired[str]
    secondaryReference: NotRequired[str]
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: CreateBeneficiaryRequestAddress
    routingCodes: NotRequired[list[CreateBeneficiaryRequestRoutingCode]]
    intermediary: NotRequired[CreateBeneficiaryRequestIntermediary]
    identification: NotRequired[CreateBeneficiaryRequestIdentification]
    isDefaultForCurrency: NotRequired[bool]
    externalReference: NotRequired[str]
    clientReference: NotRequired[str]


CreateDrawdownsRequestTradeId: TypeAlias = str


class CreateDrawdownsRequestPaymentCreditorAccountAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class CreateDrawdownsRequestPaymentCreditorAccountRoutingCode(TypedDict):
    type: Literal['SortCode', 'Aba', 'Bsb', 'Ifsc', 'Cnaps', 'Clabe', 'InstitutionNo', 'TransitNo', 'BankCode', 'BranchCode']
    value: str


class CreateDrawdownsRequestPaymentCreditorAccountIntermediary(TypedDict):
    bic: str
    account: NotRequired[str]


class CreateDrawdownsRequestPaymentCreditorAccountIdentification(TypedDict):
    type: Literal['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']
    value: str
    country: NotRequired[str]


class CreateDrawdownsRequestPaymentCreditorAccount(TypedDict):
    name: str
    nickname: NotRequired[str]
    type: NotRequired[Literal['Individual', 'Company']]
    firstParty: NotRequired[bool]
    countryCode: str
    bankCountryCode: str
    currency: str
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal['Checking', 'Savings']]
    localName: NotRequired[str]
    secondaryReference: NotRequired[str]
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: CreateDrawdownsRequestPaymentCreditorAccountAddress
    routingCodes: NotRequired[list[CreateDrawdownsRequestPaymentCreditorAccountRoutingCode]]
    intermediary: NotRequired[CreateDrawdownsRequestPaymentCreditorAccountIntermediary]
    identification: NotRequired[CreateDrawdownsRequestPaymentCreditorAccountIdentification]
    save: NotRequired[bool]


class CreateDrawdownsRequestPaymentRemittanceStructured(TypedDict):
    creditorReference: NotRequired[str]
    invoiceNumber: NotRequired[str]
    invoiceDate: NotRequired[str]
    invoiceAmount: NotRequired[str]


class CreateDrawdownsRequestPaymentRemittance(TypedDict):
    unstructured: NotRequired[str]
    structured: NotRequired[CreateDrawdownsRequestPaymentRemittanceStructured]


class CreateDrawdownsRequestPaymentInvoice(TypedDict):
    number: str
    date: NotRequired[str]


class CreateDrawdownsRequestPaymentPayerAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class CreateDrawdownsRequestPaymentPayerIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class CreateDrawdownsRequestPaymentPayer(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[CreateDrawdownsRequestPaymentPayerAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[CreateDrawdownsRequestPaymentPayerIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class CreateDrawdownsRequestPaymentUltimateDebtorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class CreateDrawdownsRequestPaymentUltimateDebtorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class CreateDrawdownsRequestPaymentUltimateDebtor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[CreateDrawdownsRequestPaymentUltimateDebtorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[CreateDrawdownsRequestPaymentUltimateDebtorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class CreateDrawdownsRequestPaymentUltimateCreditorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class CreateDrawdownsRequestPaymentUltimateCreditorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class CreateDrawdownsRequestPaymentUltimateCreditor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[CreateDrawdownsRequestPaymentUltimateCreditorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[CreateDrawdownsRequestPaymentUltimateCreditorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


CreateDrawdownsRequestPaymentRegulatoryReportingDetail: TypeAlias = str


class CreateDrawdownsRequestPaymentRegulatoryReporting(TypedDict):
    code: NotRequired[str]
    country: NotRequired[str]
    details: NotRequired[list[CreateDrawdownsRequestPaymentRegulatoryReportingDetail]]


class CreateDrawdownsRequestPaymentDocument(TypedDict):
    type: str
    reference: str
    url: NotRequired[str]


CreateDrawdownsRequestPaymentNotifyEmail: TypeAlias = str


class CreateDrawdownsRequestPayment(TypedDict):
    accountId: NotRequired[str]
    paymentDate: NotRequired[str]
    currency: NotRequired[str]
    amount: str
    beneficiaryId: NotRequired[str]
    creditorAccountId: NotRequired[str]
    creditorAccount: NotRequired[CreateDrawdownsRequestPaymentCreditorAccount]
    verificationId: NotRequired[str]
    reference: str
    reason: NotRequired[str]
    purposeCode: NotRequired[str]
    chargeBearer: NotRequired[Literal['SHA', 'OUR', 'BEN']]
    speed: NotRequired[Literal['Normal', 'Urgent', 'Instant']]
    rail: NotRequired[Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']]
    clientReference: NotRequired[str]
    remittance: NotRequired[CreateDrawdownsRequestPaymentRemittance]
    invoice: NotRequired[CreateDrawdownsRequestPaymentInvoice]
    payer: NotRequired[CreateDrawdownsRequestPaymentPayer]
    ultimateDebtor: NotRequired[CreateDrawdownsRequestPaymentUltimateDebtor]
    ultimateCreditor: NotRequired[CreateDrawdownsRequestPaymentUltimateCreditor]
    regulatoryReporting: NotRequired[CreateDrawdownsRequestPaymentRegulatoryReporting]
    documents: NotRequired[list[CreateDrawdownsRequestPaymentDocument]]
    notifyEmails: NotRequired[list[CreateDrawdownsRequestPaymentNotifyEmail]]
    ifDateMissed: NotRequired[Literal['NextBusinessDay', 'Reject']]
    metadata: NotRequired[dict[str, str]]


class CreateDrawdownsRequest(TypedDict):
    entityId: NotRequired[str]
    tradeId: NotRequired[str]
    tradeIds: NotRequired[list[CreateDrawdownsRequestTradeId]]
    currency: str
    amount: str
    valueDate: NotRequired[str | None]
    fundingMethod: Literal['CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit']
    clientReference: NotRequired[str]
    payments: NotRequired[list[CreateDrawdownsRequestPayment]]


class CreateHeldRateRequest(TypedDict):
    entityId: NotRequired[str]
    buyCurrency: str
    sellCurrency: str
    fixedSide: Literal['Buy', 'Sell']
    estimatedAmount: str
    tenor: str
    postExpiryAction: Literal['Reject', 'AcceptAtSpot', 'UtiliseNextAvailableQuote', 'ExecuteAtMarketOpen']
    direction: NotRequired[Literal['OneWay', 'TwoWay']]
    usage: NotRequired[Literal['Single', 'Multiple']]


class CreateInboundPaymentRequest(TypedDict):
    accountId: NotRequired[str]
    virtualAccountId: NotRequired[str]
    amount: str
    currency: str
    reference: NotRequired[str]
    debtorName: NotRequired[str]
    debtorIban: NotRequired[str]


class CreateInternalTransferRequest(TypedDict):
    entityId: NotRequired[str]
    debitAccountId: str
    creditAccountId: str
    amount: str
    currency: NotRequired[str]
    reference: NotRequired[str]
    clientReference: NotRequired[str]


class CreateNotificationRecipientRequest(TypedDict):
    entityId: NotRequired[str]
    email: str
    topics: list[Literal['MarginCalls', 'OverdueTrades', 'Approvals']]


class CreatePayeeRequestIdentificationOther(TypedDict):
    value: str
    scheme: NotRequired[str]


class CreatePayeeRequestIdentification(TypedDict):
    lei: NotRequired[str]
    bic: NotRequired[str]
    other: NotRequired[CreatePayeeRequestIdentificationOther]


class CreatePayeeRequest(TypedDict):
    iban: NotRequired[str]
    sortCode: NotRequired[str]
    accountNumber: NotRequired[str]
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    identification: NotRequired[CreatePayeeRequestIdentification]
    state: NotRequired[Literal['Open', 'Closed', 'Switched', 'OptedOut', 'Unresponsive']]


class CreateTokenRequest(TypedDict):
    grant_type: Literal['client_credentials']
    scope: NotRequired[str]
    client_id: NotRequired[str]
    client_secret: NotRequired[str]
    client_assertion: NotRequired[str]
    client_assertion_type: NotRequired[str]


CreateWebhookEndpointRequestEvent: TypeAlias = str


class CreateWebhookEndpointRequest(TypedDict):
    entityId: NotRequired[str]
    url: str
    events: NotRequired[list[CreateWebhookEndpointRequestEvent]]
    description: NotRequired[str]
    apiVersion: NotRequired[Literal['v1']]
    status: NotRequired[Literal['Active', 'Disabled']]


class CreditSimulationFacilityBeforeMarginCall(TypedDict):
    tradeId: str | None
    subject: Literal['Trade', 'ProposedTrade', 'NetPosition']
    amount: str
    currency: str


class CreditSimulationFacilityBefore(TypedDict):
    utilised: str
    available: str
    unpaidLosses: str
    isLimitExceeded: bool
    mtm: str
    marginCallTotal: str
    marginCallCount: int
    marginCalls: list[CreditSimulationFacilityBeforeMarginCall]


class CreditSimulationFacilityAfterMarginCall(TypedDict):
    tradeId: str | None
    subject: Literal['Trade', 'ProposedTrade', 'NetPosition']
    amount: str
    currency: str


class CreditSimulationFacilityAfter(TypedDict):
    utilised: str
    available: str
    unpaidLosses: str
    isLimitExceeded: bool
    mtm: str
    marginCallTotal: str
    marginCallCount: int
    marginCalls: list[CreditSimulationFacilityAfterMarginCall]


class CreditSimulationFacility(TypedDict):
    facilityId: str
    currency: str
    before: CreditSimulationFacilityBefore
    after: CreditSimulationFacilityAfter


class CreditSimulationTradeInitialMargin(TypedDict):
    percent: str
    amount: str
    currency: str


class CreditSimulationTradeRefusal(TypedDict):
    code: str
    message: str


class CreditSimulationTrade(TypedDict):
    currencyPair: str
    rate: str
    buyAmount: str
    sellAmount: str
    valueDate: str
    isPossible: bool
    facilityId: str | None
    creditTermId: str | None
    initialMargin: CreditSimulationTradeInitialMargin | None
    refusal: CreditSimulationTradeRefusal | None


class CreditSimulation(TypedDict):
    facilities: list[CreditSimulationFacility]
    trade: CreditSimulationTrade | None
    asAt: str


class CurrencyPairMtm(TypedDict):
    currencyPair: str
    tradeCount: int
    longBase: str
    shortBase: str
    netBase: str
    netQuote: str
    averageContractRate: str | None
    marketForwardRate: str
    quoteCurrency: str
    mtmQuote: str
    mtm: str
    mtmUndiscounted: str
    mtmCurrency: str
    nearestValueDate: str
    furthestValueDate: str
    snapshotId: str
    asAt: str


class CurrencyPairMtmListTotal(TypedDict):
    currency: str
    tradeCount: int
    mtm: str
    mtmUndiscounted: str
    notional: str


class CurrencyPairMtmList(TypedDict):
    data: list[CurrencyPairMtm]
    nextCursor: str | None
    totals: list[CurrencyPairMtmListTotal]
    snapshotId: str
    asAt: str


class DeleteBeneficiaryDryRun(TypedDict):
    dryRun: Literal[True]


class Deprecation(TypedDict):
    path: str
    deprecatedOn: str
    sunsetOn: str | None
    successor: str | None


class Document(TypedDict):
    documentId: str
    kind: str
    version: int
    mediaType: str
    size: int
    sha256: str
    issuedAt: str


class DrawdownFundingInstructionsPayByLocal(TypedDict):
    time: str
    zone: str


class DrawdownFundingInstructions(TypedDict):
    accountId: str
    iban: str | None
    bic: str | None
    currency: str
    amount: str
    received: str
    reference: str
    payBy: str
    payByLocal: DrawdownFundingInstructionsPayByLocal


class DrawdownMarginApplied(TypedDict):
    amount: str
    currency: str


class Drawdown(TypedDict):
    drawdownId: str
    tradeId: str
    status: str
    currencyPair: str
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    rate: str
    valueDate: str
    fundingMethod: Literal['CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit']
    fundingInstructions: DrawdownFundingInstructions | None
    waitingFor: Literal['Approval', 'ValueDate', 'Wire', 'Funds'] | None
    marginApplied: DrawdownMarginApplied
    clientReference: str | None
    paymentIds: list[str]
    createdAt: str


class DrawdownListTotals(TypedDict):
    drawnBuy: str
    drawnSell: str
    amendedBuy: str
    amendedSell: str
    remainingBuy: str
    remainingSell: str


class DrawdownListMarginImpactReleased(TypedDict):
    amount: str
    currency: str


class DrawdownListMarginImpactHeld(TypedDict):
    amount: str
    currency: str


class DrawdownListMarginImpact(TypedDict):
    released: DrawdownListMarginImpactReleased
    held: DrawdownListMarginImpactHeld


class DrawdownList(TypedDict):
    data: list[Drawdown]
    nextCursor: str | None
    totals: DrawdownListTotals
    marginImpact: DrawdownListMarginImpact


class EarliestPaymentDateCutOffLocal(TypedDict):
    time: str
    zone: str


class EarliestPaymentDate(TypedDict):
    currency: str
    rail: Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']
    earliestPaymentDate: str
    cutOffAt: str
    cutOffLocal: EarliestPaymentDateCutOffLocal
    expectedArrivalDate: str


class EarliestSettlementCutOffLocal(TypedDict):
    time: str
    zone: str


class EarliestSettlementNextCutOffCutOffLocal(TypedDict):
    time: str
    zone: str


class EarliestSettlementNextCutOff(TypedDict):
    date: str
    tenor: Literal['T0', 'T1', 'T2']
    cutOffAt: str
    cutOffLocal: EarliestSettlementNextCutOffCutOffLocal


class EarliestSettlement(TypedDict):
    currencyPair: str
    tradeDate: str
    earliestDate: str
    tenor: Literal['T0', 'T1', 'T2']
    cutOffAt: str
    cutOffLocal: EarliestSettlementCutOffLocal
    spotDate: str
    marketOpen: bool
    nextCutOffs: list[EarliestSettlementNextCutOff]


class EntityAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class EntityRelationshipContact(TypedDict):
    name: str
    email: NotRequired[str]
    phone: NotRequired[str]


class Entity(TypedDict):
    entityId: str
    name: str
    legalName: str
    tradingName: str | None
    serviceKind: Literal['RM', 'ABS']
    entityType: Literal['Company', 'Fund', 'Spv', 'Partnership', 'Trust', 'Individual']
    registrationNumber: str | None
    lei: str | None
    countryOfIncorporation: str
    jurisdiction: str
    status: Literal['Onboarding', 'Active', 'Suspended', 'Closed']
    parentEntityId: str | None
    addresses: list[EntityAddress]
    baseCurrency: str
    timeZone: str
    relationshipContacts: list[EntityRelationshipContact]
    createdAt: str


class EntityPage(TypedDict):
    data: list[Entity]
    nextCursor: str | None


class EntitySettingsFeatures(TypedDict):
    spot: bool
    forwards: list[Literal['Fixed', 'Window', 'Open', 'Variable']]
    heldRates: bool
    drawdowns: bool
    payments: bool
    internalTransfers: bool
    openBanking: bool
    orders: bool


class EntitySettingsApprovalPolicy(TypedDict):
    resource: str
    policyId: str
    summary: str


class EntitySettingsPreAuthorizedDebit(TypedDict):
    enabled: bool
    banks: list[str]


class EntitySettingsNotificationPreferences(TypedDict):
    emails: list[str]


class EntitySettingsShorterForwardTenor(TypedDict):
    currency: str
    maxForwardTenor: str
    lastValueDate: str | None


class EntitySettingsHeldRate(TypedDict):
    tenors: list[str]
    maxTenor: str
    postExpiryActions: list[Literal['Reject', 'AcceptAtSpot', 'UtiliseNextAvailableQuote', 'ExecuteAtMarketOpen']]
    maxOpenNotional: str


class EntitySettingsLimitsDailyTrade(TypedDict):
    limit: str
    used: str
    resetsAt: str


class EntitySettingsLimitsDailyPayment(TypedDict):
    limit: str
    used: str
    resetsAt: str


class EntitySettingsLimitsSettlement(TypedDict):
    limit: str
    used: str
    available: str
    currency: str


class EntitySettingsLimits(TypedDict):
    currency: str
    minTradeSize: str
    maxTradeSize: str
    dailyTrade: EntitySettingsLimitsDailyTrade
    minPayment: str
    singlePayment: str
    dailyPayment: EntitySettingsLimitsDailyPayment
    settlement: EntitySettingsLimitsSettlement


class EntitySettingsQuoteLifeSeconds(TypedDict):
    spot: int
    forward: int


class EntitySettings(TypedDict):
    entityId: str
    features: EntitySettingsFeatures
    tradablePairs: list[str] | None
    maxForwardTenor: str | None
    approvalPolicies: list[EntitySettingsApprovalPolicy]
    approvalPriceToleranceBps: int
    vopRequired: Literal['Always', 'EurOnly', 'Never']
    defaultChargeBearer: Literal['SHA', 'OUR', 'BEN']
    defaultBeneficiaryByCurrency: dict[str, str]
    preAuthorizedDebit: EntitySettingsPreAuthorizedDebit
    cutOffProfile: str
    notificationPreferences: EntitySettingsNotificationPreferences
    ipAllowList: list[str]
    dataRetentionDays: int
    shorterForwardTenors: list[EntitySettingsShorterForwardTenor]
    heldRate: EntitySettingsHeldRate | None
    limits: EntitySettingsLimits
    quoteLifeSeconds: EntitySettingsQuoteLifeSeconds


class EntitySettingsPage(TypedDict):
    data: list[EntitySettings]
    nextCursor: str | None


class ErrorCode(TypedDict):
    code: str
    status: int
    message: str
    retryable: bool


class ErrorCodePage(TypedDict):
    data: list[ErrorCode]
    nextCursor: str | None


class EventResource(TypedDict):
    type: str
    id: str
    version: int


class EventBalance(TypedDict):
    currency: str
    booked: str
    available: str
    ledgerSequence: int


class EventPrevious(TypedDict):
    status: str


class Event(TypedDict):
    id: str
    type: str
    apiVersion: str
    createdAt: str
    sequence: int
    entityId: str
    resource: EventResource
    data: NotRequired[dict[str, Any]]
    balance: NotRequired[EventBalance]
    previous: NotRequired[EventPrevious]


class EventList(TypedDict):
    data: list[Event]
    position: str
    nextCursor: str | None


class FacilityMtm(TypedDict):
    amount: str
    currency: str
    asAt: str
    snapshotId: str | None


class FacilityMarginCallTerms(TypedDict):
    basis: Literal['RateMove', 'MtmOverNotional', 'NetMtmAbsolute']
    threshold: str
    callSize: str
    dueBusinessDays: int
    minimumCall: str
    overdueAction: Literal['Alert', 'CloseOut']
    overdueGraceHours: int
    collection: Literal['Automatic', 'OnRequest']


class FacilityLetter(TypedDict):
    documentId: str | None
    version: int
    signedAt: str | None


class Facility(TypedDict):
    facilityId: str
    entityId: str
    name: str
    status: Literal['Active', 'ReviewDue', 'Suspended', 'Expired']
    currency: str
    limit: str
    utilised: str
    available: str
    unpaidLosses: str
    utilisationBasis: Literal['Notional', 'MarginWaiver']
    maxTenor: str
    marginMethod: Literal['PerTrade', 'NetPosition']
    initialMarginHeld: str
    variationMarginHeld: str
    variationMarginDue: str
    mtm: FacilityMtm
    marginCallTerms: FacilityMarginCallTerms
    termIds: list[str]
    effectiveFrom: str
    reviewDate: str
    expiryDate: str | None
    letter: FacilityLetter


class FacilityPage(TypedDict):
    data: list[Facility]
    nextCursor: str | None


class FacilityTermInitialMarginScheduleItem(TypedDict):
    fromTenor: str
    toTenor: str
    percent: str


class FacilityTermInitialMargin(TypedDict):
    percent: str
    minimum: str
    waived: bool
    release: Literal['ProRata', 'AtEnd']
    schedule: list[FacilityTermInitialMarginScheduleItem]


class FacilityTermVariationMargin(TypedDict):
    thresholdPercent: str
    callPercent: str
    basis: Literal['RateMove', 'MtmOverNotional', 'NetMtmAbsolute']


class FacilityTerm(TypedDict):
    termId: str
    facilityId: str
    name: str
    products: list[str]
    forwardTypes: list[str]
    currencyPairs: list[str] | None
    maxTenor: str
    currency: str
    limit: str
    utilised: str
    available: str
    initialMargin: FacilityTermInitialMargin
    variationMargin: FacilityTermVariationMargin
    status: Literal['Active', 'Suspended']
    validFrom: str
    validTo: str | None


class FacilityTermPage(TypedDict):
    data: list[FacilityTerm]
    nextCursor: str | None


class ForwardAmendmentQuote(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal['Extend', 'BringForward', 'CloseOut', 'Split']
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    valueDate: str
    newValueDate: str | None
    nearRate: str | None
    swapPoints: str
    newRate: str | None
    newBuyAmount: str | None
    newSellAmount: str | None
    settlementAmount: str
    chargeOrCredit: Literal['Charge', 'Credit']
    currency: str
    createdAt: str
    expiresAt: str


class ForwardAmendmentQuoteDryRun(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal['Extend', 'BringForward', 'CloseOut', 'Split']
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    valueDate: str
    newValueDate: str | None
    nearRate: str | None
    swapPoints: str
    newRate: str | None
    newBuyAmount: str | None
    newSellAmount: str | None
    settlementAmount: str
    chargeOrCredit: Literal['Charge', 'Credit']
    currency: str
    createdAt: str
    expiresAt: str
    dryRun: Literal[True]


class ForwardDetailsCutOffLocal(TypedDict):
    time: str
    zone: str


class ForwardDetailsPrice(TypedDict):
    mid: str
    margin: str
    marginPercent: str
    forwardPoints: str
    fees: list[str]
    costInSellCurrency: str


class ForwardDetailsSettlementNet(TypedDict):
    amount: str
    currency: str
    chargeOrCredit: Literal['Charge', 'Credit']


class ForwardDetailsSettlement(TypedDict):
    funded: bool
    fundedAt: str | None
    settledAt: str | None
    failureReason: str | None
    net: ForwardDetailsSettlementNet | None


class ForwardDetailsHistoryItem(TypedDict):
    status: str
    at: str
    by: str
    reason: str | None


class ForwardDetailsForwardBalance(TypedDict):
    buyAmount: str
    sellAmount: str


class ForwardDetailsForwardAmended(TypedDict):
    buyAmount: str
    sellAmount: str


class ForwardDetailsForwardMarginHeld(TypedDict):
    amount: str
    currency: str


class ForwardDetailsForwardMarginAppliedToDrawdowns(TypedDict):
    amount: str
    currency: str


class ForwardDetailsForwardMargin(TypedDict):
    held: ForwardDetailsForwardMarginHeld
    appliedToDrawdowns: ForwardDetailsForwardMarginAppliedToDrawdowns


class ForwardDetailsForwardMtm(TypedDict):
    amount: str
    currency: str
    marketForwardRate: str
    asAt: str


class ForwardDetailsForwardPermittedActionReason(TypedDict):
    code: str
    message: str


class ForwardDetailsForwardPermittedAction(TypedDict):
    action: Literal['drawdown', 'extend', 'bringForward', 'closeOut', 'split']
    permitted: bool
    reason: ForwardDetailsForwardPermittedActionReason | None


class ForwardDetailsForwardLinkedTrade(TypedDict):
    tradeId: str
    kind: str
    status: str


class ForwardDetailsForward(TypedDict):
    type: Literal['Fixed', 'Window', 'Open', 'Variable']
    accessDate: str
    valueDate: str
    balance: ForwardDetailsForwardBalance
    drawnPercent: str
    initialMarginStatus: Literal['NotRequired', 'Due', 'Received', 'Overdue', 'Released']
    forwardReasoning: str
    fundsDelivery: Literal['Deliverable', 'NonDeliverable']
    facilityId: str
    creditTermId: str
    defaultBeneficiaryId: str | None
    spotRate: str
    pricedAtDate: str
    drawdownCount: int
    amended: ForwardDetailsForwardAmended
    margin: ForwardDetailsForwardMargin
    mtm: ForwardDetailsForwardMtm | None
    permittedActions: list[ForwardDetailsForwardPermittedAction]
    linkedTrades: list[ForwardDetailsForwardLinkedTrade]


class ForwardDetails(TypedDict):
    tradeId: str
    kind: Literal['Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut']
    subtype: str | None
    entityId: str
    status: str
    currencyPair: str
    rate: str
    inverseRate: str
    buyCurrency: str
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal['Buy', 'Sell']
    tradeDate: str
    valueDate: str
    tenor: str | None
    cutOffAt: str
    cutOffLocal: ForwardDetailsCutOffLocal
    quoteId: str | None
    clientReference: str | None
    price: ForwardDetailsPrice
    settlement: ForwardDetailsSettlement
    parentTradeId: str | None
    paymentIds: list[str]
    confirmationDocumentId: str | None
    history: list[ForwardDetailsHistoryItem]
    createdAt: str
    updatedAt: str
    forward: ForwardDetailsForward


class ForwardQuoteCutOffLocal(TypedDict):
    time: str
    zone: str


class ForwardQuoteLimits(TypedDict):
    currency: str
    remainingDaily: str
    maxTradeSize: str
    availableBalance: str


class ForwardQuotePrice(TypedDict):
    mid: str
    margin: str
    marginPercent: str
    forwardPoints: str
    fees: list[str]
    costInSellCurrency: str
    pricedAtDate: str


class ForwardQuoteInitialMargin(TypedDict):
    required: bool
    percent: str
    amount: str
    currency: str
    dueAt: str | None
    payFromAccountId: str | None


class ForwardQuoteCredit(TypedDict):
    facilityId: str
    termId: str
    currency: str
    utilisedBefore: str
    utilisedAfter: str
    availableAfter: str


class ForwardQuote(TypedDict):
    quoteId: str
    status: Literal['Active', 'Booked', 'Expired']
    entityId: str
    currencyPair: str
    rate: str
    inverseRate: str
    buyCurrency: str
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal['Buy', 'Sell']
    valueDate: str
    cutOffAt: str
    cutOffLocal: ForwardQuoteCutOffLocal
    createdAt: str
    expiresAt: str
    limits: ForwardQuoteLimits
    kind: Literal['Forward']
    forwardType: Literal['Fixed', 'Window', 'Open', 'Variable']
    accessDate: str
    tenor: str
    price: ForwardQuotePrice
    spotRate: str
    forwardPoints: str
    reason: str | None
    defaultBeneficiaryId: str | None
    initialMargin: ForwardQuoteInitialMargin
    credit: ForwardQuoteCredit


class ForwardReasonListDatum(TypedDict):
    code: str
    description: str


class ForwardReasonList(TypedDict):
    data: list[ForwardReasonListDatum]
    nextCursor: str | None


class ForwardTradeCutOffLocal(TypedDict):
    time: str
    zone: str


class ForwardTradePrice(TypedDict):
    mid: str
    margin: str
    marginPercent: str
    forwardPoints: str
    fees: list[str]
    costInSellCurrency: str


class ForwardTradeSettlementNet(TypedDict):
    amount: str
    currency: str
    chargeOrCredit: Literal['Charge', 'Credit']


class ForwardTradeSettlement(TypedDict):
    funded: bool
    fundedAt: str | None
    settledAt: str | None
    failureReason: str | None
    net: ForwardTradeSettlementNet | None


class ForwardTradeHistoryItem(TypedDict):
    status: str
    at: str
    by: str
    reason: str | None


class ForwardTradeForwardBalance(TypedDict):
    buyAmount: str
    sellAmount: str


class ForwardTradeForward(TypedDict):
    type: Literal['Fixed', 'Window', 'Open', 'Variable']
    accessDate: str
    valueDate: str
    balance: ForwardTradeForwardBalance
    drawnPercent: str
    initialMarginStatus: Literal['NotRequired', 'Due', 'Received', 'Overdue', 'Released']
    forwardReasoning: str
    fundsDelivery: Literal['Deliverable', 'NonDeliverable']
    facilityId: str
    creditTermId: str
    defaultBeneficiaryId: str | None
    spotRate: str
    pricedAtDate: str


class ForwardTrade(TypedDict):
    tradeId: str
    kind: Literal['Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut']
    subtype: str | None
    entityId: str
    status: str
    currencyPair: str
    rate: str
    inverseRate: str
    buyCurrency: str
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal['Buy', 'Sell']
    tradeDate: str
    valueDate: str
    tenor: str | None
    cutOffAt: str
    cutOffLocal: ForwardTradeCutOffLocal
    quoteId: str | None
    clientReference: str | None
    price: ForwardTradePrice
    settlement: ForwardTradeSettlement
    parentTradeId: str | None
    paymentIds: list[str]
    confirmationDocumentId: str | None
    history: list[ForwardTradeHistoryItem]
    createdAt: str
    updatedAt: str
    forward: ForwardTradeForward


class ForwardTradeDryRunCutOffLocal(TypedDict):
    time: str
    zone: str


class ForwardTradeDryRunPrice(TypedDict):
    mid: str
    margin: str
    marginPercent: str
    forwardPoints: str
    fees: list[str]
    costInSellCurrency: str


class ForwardTradeDryRunSettlementNet(TypedDict):
    amount: str
    currency: str
    chargeOrCredit: Literal['Charge', 'Credit']


class ForwardTradeDryRunSettlement(TypedDict):
    funded: bool
    fundedAt: str | None
    settledAt: str | None
    failureReason: str | None
    net: ForwardTradeDryRunSettlementNet | None


class ForwardTradeDryRunHistoryItem(TypedDict):
    status: str
    at: str
    by: str
    reason: str | None


class ForwardTradeDryRunForwardBalance(TypedDict):
    buyAmount: str
    sellAmount: str


class ForwardTradeDryRunForward(TypedDict):
    type: Literal['Fixed', 'Window', 'Open', 'Variable']
    accessDate: str
    valueDate: str
    balance: ForwardTradeDryRunForwardBalance
    drawnPercent: str
    initialMarginStatus: Literal['NotRequired', 'Due', 'Received', 'Overdue', 'Released']
    forwardReasoning: str
    fundsDelivery: Literal['Deliverable', 'NonDeliverable']
    facilityId: str
    creditTermId: str
    defaultBeneficiaryId: str | None
    spotRate: str
    pricedAtDate: str


class ForwardTradeDryRun(TypedDict):
    tradeId: str
    kind: Literal['Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut']
    subtype: str | None
    entityId: str
    status: str
    currencyPair: str
    rate: str
    inverseRate: str
    buyCurrency: str
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal['Buy', 'Sell']
    tradeDate: str
    valueDate: str
    tenor: str | None
    cutOffAt: str
    cutOffLocal: ForwardTradeDryRunCutOffLocal
    quoteId: str | None
    clientReference: str | None
    price: ForwardTradeDryRunPrice
    settlement: ForwardTradeDryRunSettlement
    parentTradeId: str | None
    paymentIds: list[str]
    confirmationDocumentId: str | None
    history: list[ForwardTradeDryRunHistoryItem]
    createdAt: str
    updatedAt: str
    forward: ForwardTradeDryRunForward
    dryRun: Literal[True]


class GetFacilityLetterResponse(TypedDict):
    documentId: str
    version: int
    issuedAt: str
    signedAt: str | None
    sha256: str
    downloadUrl: str
    expiresAt: str | None


class HeldRate(TypedDict):
    quoteId: str
    kind: Literal['HeldRate']
    status: Literal['Active', 'PartlyUsed', 'Booked', 'Exhausted', 'Expired', 'Cancelled']
    entityId: str
    currencyPair: str
    direction: Literal['OneWay', 'TwoWay']
    usage: Literal['Single', 'Multiple']
    buyCurrency: str
    sellCurrency: str
    fixedSide: Literal['Buy', 'Sell']
    rate: str | None
    bid: str | None
    ask: str | None
    mid: str
    holdPremium: str
    holdPremiumBps: str
    estimatedAmount: str
    maxAmount: str
    utilisedAmount: str
    remainingAmount: str
    tenor: str
    postExpiryAction: Literal['Reject', 'AcceptAtSpot', 'UtiliseNextAvailableQuote', 'ExecuteAtMarketOpen']
    createdAt: str
    expiresAt: str
    expiresAtLocal: str
    deliveryDates: list[str]
    tradeIds: list[str]


class HeldRateDryRun(TypedDict):
    quoteId: str
    kind: Literal['HeldRate']
    status: Literal['Active', 'PartlyUsed', 'Booked', 'Exhausted', 'Expired', 'Cancelled']
    entityId: str
    currencyPair: str
    direction: Literal['OneWay', 'TwoWay']
    usage: Literal['Single', 'Multiple']
    buyCurrency: str
    sellCurrency: str
    fixedSide: Literal['Buy', 'Sell']
    rate: str | None
    bid: str | None
    ask: str | None
    mid: str
    holdPremium: str
    holdPremiumBps: str
    estimatedAmount: str
    maxAmount: str
    utilisedAmount: str
    remainingAmount: str
    tenor: str
    postExpiryAction: Literal['Reject', 'AcceptAtSpot', 'UtiliseNextAvailableQuote', 'ExecuteAtMarketOpen']
    createdAt: str
    expiresAt: str
    expiresAtLocal: str
    deliveryDates: list[str]
    tradeIds: list[str]
    dryRun: Literal[True]


class HeldRateOrDryRun(TypedDict):
    quoteId: str
    kind: Literal['HeldRate']
    status: Literal['Active', 'PartlyUsed', 'Booked', 'Exhausted', 'Expired', 'Cancelled']
    entityId: str
    currencyPair: str
    direction: Literal['OneWay', 'TwoWay']
    usage: Literal['Single', 'Multiple']
    buyCurrency: str
    sellCurrency: str
    fixedSide: Literal['Buy', 'Sell']
    rate: str | None
    bid: str | None
    ask: str | None
    mid: str
    holdPremium: str
    holdPremiumBps: str
    estimatedAmount: str
    maxAmount: str
    utilisedAmount: str
    remainingAmount: str
    tenor: str
    postExpiryAction: Literal['Reject', 'AcceptAtSpot', 'UtiliseNextAvailableQuote', 'ExecuteAtMarketOpen']
    createdAt: str
    expiresAt: str
    expiresAtLocal: str
    deliveryDates: list[str]
    tradeIds: list[str]
    dryRun: NotRequired[Literal[True]]


class HeldRatePage(TypedDict):
    data: list[HeldRate]
    nextCursor: str | None


class HeldRateTradeCutOffLocal(TypedDict):
    time: str
    zone: str


class HeldRateTradePrice(TypedDict):
    mid: str
    margin: str
    marginPercent: str
    forwardPoints: str
    fees: list[str]
    costInSellCurrency: str


class HeldRateTradeSettlementNet(TypedDict):
    amount: str
    currency: str
    chargeOrCredit: Literal['Charge', 'Credit']


class HeldRateTradeSettlement(TypedDict):
    funded: bool
    fundedAt: str | None
    settledAt: str | None
    failureReason: str | None
    net: HeldRateTradeSettlementNet | None


class HeldRateTradeHistoryItem(TypedDict):
    status: str
    at: str
    by: str
    reason: str | None


class HeldRateTradeExecution(TypedDict):
    mode: Literal['Held', 'Spot', 'NextQuote', 'MarketOpenOrder']
    quoteIdUsed: str | None


class HeldRateTrade(TypedDict):
    tradeId: str
    kind: Literal['Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut']
    subtype: str | None
    entityId: str
    status: str
    currencyPair: str
    rate: str
    inverseRate: str
    buyCurrency: str
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal['Buy', 'Sell']
    tradeDate: str
    valueDate: str
    tenor: str | None
    cutOffAt: str
    cutOffLocal: HeldRateTradeCutOffLocal
    quoteId: str | None
    clientReference: str | None
    price: HeldRateTradePrice
    settlement: HeldRateTradeSettlement
    parentTradeId: str | None
    paymentIds: list[str]
    confirmationDocumentId: str | None
    history: list[HeldRateTradeHistoryItem]
    createdAt: str
    updatedAt: str
    valueDateAdjusted: bool
    execution: HeldRateTradeExecution


class HeldRateTradeDryRunCutOffLocal(TypedDict):
    time: str
    zone: str


class HeldRateTradeDryRunPrice(TypedDict):
    mid: str
    margin: str
    marginPercent: str
    forwardPoints: str
    fees: list[str]
    costInSellCurrency: str


class HeldRateTradeDryRunSettlementNet(TypedDict):
    amount: str
    currency: str
    chargeOrCredit: Literal['Charge', 'Credit']


class HeldRateTradeDryRunSettlement(TypedDict):
    funded: bool
    fundedAt: str | None
    settledAt: str | None
    failureReason: str | None
    net: HeldRateTradeDryRunSettlementNet | None


class HeldRateTradeDryRunHistoryItem(TypedDict):
    status: str
    at: str
    by: str
    reason: str | None


class HeldRateTradeDryRunExecution(TypedDict):
    mode: Literal['Held', 'Spot', 'NextQuote', 'MarketOpenOrder']
    quoteIdUsed: str | None


class HeldRateTradeDryRun(TypedDict):
    tradeId: str
    kind: Literal['Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut']
    subtype: str | None
    entityId: str
    status: str
    currencyPair: str
    rate: str
    inverseRate: str
    buyCurrency: str
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal['Buy', 'Sell']
    tradeDate: str
    valueDate: str
    tenor: str | None
    cutOffAt: str
    cutOffLocal: HeldRateTradeDryRunCutOffLocal
    quoteId: str | None
    clientReference: str | None
    price: HeldRateTradeDryRunPrice
    settlement: HeldRateTradeDryRunSettlement
    parentTradeId: str | None
    paymentIds: list[str]
    confirmationDocumentId: str | None
    history: list[HeldRateTradeDryRunHistoryItem]
    createdAt: str
    updatedAt: str
    valueDateAdjusted: bool
    execution: HeldRateTradeDryRunExecution
    dryRun: Literal[True]


class InboundPaymentStatusReason(TypedDict):
    code: Literal['UnderReview', 'AccountNotFound', 'AccountClosed', 'VirtualAccountClosed', 'CurrencyMismatch', 'ReferenceReused', 'NotAccepted', 'RequestedByPayer']
    message: str


class InboundPayment(TypedDict):
    inboundPaymentId: str
    entityId: str | None
    accountId: str | None
    virtualAccountId: str | None
    transactionId: str | None
    amount: str
    currency: str
    status: Literal['Credited', 'Held', 'Unidentified', 'Assigned', 'Returned']
    statusReason: InboundPaymentStatusReason | None
    reference: str | None
    debtorName: str | None
    debtorIban: str | None
    valueDate: str
    receivedAt: str
    creditedAt: str | None
    returnedAt: str | None


class InboundPaymentPage(TypedDict):
    data: list[InboundPayment]
    nextCursor: str | None


class InitialMargin(TypedDict):
    tradeId: str
    required: bool
    percent: str
    amount: str
    currency: str
    side: Literal['Buy', 'Sell']
    dueAt: str | None
    status: Literal['NotRequired', 'Due', 'Received', 'Overdue', 'Released']
    received: str
    outstanding: str
    released: str
    appliedToDrawdowns: str
    accountId: str | None
    ledgerTransactionIds: list[str]


class InternalAccountTransferStatusReason(TypedDict):
    code: str
    message: str


class InternalAccountTransferApprovalStep(TypedDict):
    decision: str
    by: str | None
    at: str


InternalAccountTransferApprovalApprovers = TypedDict(
    'InternalAccountTransferApprovalApprovers',
    {
        'scope': str,
        'role': str,
        'except': list[str],
    },
)


class InternalAccountTransferApproval(TypedDict):
    required: bool
    policyId: str | None
    stepsRequired: int
    stepsGiven: int
    steps: list[InternalAccountTransferApprovalStep]
    canApprove: bool
    approvers: InternalAccountTransferApprovalApprovers | None


class InternalAccountTransfer(TypedDict):
    internalAccountTransferId: str
    entityId: str
    debitAccountId: str
    creditAccountId: str
    amount: str
    currency: str
    status: Literal['PendingApproval', 'Completed', 'Cancelled']
    reference: str | None
    clientReference: str | None
    transactionIds: list[str]
    createdAt: str
    completedAt: str | None
    statusReason: NotRequired[InternalAccountTransferStatusReason | None]
    approval: NotRequired[InternalAccountTransferApproval]
    approvalLapsesAt: NotRequired[str | None]


class InternalAccountTransferDryRunStatusReason(TypedDict):
    code: str
    message: str


class InternalAccountTransferDryRunApprovalStep(TypedDict):
    decision: str
    by: str | None
    at: str


InternalAccountTransferDryRunApprovalApprovers = TypedDict(
    'InternalAccountTransferDryRunApprovalApprovers',
    {
        'scope': str,
        'role': str,
        'except': list[str],
    },
)


class InternalAccountTransferDryRunApproval(TypedDict):
    required: bool
    policyId: str | None
    stepsRequired: int
    stepsGiven: int
    steps: list[InternalAccountTransferDryRunApprovalStep]
    canApprove: bool
    approvers: InternalAccountTransferDryRunApprovalApprovers | None


class InternalAccountTransferDryRun(TypedDict):
    internalAccountTransferId: str
    entityId: str
    debitAccountId: str
    creditAccountId: str
    amount: str
    currency: str
    status: Literal['PendingApproval', 'Completed', 'Cancelled']
    reference: str | None
    clientReference: str | None
    transactionIds: list[str]
    createdAt: str
    completedAt: str | None
    statusReason: NotRequired[InternalAccountTransferDryRunStatusReason | None]
    approval: NotRequired[InternalAccountTransferDryRunApproval]
    approvalLapsesAt: NotRequired[str | None]
    dryRun: Literal[True]


class InternalAccountTransferOrDryRunStatusReason(TypedDict):
    code: str
    message: str


class InternalAccountTransferOrDryRunApprovalStep(TypedDict):
    decision: str
    by: str | None
    at: str


InternalAccountTransferOrDryRunApprovalApprovers = TypedDict(
    'InternalAccountTransferOrDryRunApprovalApprovers',
    {
        'scope': str,
        'role': str,
        'except': list[str],
    },
)


class InternalAccountTransferOrDryRunApproval(TypedDict):
    required: bool
    policyId: str | None
    stepsRequired: int
    stepsGiven: int
    steps: list[InternalAccountTransferOrDryRunApprovalStep]
    canApprove: bool
    approvers: InternalAccountTransferOrDryRunApprovalApprovers | None


class InternalAccountTransferOrDryRun(TypedDict):
    internalAccountTransferId: str
    entityId: str
    debitAccountId: str
    creditAccountId: str
    amount: str
    currency: str
    status: Literal['PendingApproval', 'Completed', 'Cancelled']
    reference: str | None
    clientReference: str | None
    transactionIds: list[str]
    createdAt: str
    completedAt: str | None
    statusReason: NotRequired[InternalAccountTransferOrDryRunStatusReason | None]
    approval: NotRequired[InternalAccountTransferOrDryRunApproval]
    approvalLapsesAt: NotRequired[str | None]
    dryRun: NotRequired[Literal[True]]


class InternalAccountTransferPage(TypedDict):
    data: list[InternalAccountTransfer]
    nextCursor: str | None


class IntrospectTokenRequest(TypedDict):
    token: str
    token_type_hint: NotRequired[str]
    client_id: NotRequired[str]
    client_secret: NotRequired[str]
    client_assertion: NotRequired[str]
    client_assertion_type: NotRequired[str]


class MagicValueListDatum(TypedDict):
    value: str
    where: Literal['PaymentReference', 'PayeeName']
    effect: str


class MagicValueList(TypedDict):
    data: list[MagicValueListDatum]
    nextCursor: str | None


class MarginCall(TypedDict):
    marginCallId: str
    entityId: str
    facilityId: str
    type: Literal['Initial', 'Variation']
    reasonTradeIds: list[str]
    amount: str
    currency: str
    outstanding: str
    status: Literal['Issued', 'PartlyMet', 'Met', 'Overdue', 'Released', 'Cancelled']
    issuedAt: str
    dueAt: str
    snapshotId: str | None
    explanation: str
    collectedFrom: str | None
    actions: list[Literal['settle']]
    updatedAt: str


class MarginCallOrDryRun(TypedDict):
    marginCallId: str
    entityId: str
    facilityId: str
    type: Literal['Initial', 'Variation']
    reasonTradeIds: list[str]
    amount: str
    currency: str
    outstanding: str
    status: Literal['Issued', 'PartlyMet', 'Met', 'Overdue', 'Released', 'Cancelled']
    issuedAt: str
    dueAt: str
    snapshotId: str | None
    explanation: str
    collectedFrom: str | None
    actions: list[Literal['settle']]
    updatedAt: str
    dryRun: NotRequired[Literal[True]]


class MarginCallPage(TypedDict):
    data: list[MarginCall]
    nextCursor: str | None


class MarginRunRun(TypedDict):
    facilityId: str
    snapshotId: str | None
    variationMarginReleased: str
    currency: str


class MarginRun(TypedDict):
    issued: list[MarginCall]
    released: list[MarginCall]
    runs: list[MarginRunRun]


class MarketRate(TypedDict):
    currencyPair: str
    mid: str
    at: str


class MoveClockRequest(TypedDict):
    set: NotRequired[str]
    advance: NotRequired[str]
    freeze: NotRequired[bool]


class MoveMarketRequest(TypedDict):
    rate: NotRequired[str]
    shiftPercent: NotRequired[str]


class NotificationRecipient(TypedDict):
    notificationRecipientId: str
    entityId: str
    email: str
    topics: list[Literal['MarginCalls', 'OverdueTrades', 'Approvals']]
    createdAt: str


class NotificationRecipientPage(TypedDict):
    data: list[NotificationRecipient]
    nextCursor: str | None


class OAuthError(TypedDict):
    error: str
    error_description: str
    error_uri: NotRequired[str]


class OpenVirtualAccountRequest(TypedDict):
    accountId: str
    name: str
    clientReference: NotRequired[str]


class PayeeVerificationRecommendedUpdate(TypedDict):
    field: Literal['name', 'partyType']
    value: str


class PayeeVerification(TypedDict):
    verificationId: str
    status: Literal['Match', 'NearMatch', 'NoMatch', 'NotAvailable']
    matchedName: NotRequired[str]
    reasonCode: Literal['accountTypeMismatch', 'accountNotFound', 'accountSwitched', 'accountOptedOut', 'accountTypeNotSupported', 'referenceInvalid', 'pspNotParticipating', 'identificationNotSupported', 'timeout', 'noAnswer'] | None
    message: str
    scheme: Literal['SEPA_VOP', 'UK_COP', 'SIMULATED']
    checkedAt: str
    expiresAt: str
    recommendedUpdates: list[PayeeVerificationRecommendedUpdate]


class PayeeVerificationOrDryRunRecommendedUpdate(TypedDict):
    field: Literal['name', 'partyType']
    value: str


class PayeeVerificationOrDryRun(TypedDict):
    verificationId: str
    status: Literal['Match', 'NearMatch', 'NoMatch', 'NotAvailable']
    matchedName: NotRequired[str]
    reasonCode: Literal['accountTypeMismatch', 'accountNotFound', 'accountSwitched', 'accountOptedOut', 'accountTypeNotSupported', 'referenceInvalid', 'pspNotParticipating', 'identificationNotSupported', 'timeout', 'noAnswer'] | None
    message: str
    scheme: Literal['SEPA_VOP', 'UK_COP', 'SIMULATED']
    checkedAt: str
    expiresAt: str
    recommendedUpdates: list[PayeeVerificationOrDryRunRecommendedUpdate]
    dryRun: NotRequired[Literal[True]]


class PaymentStatusReason(TypedDict):
    code: str
    message: str
    nextAction: str


class PaymentFunds(TypedDict):
    state: Literal['OnAccount', 'InTrade', 'InSuspense']
    accountId: str
    amount: str
    currency: str
    actions: list[Literal['PayAgain', 'SellBack', 'CancelTrade', 'CloseOutTrade', 'CancelDrawdown']]


class PaymentFee(TypedDict):
    amount: str
    currency: str


class PaymentRemittanceStructured(TypedDict):
    creditorReference: NotRequired[str]
    invoiceNumber: NotRequired[str]
    invoiceDate: NotRequired[str]
    invoiceAmount: NotRequired[str]


class PaymentRemittance(TypedDict):
    unstructured: NotRequired[str]
    structured: NotRequired[PaymentRemittanceStructured]


class PaymentInvoice(TypedDict):
    number: str
    date: NotRequired[str]


class PaymentPayerAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentPayerIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentPayer(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentPayerAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentPayerIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class PaymentUltimateDebtorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentUltimateDebtorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentUltimateDebtor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentUltimateDebtorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentUltimateDebtorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class PaymentUltimateCreditorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentUltimateCreditorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentUltimateCreditor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentUltimateCreditorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentUltimateCreditorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


PaymentRegulatoryReportingDetail: TypeAlias = str


class PaymentRegulatoryReporting(TypedDict):
    code: NotRequired[str]
    country: NotRequired[str]
    details: NotRequired[list[PaymentRegulatoryReportingDetail]]


class PaymentDocument(TypedDict):
    type: str
    reference: str
    url: NotRequired[str]


PaymentNotifyEmail: TypeAlias = str


class PaymentApprovalStep(TypedDict):
    decision: str
    by: str | None
    at: str


PaymentApprovalApprovers = TypedDict(
    'PaymentApprovalApprovers',
    {
        'scope': str,
        'role': str,
        'except': list[str],
    },
)


class PaymentApproval(TypedDict):
    required: bool
    policyId: str | None
    stepsRequired: int
    stepsGiven: int
    steps: list[PaymentApprovalStep]
    canApprove: bool
    approvers: PaymentApprovalApprovers | None


class PaymentReturned(TypedDict):
    amount: str
    reason: str | None
    at: str


class PaymentRecall(TypedDict):
    status: Literal['Requested', 'Accepted', 'Refused']
    reason: str
    note: str | None
    requestedBy: str
    requestedAt: str
    answerReason: str | None
    answeredAt: str | None


class PaymentHistoryItem(TypedDict):
    status: Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed']
    at: str
    by: str
    reason: str | None


class PaymentWarning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: NotRequired[str]


class Payment(TypedDict):
    paymentId: str
    entityId: str
    accountId: str
    status: Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed']
    isoStatus: str
    statusReason: PaymentStatusReason | None
    funds: PaymentFunds | None
    paymentDate: str
    amount: str
    currency: str
    fee: PaymentFee
    beneficiaryId: str | None
    beneficiarySnapshot: dict[str, Any] | None
    payee: dict[str, Any] | None
    tradeId: str | None
    verificationId: str | None
    reference: str
    reason: str | None
    purposeCode: str | None
    chargeBearer: Literal['SHA', 'OUR', 'BEN']
    speed: Literal['Normal', 'Urgent', 'Instant']
    rail: Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']
    remittance: NotRequired[PaymentRemittance]
    invoice: NotRequired[PaymentInvoice]
    payer: NotRequired[PaymentPayer]
    ultimateDebtor: NotRequired[PaymentUltimateDebtor]
    ultimateCreditor: NotRequired[PaymentUltimateCreditor]
    regulatoryReporting: NotRequired[PaymentRegulatoryReporting]
    documents: NotRequired[list[PaymentDocument]]
    notifyEmails: NotRequired[list[PaymentNotifyEmail]]
    ifDateMissed: NotRequired[Literal['NextBusinessDay', 'Reject']]
    metadata: NotRequired[dict[str, str]]
    clientReference: str | None
    endToEndId: str
    uetr: str
    approval: PaymentApproval
    cutOffAt: str
    scheduledFor: str | None
    submittedAt: str | None
    sentAt: str | None
    completedAt: str | None
    expectedArrival: str
    returned: PaymentReturned | None
    recall: PaymentRecall | None
    batchId: str | None
    history: list[PaymentHistoryItem]
    allowedActions: list[Literal['Cancel', 'Approve', 'Reject', 'RecallApproval', 'RequestApproval', 'RequestRecall']]
    version: int
    createdAt: str
    updatedAt: str
    warnings: NotRequired[list[PaymentWarning]]


class PaymentBatchProgress(TypedDict):
    done: int
    total: int
    percent: int


class PaymentBatchCounts(TypedDict):
    pending: int
    checked: int
    invalid: int
    created: int
    skipped: int
    undone: int


class PaymentBatchTotal(TypedDict):
    currency: str
    amount: str
    count: int


class PaymentBatchErrorError(TypedDict):
    pointer: str
    code: str
    message: str
    params: NotRequired[dict[str, Any]]


class PaymentBatchError(TypedDict):
    line: int
    errors: list[PaymentBatchErrorError]


class PaymentBatchWarningWarning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: NotRequired[str]


class PaymentBatchWarning(TypedDict):
    line: int
    warnings: list[PaymentBatchWarningWarning]


class PaymentBatch(TypedDict):
    batchId: str
    entityId: str
    name: str | None
    format: Literal['Json', 'Csv', 'Pain001']
    mode: Literal['Strict', 'Partial']
    status: Literal['Checking', 'Processing', 'Completed', 'Undoing', 'Rejected', 'Cancelling', 'Cancelled']
    clientReference: str | None
    progress: PaymentBatchProgress
    counts: PaymentBatchCounts
    payments: dict[str, int]
    totals: list[PaymentBatchTotal]
    createdBy: str
    createdAt: str
    updatedAt: str
    finishedAt: str | None
    version: int
    errors: NotRequired[list[PaymentBatchError]]
    warnings: NotRequired[list[PaymentBatchWarning]]


class PaymentBatchDryRunProgress(TypedDict):
    done: int
    total: int
    percent: int


class PaymentBatchDryRunCounts(TypedDict):
    pending: int
    checked: int
    invalid: int
    created: int
    skipped: int
    undone: int


class PaymentBatchDryRunTotal(TypedDict):
    currency: str
    amount: str
    count: int


class PaymentBatchDryRunErrorError(TypedDict):
    pointer: str
    code: str
    message: str
    params: NotRequired[dict[str, Any]]


class PaymentBatchDryRunError(TypedDict):
    line: int
    errors: list[PaymentBatchDryRunErrorError]


class PaymentBatchDryRunWarningWarning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: NotRequired[str]


class PaymentBatchDryRunWarning(TypedDict):
    line: int
    warnings: list[PaymentBatchDryRunWarningWarning]


class PaymentBatchDryRun(TypedDict):
    batchId: str
    entityId: str
    name: str | None
    format: Literal['Json', 'Csv', 'Pain001']
    mode: Literal['Strict', 'Partial']
    status: Literal['Checking', 'Processing', 'Completed', 'Undoing', 'Rejected', 'Cancelling', 'Cancelled']
    clientReference: str | None
    progress: PaymentBatchDryRunProgress
    counts: PaymentBatchDryRunCounts
    payments: dict[str, int]
    totals: list[PaymentBatchDryRunTotal]
    createdBy: str
    createdAt: str
    updatedAt: str
    finishedAt: str | None
    version: int
    errors: NotRequired[list[PaymentBatchDryRunError]]
    warnings: NotRequired[list[PaymentBatchDryRunWarning]]
    dryRun: Literal[True]


class PaymentBatchItemError(TypedDict):
    pointer: str
    code: str
    message: str
    params: NotRequired[dict[str, Any]]


class PaymentBatchItemWarning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: NotRequired[str]


class PaymentBatchItem(TypedDict):
    line: int
    status: Literal['Pending', 'Checked', 'Invalid', 'Created', 'Skipped', 'Undone']
    paymentId: str | None
    paymentStatus: Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed'] | None
    clientReference: str | None
    errors: list[PaymentBatchItemError]
    warnings: list[PaymentBatchItemWarning]
    verification: PayeeVerification | None
    order: Any


class PaymentBatchItemPage(TypedDict):
    data: list[PaymentBatchItem]
    nextCursor: str | None


class PaymentBatchOrDryRunProgress(TypedDict):
    done: int
    total: int
    percent: int


class PaymentBatchOrDryRunCounts(TypedDict):
    pending: int
    checked: int
    invalid: int
    created: int
    skipped: int
    undone: int


class PaymentBatchOrDryRunTotal(TypedDict):
    currency: str
    amount: str
    count: int


class PaymentBatchOrDryRunErrorError(TypedDict):
    pointer: str
    code: str
    message: str
    params: NotRequired[dict[str, Any]]


class PaymentBatchOrDryRunError(TypedDict):
    line: int
    errors: list[PaymentBatchOrDryRunErrorError]


class PaymentBatchOrDryRunWarningWarning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: NotRequired[str]


class PaymentBatchOrDryRunWarning(TypedDict):
    line: int
    warnings: list[PaymentBatchOrDryRunWarningWarning]


class PaymentBatchOrDryRun(TypedDict):
    batchId: str
    entityId: str
    name: str | None
    format: Literal['Json', 'Csv', 'Pain001']
    mode: Literal['Strict', 'Partial']
    status: Literal['Checking', 'Processing', 'Completed', 'Undoing', 'Rejected', 'Cancelling', 'Cancelled']
    clientReference: str | None
    progress: PaymentBatchOrDryRunProgress
    counts: PaymentBatchOrDryRunCounts
    payments: dict[str, int]
    totals: list[PaymentBatchOrDryRunTotal]
    createdBy: str
    createdAt: str
    updatedAt: str
    finishedAt: str | None
    version: int
    errors: NotRequired[list[PaymentBatchOrDryRunError]]
    warnings: NotRequired[list[PaymentBatchOrDryRunWarning]]
    dryRun: NotRequired[Literal[True]]


class PaymentBatchOrder(TypedDict):
    entityId: NotRequired[str]
    name: NotRequired[str]
    mode: NotRequired[Literal['Strict', 'Partial']]
    clientReference: NotRequired[str]
    items: list[Any]


class PaymentBatchPage(TypedDict):
    data: list[PaymentBatch]
    nextCursor: str | None


class PaymentDryRunStatusReason(TypedDict):
    code: str
    message: str
    nextAction: str


class PaymentDryRunFunds(TypedDict):
    state: Literal['OnAccount', 'InTrade', 'InSuspense']
    accountId: str
    amount: str
    currency: str
    actions: list[Literal['PayAgain', 'SellBack', 'CancelTrade', 'CloseOutTrade', 'CancelDrawdown']]


class PaymentDryRunFee(TypedDict):
    amount: str
    currency: str


class PaymentDryRunRemittanceStructured(TypedDict):
    creditorReference: NotRequired[str]
    invoiceNumber: NotRequired[str]
    invoiceDate: NotRequired[str]
    invoiceAmount: NotRequired[str]


class PaymentDryRunRemittance(TypedDict):
    unstructured: NotRequired[str]
    structured: NotRequired[PaymentDryRunRemittanceStructured]


class PaymentDryRunInvoice(TypedDict):
    number: str
    date: NotRequired[str]


class PaymentDryRunPayerAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentDryRunPayerIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentDryRunPayer(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentDryRunPayerAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentDryRunPayerIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class PaymentDryRunUltimateDebtorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentDryRunUltimateDebtorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentDryRunUltimateDebtor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentDryRunUltimateDebtorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentDryRunUltimateDebtorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class PaymentDryRunUltimateCreditorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentDryRunUltimateCreditorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentDryRunUltimateCreditor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentDryRunUltimateCreditorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentDryRunUltimateCreditorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


PaymentDryRunRegulatoryReportingDetail: TypeAlias = str


class PaymentDryRunRegulatoryReporting(TypedDict):
    code: NotRequired[str]
    country: NotRequired[str]
    details: NotRequired[list[PaymentDryRunRegulatoryReportingDetail]]


class PaymentDryRunDocument(TypedDict):
    type: str
    reference: str
    url: NotRequired[str]


PaymentDryRunNotifyEmail: TypeAlias = str


class PaymentDryRunApprovalStep(TypedDict):
    decision: str
    by: str | None
    at: str


PaymentDryRunApprovalApprovers = TypedDict(
    'PaymentDryRunApprovalApprovers',
    {
        'scope': str,
        'role': str,
        'except': list[str],
    },
)


class PaymentDryRunApproval(TypedDict):
    required: bool
    policyId: str | None
    stepsRequired: int
    stepsGiven: int
    steps: list[PaymentDryRunApprovalStep]
    canApprove: bool
    approvers: PaymentDryRunApprovalApprovers | None


class PaymentDryRunReturned(TypedDict):
    amount: str
    reason: str | None
    at: str


class PaymentDryRunRecall(TypedDict):
    status: Literal['Requested', 'Accepted', 'Refused']
    reason: str
    note: str | None
    requestedBy: str
    requestedAt: str
    answerReason: str | None
    answeredAt: str | None


class PaymentDryRunHistoryItem(TypedDict):
    status: Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed']
    at: str
    by: str
    reason: str | None


class PaymentDryRunWarning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: NotRequired[str]


class PaymentDryRun(TypedDict):
    paymentId: str
    entityId: str
    accountId: str
    status: Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed']
    isoStatus: str
    statusReason: PaymentDryRunStatusReason | None
    funds: PaymentDryRunFunds | None
    paymentDate: str
    amount: str
    currency: str
    fee: PaymentDryRunFee
    beneficiaryId: str | None
    beneficiarySnapshot: dict[str, Any] | None
    payee: dict[str, Any] | None
    tradeId: str | None
    verificationId: str | None
    reference: str
    reason: str | None
    purposeCode: str | None
    chargeBearer: Literal['SHA', 'OUR', 'BEN']
    speed: Literal['Normal', 'Urgent', 'Instant']
    rail: Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']
    remittance: NotRequired[PaymentDryRunRemittance]
    invoice: NotRequired[PaymentDryRunInvoice]
    payer: NotRequired[PaymentDryRunPayer]
    ultimateDebtor: NotRequired[PaymentDryRunUltimateDebtor]
    ultimateCreditor: NotRequired[PaymentDryRunUltimateCreditor]
    regulatoryReporting: NotRequired[PaymentDryRunRegulatoryReporting]
    documents: NotRequired[list[PaymentDryRunDocument]]
    notifyEmails: NotRequired[list[PaymentDryRunNotifyEmail]]
    ifDateMissed: NotRequired[Literal['NextBusinessDay', 'Reject']]
    metadata: NotRequired[dict[str, str]]
    clientReference: str | None
    endToEndId: str
    uetr: str
    approval: PaymentDryRunApproval
    cutOffAt: str
    scheduledFor: str | None
    submittedAt: str | None
    sentAt: str | None
    completedAt: str | None
    expectedArrival: str
    returned: PaymentDryRunReturned | None
    recall: PaymentDryRunRecall | None
    batchId: str | None
    history: list[PaymentDryRunHistoryItem]
    allowedActions: list[Literal['Cancel', 'Approve', 'Reject', 'RecallApproval', 'RequestApproval', 'RequestRecall']]
    version: int
    createdAt: str
    updatedAt: str
    warnings: NotRequired[list[PaymentDryRunWarning]]
    dryRun: Literal[True]


class PaymentOptionsItemFee(TypedDict):
    amount: str
    currency: str


class PaymentOptionsItemCutOffLocal(TypedDict):
    time: str
    zone: str


class PaymentOptionsItem(TypedDict):
    speed: Literal['Normal', 'Urgent', 'Instant']
    rail: Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']
    chargeBearer: Literal['SHA', 'OUR', 'BEN']
    fee: PaymentOptionsItemFee
    executionDate: str
    cutOffAt: str
    cutOffLocal: PaymentOptionsItemCutOffLocal
    expectedArrival: str
    maxAmount: str | None
    isDefault: bool


class PaymentOptions(TypedDict):
    currency: str
    country: str | None
    items: list[PaymentOptionsItem]


class PaymentOrDryRunStatusReason(TypedDict):
    code: str
    message: str
    nextAction: str


class PaymentOrDryRunFunds(TypedDict):
    state: Literal['OnAccount', 'InTrade', 'InSuspense']
    accountId: str
    amount: str
    currency: str
    actions: list[Literal['PayAgain', 'SellBack', 'CancelTrade', 'CloseOutTrade', 'CancelDrawdown']]


class PaymentOrDryRunFee(TypedDict):
    amount: str
    currency: str


class PaymentOrDryRunRemittanceStructured(TypedDict):
    creditorReference: NotRequired[str]
    invoiceNumber: NotRequired[str]
    invoiceDate: NotRequired[str]
    invoiceAmount: NotRequired[str]


class PaymentOrDryRunRemittance(TypedDict):
    unstructured: NotRequired[str]
    structured: NotRequired[PaymentOrDryRunRemittanceStructured]


class PaymentOrDryRunInvoice(TypedDict):
    number: str
    date: NotRequired[str]


class PaymentOrDryRunPayerAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentOrDryRunPayerIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentOrDryRunPayer(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentOrDryRunPayerAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentOrDryRunPayerIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class PaymentOrDryRunUltimateDebtorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentOrDryRunUltimateDebtorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentOrDryRunUltimateDebtor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentOrDryRunUltimateDebtorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentOrDryRunUltimateDebtorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class PaymentOrDryRunUltimateCreditorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentOrDryRunUltimateCreditorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentOrDryRunUltimateCreditor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentOrDryRunUltimateCreditorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentOrDryRunUltimateCreditorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


PaymentOrDryRunRegulatoryReportingDetail: TypeAlias = str


class PaymentOrDryRunRegulatoryReporting(TypedDict):
    code: NotRequired[str]
    country: NotRequired[str]
    details: NotRequired[list[PaymentOrDryRunRegulatoryReportingDetail]]


class PaymentOrDryRunDocument(TypedDict):
    type: str
    reference: str
    url: NotRequired[str]


PaymentOrDryRunNotifyEmail: TypeAlias = str


class PaymentOrDryRunApprovalStep(TypedDict):
    decision: str
    by: str | None
    at: str


PaymentOrDryRunApprovalApprovers = TypedDict(
    'PaymentOrDryRunApprovalApprovers',
    {
        'scope': str,
        'role': str,
        'except': list[str],
    },
)


class PaymentOrDryRunApproval(TypedDict):
    required: bool
    policyId: str | None
    stepsRequired: int
    stepsGiven: int
    steps: list[PaymentOrDryRunApprovalStep]
    canApprove: bool
    approvers: PaymentOrDryRunApprovalApprovers | None


class PaymentOrDryRunReturned(TypedDict):
    amount: str
    reason: str | None
    at: str


class PaymentOrDryRunRecall(TypedDict):
    status: Literal['Requested', 'Accepted', 'Refused']
    reason: str
    note: str | None
    requestedBy: str
    requestedAt: str
    answerReason: str | None
    answeredAt: str | None


class PaymentOrDryRunHistoryItem(TypedDict):
    status: Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed']
    at: str
    by: str
    reason: str | None


class PaymentOrDryRunWarning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: NotRequired[str]


class PaymentOrDryRun(TypedDict):
    paymentId: str
    entityId: str
    accountId: str
    status: Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed']
    isoStatus: str
    statusReason: PaymentOrDryRunStatusReason | None
    funds: PaymentOrDryRunFunds | None
    paymentDate: str
    amount: str
    currency: str
    fee: PaymentOrDryRunFee
    beneficiaryId: str | None
    beneficiarySnapshot: dict[str, Any] | None
    payee: dict[str, Any] | None
    tradeId: str | None
    verificationId: str | None
    reference: str
    reason: str | None
    purposeCode: str | None
    chargeBearer: Literal['SHA', 'OUR', 'BEN']
    speed: Literal['Normal', 'Urgent', 'Instant']
    rail: Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']
    remittance: NotRequired[PaymentOrDryRunRemittance]
    invoice: NotRequired[PaymentOrDryRunInvoice]
    payer: NotRequired[PaymentOrDryRunPayer]
    ultimateDebtor: NotRequired[PaymentOrDryRunUltimateDebtor]
    ultimateCreditor: NotRequired[PaymentOrDryRunUltimateCreditor]
    regulatoryReporting: NotRequired[PaymentOrDryRunRegulatoryReporting]
    documents: NotRequired[list[PaymentOrDryRunDocument]]
    notifyEmails: NotRequired[list[PaymentOrDryRunNotifyEmail]]
    ifDateMissed: NotRequired[Literal['NextBusinessDay', 'Reject']]
    metadata: NotRequired[dict[str, str]]
    clientReference: str | None
    endToEndId: str
    uetr: str
    approval: PaymentOrDryRunApproval
    cutOffAt: str
    scheduledFor: str | None
    submittedAt: str | None
    sentAt: str | None
    completedAt: str | None
    expectedArrival: str
    returned: PaymentOrDryRunReturned | None
    recall: PaymentOrDryRunRecall | None
    batchId: str | None
    history: list[PaymentOrDryRunHistoryItem]
    allowedActions: list[Literal['Cancel', 'Approve', 'Reject', 'RecallApproval', 'RequestApproval', 'RequestRecall']]
    version: int
    createdAt: str
    updatedAt: str
    warnings: NotRequired[list[PaymentOrDryRunWarning]]
    dryRun: NotRequired[Literal[True]]


class PaymentOrderCreditorAccountAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentOrderCreditorAccountRoutingCode(TypedDict):
    type: Literal['SortCode', 'Aba', 'Bsb', 'Ifsc', 'Cnaps', 'Clabe', 'InstitutionNo', 'TransitNo', 'BankCode', 'BranchCode']
    value: str


class PaymentOrderCreditorAccountIntermediary(TypedDict):
    bic: str
    account: NotRequired[str]


class PaymentOrderCreditorAccountIdentification(TypedDict):
    type: Literal['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']
    value: str
    country: NotRequired[str]


class PaymentOrderCreditorAccount(TypedDict):
    name: str
    nickname: NotRequired[str]
    type: NotRequired[Literal['Individual', 'Company']]
    firstParty: NotRequired[bool]
    countryCode: str
    bankCountryCode: str
    currency: str
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal['Checking', 'Savings']]
    localName: NotRequired[str]
    secondaryReference: NotRequired[str]
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: PaymentOrderCreditorAccountAddress
    routingCodes: NotRequired[list[PaymentOrderCreditorAccountRoutingCode]]
    intermediary: NotRequired[PaymentOrderCreditorAccountIntermediary]
    identification: NotRequired[PaymentOrderCreditorAccountIdentification]
    save: NotRequired[bool]


class PaymentOrderRemittanceStructured(TypedDict):
    creditorReference: NotRequired[str]
    invoiceNumber: NotRequired[str]
    invoiceDate: NotRequired[str]
    invoiceAmount: NotRequired[str]


class PaymentOrderRemittance(TypedDict):
    unstructured: NotRequired[str]
    structured: NotRequired[PaymentOrderRemittanceStructured]


class PaymentOrderInvoice(TypedDict):
    number: str
    date: NotRequired[str]


class PaymentOrderPayerAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentOrderPayerIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentOrderPayer(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentOrderPayerAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentOrderPayerIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class PaymentOrderUltimateDebtorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentOrderUltimateDebtorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentOrderUltimateDebtor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentOrderUltimateDebtorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentOrderUltimateDebtorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


class PaymentOrderUltimateCreditorAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class PaymentOrderUltimateCreditorIdentification(TypedDict):
    type: str
    value: str
    country: NotRequired[str]


class PaymentOrderUltimateCreditor(TypedDict):
    name: str
    type: NotRequired[Literal['Individual', 'Company']]
    address: NotRequired[PaymentOrderUltimateCreditorAddress]
    accountNumber: NotRequired[str]
    identification: NotRequired[PaymentOrderUltimateCreditorIdentification]
    lei: NotRequired[str]
    dateOfBirth: NotRequired[str]
    placeOfBirth: NotRequired[str]


PaymentOrderRegulatoryReportingDetail: TypeAlias = str


class PaymentOrderRegulatoryReporting(TypedDict):
    code: NotRequired[str]
    country: NotRequired[str]
    details: NotRequired[list[PaymentOrderRegulatoryReportingDetail]]


class PaymentOrderDocument(TypedDict):
    type: str
    reference: str
    url: NotRequired[str]


PaymentOrderNotifyEmail: TypeAlias = str


class PaymentOrder(TypedDict):
    accountId: str
    paymentDate: str
    amount: str
    currency: str
    beneficiaryId: NotRequired[str]
    creditorAccountId: NotRequired[str]
    creditorAccount: NotRequired[PaymentOrderCreditorAccount]
    tradeId: NotRequired[str]
    verificationId: NotRequired[str]
    reference: str
    reason: NotRequired[str]
    purposeCode: NotRequired[str]
    chargeBearer: NotRequired[Literal['SHA', 'OUR', 'BEN']]
    speed: NotRequired[Literal['Normal', 'Urgent', 'Instant']]
    rail: NotRequired[Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']]
    clientReference: NotRequired[str]
    remittance: NotRequired[PaymentOrderRemittance]
    invoice: NotRequired[PaymentOrderInvoice]
    payer: NotRequired[PaymentOrderPayer]
    ultimateDebtor: NotRequired[PaymentOrderUltimateDebtor]
    ultimateCreditor: NotRequired[PaymentOrderUltimateCreditor]
    regulatoryReporting: NotRequired[PaymentOrderRegulatoryReporting]
    documents: NotRequired[list[PaymentOrderDocument]]
    notifyEmails: NotRequired[list[PaymentOrderNotifyEmail]]
    ifDateMissed: NotRequired[Literal['NextBusinessDay', 'Reject']]
    metadata: NotRequired[dict[str, str]]


class PaymentPage(TypedDict):
    data: list[Payment]
    nextCursor: str | None


class PaymentPurposesItemAppliesTo(TypedDict):
    payerTypes: list[str]
    payeeTypes: list[str]


class PaymentPurposesItem(TypedDict):
    code: str
    description: str
    required: bool
    appliesTo: PaymentPurposesItemAppliesTo


class PaymentPurposes(TypedDict):
    listId: str | None
    required: bool
    items: list[PaymentPurposesItem]


class PaymentTrackingEventCharges(TypedDict):
    amount: str
    currency: str


PaymentTrackingEvent = TypedDict(
    'PaymentTrackingEvent',
    {
        'at': str,
        'from': str,
        'to': str,
        'status': Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed'],
        'isoStatus': str,
        'reason': str | None,
        'charges': PaymentTrackingEventCharges | None,
    },
)


class PaymentTrackingRecall(TypedDict):
    status: str
    requestedAt: str
    answeredAt: str | None


class PaymentTracking(TypedDict):
    paymentId: str
    uetr: str
    status: Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed']
    events: list[PaymentTrackingEvent]
    recall: PaymentTrackingRecall | None
    creditedAt: str | None


class PaymentValidationError(TypedDict):
    pointer: str
    code: str
    message: str
    params: NotRequired[dict[str, Any]]


class PaymentValidationWarning(TypedDict):
    pointer: str
    code: str
    message: str
    sent: NotRequired[str]


class PaymentValidationRouteFee(TypedDict):
    amount: str
    currency: str


class PaymentValidationRoute(TypedDict):
    rail: Literal['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift']
    chargeBearer: Literal['SHA', 'OUR', 'BEN']
    fee: PaymentValidationRouteFee
    executionDate: str | None
    expectedArrival: str | None
    cutOffAt: str | None


class PaymentValidationVerification(TypedDict):
    required: bool
    reason: str | None


class PaymentValidationApproval(TypedDict):
    required: bool
    policyId: str | None
    stepsRequired: int


class PaymentValidationPurposeCode(TypedDict):
    required: bool
    options: list[str]


class PaymentValidation(TypedDict):
    valid: bool
    errors: list[PaymentValidationError]
    warnings: list[PaymentValidationWarning]
    normalised: dict[str, Any] | None
    route: PaymentValidationRoute | None
    verification: PaymentValidationVerification
    approval: PaymentValidationApproval
    purposeCode: PaymentValidationPurposeCode


class ProblemError(TypedDict):
    pointer: str
    code: str
    message: str
    params: NotRequired[dict[str, Any]]


class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str
    requestId: str
    retryable: bool
    params: NotRequired[dict[str, Any]]
    errors: list[ProblemError]


class QuoteForwardAmendmentRequest(TypedDict):
    entityId: NotRequired[str]
    type: Literal['Extend', 'BringForward', 'CloseOut', 'Split']
    newValueDate: NotRequired[str]
    currency: NotRequired[str]
    amount: NotRequired[str]


class QuoteForwardRequest(TypedDict):
    entityId: NotRequired[str]
    buyAccountId: NotRequired[str]
    sellAccountId: NotRequired[str]
    buyCurrency: str
    sellCurrency: str
    fixedSide: Literal['Buy', 'Sell']
    amount: str
    valueDate: NotRequired[str | None]
    forwardType: NotRequired[Literal['Fixed', 'Window', 'Open', 'Variable']]
    accessDate: NotRequired[str]
    reason: NotRequired[Literal['Goods', 'Services', 'IntergroupPayments', 'DividendsShareClasses', 'AssetHedging', 'DebtHedging', 'Commodities', 'Capex', 'Investment', 'DirectInvestment', 'InjectingCapitalIntoSubsidiary', 'Divestment', 'Exits', 'InfrastructureHedging', 'ManagementFees', 'Payroll', 'Property', 'Taxes']]
    creditTermId: NotRequired[str]
    marginSide: NotRequired[Literal['Buy', 'Sell']]
    defaultBeneficiaryId: NotRequired[str]


class QuoteSpotAmendmentRequest(TypedDict):
    entityId: NotRequired[str]
    type: Literal['Cancel', 'CloseOut', 'Move']
    newValueDate: NotRequired[str]


class QuoteSpotRequest(TypedDict):
    entityId: NotRequired[str]
    buyAccountId: NotRequired[str]
    sellAccountId: NotRequired[str]
    buyCurrency: str
    sellCurrency: str
    fixedSide: Literal['Buy', 'Sell']
    amount: str
    valueDate: NotRequired[str | None]


class RateEstimate(TypedDict):
    currencyPair: str
    indicativeRate: str
    inverseRate: str
    mid: str
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    fixedSide: Literal['Buy', 'Sell']
    valueDate: str
    tenor: str
    asOf: str
    bookable: Literal[False]


class RecallPaymentRequest(TypedDict):
    reason: NotRequired[Literal['CUST', 'DUPL', 'TECH', 'FRAD', 'AC03', 'AM09', 'UPAY']]
    note: NotRequired[str]


class Release(TypedDict):
    version: str
    releasedOn: str | None
    summary: str | None
    changes: list[Change]


class ReplaceBeneficiaryRequestAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class ReplaceBeneficiaryRequestRoutingCode(TypedDict):
    type: Literal['SortCode', 'Aba', 'Bsb', 'Ifsc', 'Cnaps', 'Clabe', 'InstitutionNo', 'TransitNo', 'BankCode', 'BranchCode']
    value: str


class ReplaceBeneficiaryRequestIntermediary(TypedDict):
    bic: str
    account: NotRequired[str]


class ReplaceBeneficiaryRequestIdentification(TypedDict):
    type: Literal['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']
    value: str
    country: NotRequired[str]


class ReplaceBeneficiaryRequest(TypedDict):
    entityId: NotRequired[str]
    accountId: NotRequired[str]
    name: str
    nickname: NotRequired[str]
    type: NotRequired[Literal['Individual', 'Company']]
    firstParty: NotRequired[bool]
    countryCode: str
    bankCountryCode: str
    currency: str
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal['Checking', 'Savings']]
    localName: NotRequired[str]
    secondaryReference: NotRequired[str]
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: ReplaceBeneficiaryRequestAddress
    routingCodes: NotRequired[list[ReplaceBeneficiaryRequestRoutingCode]]
    intermediary: NotRequired[ReplaceBeneficiaryRequestIntermediary]
    identification: NotRequired[ReplaceBeneficiaryRequestIdentification]
    isDefaultForCurrency: NotRequired[bool]
    externalReference: NotRequired[str]
    clientReference: NotRequired[str]


class ReplayWebhookEventsRequest(TypedDict):
    fromSequence: int


class ResetSandboxRequest(TypedDict):
    pass


class RevokeTokenRequest(TypedDict):
    token: str
    token_type_hint: NotRequired[str]
    client_id: NotRequired[str]
    client_secret: NotRequired[str]
    client_assertion: NotRequired[str]
    client_assertion_type: NotRequired[str]


class RunMarginRequest(TypedDict):
    entityId: NotRequired[str]


class SandboxReset(TypedDict):
    message: str
    credentialsKept: bool
    now: str


class ServiceStatus(TypedDict):
    status: str


class SettleMarginCallRequest(TypedDict):
    entityId: NotRequired[str]
    accountId: str
    amount: NotRequired[str]


class SettleTradeRequest(TypedDict):
    pass


class SimulateCreditRequestShock(TypedDict):
    currencyPair: str
    percent: str


class SimulateCreditRequestTrade(TypedDict):
    buyCurrency: str
    sellCurrency: str
    fixedSide: Literal['Buy', 'Sell']
    amount: str
    valueDate: NotRequired[str]


class SimulateCreditRequest(TypedDict):
    entityId: NotRequired[str]
    shocks: NotRequired[list[SimulateCreditRequestShock]]
    trade: NotRequired[SimulateCreditRequestTrade]


class SimulatedPayee(TypedDict):
    iban: str | None
    sortCode: str | None
    accountNumber: str | None
    name: str
    type: Literal['Individual', 'Company'] | None
    state: Literal['Open', 'Closed', 'Switched', 'OptedOut', 'Unresponsive']
    updatedAt: str


class SpotAmendmentQuote(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal['Cancel', 'CloseOut', 'Move']
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    valueDate: str
    newValueDate: str | None
    nearRate: str
    swapPoints: str
    newRate: str | None
    newBuyAmount: str | None
    newSellAmount: str | None
    settlementAmount: str
    chargeOrCredit: Literal['Charge', 'Credit']
    currency: str
    createdAt: str
    expiresAt: str


class SpotAmendmentQuoteDryRun(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal['Cancel', 'CloseOut', 'Move']
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    valueDate: str
    newValueDate: str | None
    nearRate: str
    swapPoints: str
    newRate: str | None
    newBuyAmount: str | None
    newSellAmount: str | None
    settlementAmount: str
    chargeOrCredit: Literal['Charge', 'Credit']
    currency: str
    createdAt: str
    expiresAt: str
    dryRun: Literal[True]


class SpotQuoteCutOffLocal(TypedDict):
    time: str
    zone: str


class SpotQuotePrice(TypedDict):
    mid: str
    margin: str
    marginPercent: str
    forwardPoints: str
    fees: list[str]
    costInSellCurrency: str


class SpotQuoteLimits(TypedDict):
    currency: str
    remainingDaily: str
    maxTradeSize: str
    availableBalance: str


class SpotQuote(TypedDict):
    quoteId: str
    kind: Literal['Spot']
    status: Literal['Active', 'Booked', 'Expired']
    entityId: str
    currencyPair: str
    rate: str
    inverseRate: str
    buyCurrency: str
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal['Buy', 'Sell']
    valueDate: str
    tenor: Literal['T0', 'T1', 'T2']
    cutOffAt: str
    cutOffLocal: SpotQuoteCutOffLocal
    createdAt: str
    expiresAt: str
    price: SpotQuotePrice
    limits: SpotQuoteLimits


class SpotValueDatesDateCutOffLocal(TypedDict):
    time: str
    zone: str


class SpotValueDatesDateReason(TypedDict):
    currency: str | None
    code: Literal['Weekend', 'BankHoliday', 'CutOffPassed', 'MarketClosed', 'NotSupported']
    name: str
    expected: NotRequired[bool]


class SpotValueDatesDate(TypedDict):
    date: str
    available: bool
    tenor: Literal['T0', 'T1', 'T2'] | None
    cutOffAt: str | None
    cutOffLocal: SpotValueDatesDateCutOffLocal | None
    reasons: list[SpotValueDatesDateReason]


class SpotValueDates(TypedDict):
    currencyPair: str
    spotDate: str
    dates: list[SpotValueDatesDate]


class StatementTotals(TypedDict):
    credits: str
    creditCount: int
    debits: str
    debitCount: int
    fees: str


class StatementSummaryTotals(TypedDict):
    credits: str
    creditCount: int
    debits: str
    debitCount: int
    fees: str


class StatementSummary(TypedDict):
    statementId: str | None
    accountId: str
    statementFromDate: str
    statementToDate: str
    createdAt: str
    reference: str | None
    sequenceNumber: int | None
    period: Literal['Month', 'Day'] | None
    interim: bool
    currency: str
    openingBalance: str
    closingBalance: str
    totals: StatementSummaryTotals
    digest: str


class StatementSummaryPage(TypedDict):
    data: list[StatementSummary]
    nextCursor: str | None


class Token(TypedDict):
    access_token: str
    token_type: Literal['Bearer']
    expires_in: int
    scope: str


class TokenIntrospection(TypedDict):
    active: bool
    scope: NotRequired[str]
    client_id: NotRequired[str]
    sub: NotRequired[str]
    entity_ids: NotRequired[list[str]]
    iss: NotRequired[str]
    token_type: NotRequired[str]
    iat: NotRequired[int]
    exp: NotRequired[int]


class TradeCutOffLocal(TypedDict):
    time: str
    zone: str


class TradePrice(TypedDict):
    mid: str
    margin: str
    marginPercent: str
    forwardPoints: str
    fees: list[str]
    costInSellCurrency: str


class TradeSettlementNet(TypedDict):
    amount: str
    currency: str
    chargeOrCredit: Literal['Charge', 'Credit']


class TradeSettlement(TypedDict):
    funded: bool
    fundedAt: str | None
    settledAt: str | None
    failureReason: str | None
    net: TradeSettlementNet | None


class TradeHistoryItem(TypedDict):
    status: str
    at: str
    by: str
    reason: str | None


class Trade(TypedDict):
    tradeId: str
    kind: Literal['Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut']
    subtype: str | None
    entityId: str
    status: str
    currencyPair: str
    rate: str
    inverseRate: str
    buyCurrency: str
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal['Buy', 'Sell']
    tradeDate: str
    valueDate: str
    tenor: str | None
    cutOffAt: str
    cutOffLocal: TradeCutOffLocal
    quoteId: str | None
    clientReference: str | None
    price: TradePrice
    settlement: TradeSettlement
    parentTradeId: str | None
    paymentIds: list[str]
    confirmationDocumentId: str | None
    history: list[TradeHistoryItem]
    createdAt: str
    updatedAt: str


class TradeApprovalStep(TypedDict):
    decision: str
    by: str | None
    at: str


TradeApprovalApprovers = TypedDict(
    'TradeApprovalApprovers',
    {
        'scope': str,
        'role': str,
        'except': list[str],
    },
)


class TradeApproval(TypedDict):
    required: bool
    policyId: str | None
    stepsRequired: int
    stepsGiven: int
    steps: list[TradeApprovalStep]
    canApprove: bool
    approvers: TradeApprovalApprovers | None
    lapsesAt: str | None


class TradeDryRunCutOffLocal(TypedDict):
    time: str
    zone: str


class TradeDryRunPrice(TypedDict):
    mid: str
    margin: str
    marginPercent: str
    forwardPoints: str
    fees: list[str]
    costInSellCurrency: str


class TradeDryRunSettlementNet(TypedDict):
    amount: str
    currency: str
    chargeOrCredit: Literal['Charge', 'Credit']


class TradeDryRunSettlement(TypedDict):
    funded: bool
    fundedAt: str | None
    settledAt: str | None
    failureReason: str | None
    net: TradeDryRunSettlementNet | None


class TradeDryRunHistoryItem(TypedDict):
    status: str
    at: str
    by: str
    reason: str | None


class TradeDryRun(TypedDict):
    tradeId: str
    kind: Literal['Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut']
    subtype: str | None
    entityId: str
    status: str
    currencyPair: str
    rate: str
    inverseRate: str
    buyCurrency: str
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal['Buy', 'Sell']
    tradeDate: str
    valueDate: str
    tenor: str | None
    cutOffAt: str
    cutOffLocal: TradeDryRunCutOffLocal
    quoteId: str | None
    clientReference: str | None
    price: TradeDryRunPrice
    settlement: TradeDryRunSettlement
    parentTradeId: str | None
    paymentIds: list[str]
    confirmationDocumentId: str | None
    history: list[TradeDryRunHistoryItem]
    createdAt: str
    updatedAt: str
    dryRun: Literal[True]


class TradeMtmInitialMarginHeld(TypedDict):
    amount: str
    currency: str


class TradeMtmVariationMarginHeld(TypedDict):
    amount: str
    currency: str


class TradeMtm(TypedDict):
    tradeId: str
    facilityId: str
    currencyPair: str
    clientBuys: str
    outstandingBuyAmount: str
    buyCurrency: str
    outstandingSellAmount: str
    sellCurrency: str
    contractRate: str
    accessDate: str
    valueDate: str
    spotRate: str
    forwardPoints: str
    marketForwardRate: str
    pricedAtDate: str
    datedBy: Literal['Calendar', 'LastKnownDate']
    discountFactor: str
    quoteCurrency: str
    mtmQuote: str
    conversionRate: str
    mtm: str
    mtmUndiscounted: str
    mtmCurrency: str
    notional: str
    mtmPercentOfNotional: str
    rateMovePercent: str
    initialMarginHeld: TradeMtmInitialMarginHeld
    variationMarginHeld: TradeMtmVariationMarginHeld
    callDistance: str | None
    snapshotId: str
    asAt: str


class TradeMtmListTotal(TypedDict):
    currency: str
    tradeCount: int
    mtm: str
    mtmUndiscounted: str
    notional: str


class TradeMtmList(TypedDict):
    data: list[TradeMtm]
    nextCursor: str | None
    totals: list[TradeMtmListTotal]
    snapshotId: str
    asAt: str


class TradeOrDryRunCutOffLocal(TypedDict):
    time: str
    zone: str


class TradeOrDryRunPrice(TypedDict):
    mid: str
    margin: str
    marginPercent: str
    forwardPoints: str
    fees: list[str]
    costInSellCurrency: str


class TradeOrDryRunSettlementNet(TypedDict):
    amount: str
    currency: str
    chargeOrCredit: Literal['Charge', 'Credit']


class TradeOrDryRunSettlement(TypedDict):
    funded: bool
    fundedAt: str | None
    settledAt: str | None
    failureReason: str | None
    net: TradeOrDryRunSettlementNet | None


class TradeOrDryRunHistoryItem(TypedDict):
    status: str
    at: str
    by: str
    reason: str | None


class TradeOrDryRun(TypedDict):
    tradeId: str
    kind: Literal['Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut']
    subtype: str | None
    entityId: str
    status: str
    currencyPair: str
    rate: str
    inverseRate: str
    buyCurrency: str
    buyAmount: str
    buyAccountId: str
    sellCurrency: str
    sellAmount: str
    sellAccountId: str
    fixedSide: Literal['Buy', 'Sell']
    tradeDate: str
    valueDate: str
    tenor: str | None
    cutOffAt: str
    cutOffLocal: TradeOrDryRunCutOffLocal
    quoteId: str | None
    clientReference: str | None
    price: TradeOrDryRunPrice
    settlement: TradeOrDryRunSettlement
    parentTradeId: str | None
    paymentIds: list[str]
    confirmationDocumentId: str | None
    history: list[TradeOrDryRunHistoryItem]
    createdAt: str
    updatedAt: str
    dryRun: NotRequired[Literal[True]]


class TradePage(TypedDict):
    data: list[Trade]
    nextCursor: str | None


class TransactionCounterparty(TypedDict):
    name: str | None
    accountNumber: str | None
    iban: str | None
    bic: str | None
    address: str | None
    country: str | None


class TransactionExchange(TypedDict):
    rate: str
    pair: str
    buyAmount: str
    sellAmount: str


class TransactionRelated(TypedDict):
    type: str
    id: str
    clientReference: str | None


class TransactionBankTransactionCode(TypedDict):
    domain: str
    family: str
    subFamily: str
    proprietary: str


class Transaction(TypedDict):
    transactionId: str
    accountId: str
    entityId: str
    bookedAt: str | None
    valueDate: str | None
    amount: str
    currency: str
    creditOrDebit: Literal['Credit', 'Debit']
    status: Literal['Pending', 'Booked', 'Reversed']
    type: Literal['Deposit', 'Payment', 'PaymentReturn', 'PaymentFee', 'FxSettlement', 'Drawdown', 'InternalTransfer', 'MarginPosted', 'MarginReleased', 'Interest', 'Adjustment']
    runningBalance: str | None
    description: str | None
    reference: str | None
    creditorReference: str | None
    endToEndId: str | None
    uetr: str | None
    counterparty: TransactionCounterparty | None
    exchange: TransactionExchange | None
    related: TransactionRelated | None
    virtualAccountId: str | None
    bankTransactionCode: TransactionBankTransactionCode


class TransactionPage(TypedDict):
    data: list[Transaction]
    nextCursor: str | None


class TransitionPaymentRequest(TypedDict):
    status: Literal['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held', 'Submitted', 'Sent', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed']
    reasonCode: NotRequired[str]


UpdateWebhookEndpointRequestEvent: TypeAlias = str


class UpdateWebhookEndpointRequest(TypedDict):
    url: NotRequired[str]
    events: NotRequired[list[UpdateWebhookEndpointRequestEvent]]
    description: NotRequired[str | None]
    apiVersion: NotRequired[Literal['v1']]
    status: NotRequired[Literal['Active', 'Disabled']]


class ValidateBeneficiaryRequestAddress(TypedDict):
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: str
    region: NotRequired[str]
    postCode: NotRequired[str]
    countryCode: str


class ValidateBeneficiaryRequestRoutingCode(TypedDict):
    type: Literal['SortCode', 'Aba', 'Bsb', 'Ifsc', 'Cnaps', 'Clabe', 'InstitutionNo', 'TransitNo', 'BankCode', 'BranchCode']
    value: str


class ValidateBeneficiaryRequestIntermediary(TypedDict):
    bic: str
    account: NotRequired[str]


class ValidateBeneficiaryRequestIdentification(TypedDict):
    type: Literal['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']
    value: str
    country: NotRequired[str]


class ValidateBeneficiaryRequest(TypedDict):
    entityId: NotRequired[str]
    accountId: NotRequired[str]
    name: str
    nickname: NotRequired[str]
    type: NotRequired[Literal['Individual', 'Company']]
    firstParty: NotRequired[bool]
    countryCode: str
    bankCountryCode: str
    currency: str
    iban: NotRequired[str]
    accountNumber: NotRequired[str]
    bic: NotRequired[str]
    accountType: NotRequired[Literal['Checking', 'Savings']]
    localName: NotRequired[str]
    secondaryReference: NotRequired[str]
    bankName: NotRequired[str]
    bankAddress: NotRequired[str]
    dateOfBirth: NotRequired[str]
    taxId: NotRequired[str]
    email: NotRequired[str]
    defaultPurposeCode: NotRequired[str]
    defaultReference: NotRequired[str]
    address: ValidateBeneficiaryRequestAddress
    routingCodes: NotRequired[list[ValidateBeneficiaryRequestRoutingCode]]
    intermediary: NotRequired[ValidateBeneficiaryRequestIntermediary]
    identification: NotRequired[ValidateBeneficiaryRequestIdentification]
    isDefaultForCurrency: NotRequired[bool]
    externalReference: NotRequired[str]
    clientReference: NotRequired[str]


class VerifyPayeeRequestIdentificationOther(TypedDict):
    value: str
    scheme: NotRequired[str]


class VerifyPayeeRequestIdentification(TypedDict):
    lei: NotRequired[str]
    bic: NotRequired[str]
    other: NotRequired[VerifyPayeeRequestIdentificationOther]


class VerifyPayeeRequest(TypedDict):
    entityId: NotRequired[str]
    name: NotRequired[str]
    identification: NotRequired[VerifyPayeeRequestIdentification]
    iban: NotRequired[str]
    sortCode: NotRequired[str]
    accountNumber: NotRequired[str]
    partyType: NotRequired[Literal['Individual', 'Company']]
    accountId: NotRequired[str]


class VerifyPayeeResponseVerifyPayeeResponseWarning(TypedDict):
    pointer: str
    code: str
    message: str


class VerifyPayeeResponseVerifyPayeeResponse(TypedDict):
    warnings: list[VerifyPayeeResponseVerifyPayeeResponseWarning]
    dryRun: Literal[True]


VerifyPayeeResponse: TypeAlias = PayeeVerificationOrDryRun | VerifyPayeeResponseVerifyPayeeResponse


class VirtualAccountIdentifiersRoutingCode(TypedDict):
    type: Literal['SortCode', 'BankCode', 'BranchCode', 'Aba']
    value: str


class VirtualAccountIdentifiers(TypedDict):
    iban: str
    bic: str
    accountNumber: str | None
    sortCode: str | None
    routingCodes: list[VirtualAccountIdentifiersRoutingCode]


class VirtualAccountFundingInstruction(TypedDict):
    rail: Literal['Local', 'Swift', 'Sepa', 'Fps', 'Chaps', 'Ach', 'Fedwire']
    currency: str
    accountNumber: str | None
    iban: str | None
    bic: str | None
    bankName: str
    bankAddress: str
    reference: str | None


class VirtualAccount(TypedDict):
    virtualAccountId: str
    entityId: str
    accountId: str
    name: str
    clientReference: str | None
    currency: str
    status: Literal['Active', 'Closed']
    identifiers: VirtualAccountIdentifiers
    fundingInstructions: list[VirtualAccountFundingInstruction]
    openedAt: str
    closedAt: str | None


class VirtualAccountDryRunIdentifiersRoutingCode(TypedDict):
    type: Literal['SortCode', 'BankCode', 'BranchCode', 'Aba']
    value: str


class VirtualAccountDryRunIdentifiers(TypedDict):
    iban: str
    bic: str
    accountNumber: str | None
    sortCode: str | None
    routingCodes: list[VirtualAccountDryRunIdentifiersRoutingCode]


class VirtualAccountDryRunFundingInstruction(TypedDict):
    rail: Literal['Local', 'Swift', 'Sepa', 'Fps', 'Chaps', 'Ach', 'Fedwire']
    currency: str
    accountNumber: str | None
    iban: str | None
    bic: str | None
    bankName: str
    bankAddress: str
    reference: str | None


class VirtualAccountDryRun(TypedDict):
    virtualAccountId: str
    entityId: str
    accountId: str
    name: str
    clientReference: str | None
    currency: str
    status: Literal['Active', 'Closed']
    identifiers: VirtualAccountDryRunIdentifiers
    fundingInstructions: list[VirtualAccountDryRunFundingInstruction]
    openedAt: str
    closedAt: str | None
    dryRun: Literal[True]


class VirtualAccountOrDryRunIdentifiersRoutingCode(TypedDict):
    type: Literal['SortCode', 'BankCode', 'BranchCode', 'Aba']
    value: str


class VirtualAccountOrDryRunIdentifiers(TypedDict):
    iban: str
    bic: str
    accountNumber: str | None
    sortCode: str | None
    routingCodes: list[VirtualAccountOrDryRunIdentifiersRoutingCode]


class VirtualAccountOrDryRunFundingInstruction(TypedDict):
    rail: Literal['Local', 'Swift', 'Sepa', 'Fps', 'Chaps', 'Ach', 'Fedwire']
    currency: str
    accountNumber: str | None
    iban: str | None
    bic: str | None
    bankName: str
    bankAddress: str
    reference: str | None


class VirtualAccountOrDryRun(TypedDict):
    virtualAccountId: str
    entityId: str
    accountId: str
    name: str
    clientReference: str | None
    currency: str
    status: Literal['Active', 'Closed']
    identifiers: VirtualAccountOrDryRunIdentifiers
    fundingInstructions: list[VirtualAccountOrDryRunFundingInstruction]
    openedAt: str
    closedAt: str | None
    dryRun: NotRequired[Literal[True]]


class VirtualAccountPage(TypedDict):
    data: list[VirtualAccount]
    nextCursor: str | None


class WebhookDelivery(TypedDict):
    deliveryId: str
    webhookEndpointId: str
    entityId: str
    eventId: str
    eventType: str
    sequence: int | None
    reason: Literal['Event', 'Test', 'Redelivery']
    status: Literal['Pending', 'Delivered', 'Failed']
    attempts: int
    responseStatus: int | None
    failure: str | None
    durationMs: int | None
    createdAt: str
    lastAttemptAt: str | None
    nextAttemptAt: str | None


class WebhookDeliveryPage(TypedDict):
    data: list[WebhookDelivery]
    nextCursor: str | None


class WebhookEndpoint(TypedDict):
    webhookEndpointId: str
    entityId: str
    url: str
    events: list[str] | None
    description: str | None
    apiVersion: str
    status: Literal['Active', 'Failing', 'Disabled']
    disabledReason: Literal['Client', 'Failures', 'Rights', 'Gone'] | None
    version: int
    position: int
    failingSince: str | None
    previousSecretExpiresAt: str | None
    secret: NotRequired[str]
    createdAt: str
    updatedAt: str


class WebhookEndpointPage(TypedDict):
    data: list[WebhookEndpoint]
    nextCursor: str | None


class Changelog(TypedDict):
    data: list[Release]
    deprecations: list[Deprecation]
    nextCursor: str | None


class ForwardAmendment(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal['Extend', 'BringForward', 'CloseOut', 'Split']
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    valueDate: str
    newValueDate: str | None
    nearRate: str | None
    swapPoints: str
    newRate: str | None
    newBuyAmount: str | None
    newSellAmount: str | None
    settlementAmount: str
    chargeOrCredit: Literal['Charge', 'Credit']
    currency: str
    createdAt: str
    expiresAt: str
    bookedAt: str
    closeOutTradeId: str | None
    newTradeId: str | None
    trade: ForwardTrade
    newTrade: ForwardTrade | None


class ForwardAmendmentDryRun(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal['Extend', 'BringForward', 'CloseOut', 'Split']
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    valueDate: str
    newValueDate: str | None
    nearRate: str | None
    swapPoints: str
    newRate: str | None
    newBuyAmount: str | None
    newSellAmount: str | None
    settlementAmount: str
    chargeOrCredit: Literal['Charge', 'Credit']
    currency: str
    createdAt: str
    expiresAt: str
    bookedAt: str
    closeOutTradeId: str | None
    newTradeId: str | None
    trade: ForwardTrade
    newTrade: ForwardTrade | None
    dryRun: Literal[True]


class SpotAmendment(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal['Cancel', 'CloseOut', 'Move']
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    valueDate: str
    newValueDate: str | None
    nearRate: str
    swapPoints: str
    newRate: str | None
    newBuyAmount: str | None
    newSellAmount: str | None
    settlementAmount: str
    chargeOrCredit: Literal['Charge', 'Credit']
    currency: str
    createdAt: str
    expiresAt: str
    bookedAt: str
    closeOutTradeId: str
    newTradeId: str | None
    trade: Trade
    closeOut: Trade
    newTrade: Trade | None


class SpotAmendmentDryRun(TypedDict):
    quoteId: str
    tradeId: str
    type: Literal['Cancel', 'CloseOut', 'Move']
    buyCurrency: str
    buyAmount: str
    sellCurrency: str
    sellAmount: str
    valueDate: str
    newValueDate: str | None
    nearRate: str
    swapPoints: str
    newRate: str | None
    newBuyAmount: str | None
    newSellAmount: str | None
    settlementAmount: str
    chargeOrCredit: Literal['Charge', 'Credit']
    currency: str
    createdAt: str
    expiresAt: str
    bookedAt: str
    closeOutTradeId: str
    newTradeId: str | None
    trade: Trade
    closeOut: Trade
    newTrade: Trade | None
    dryRun: Literal[True]


class Statement(TypedDict):
    statementId: str | None
    accountId: str
    statementFromDate: str
    statementToDate: str
    createdAt: str
    reference: str | None
    sequenceNumber: int | None
    period: Literal['Month', 'Day'] | None
    interim: bool
    currency: str
    openingBalance: str
    closingBalance: str
    totals: StatementTotals
    transactions: list[Transaction]
    digest: str
