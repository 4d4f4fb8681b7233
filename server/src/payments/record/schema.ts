import { type Static, Type } from 'typebox'
import { ApprovalOut } from '../../approvals/index.ts'
import { PayeeOrder } from '../../beneficiaries/index.ts'
import {
  Amount,
  AmountOut,
  AnyId,
  CountryCode,
  CurrencyCode,
  DayText,
  EmailAddress,
  EntityId,
  Names,
  EntityIds,
  FieldErrorOut,
  Input,
  Instant,
  ZonedTime,
  MoneyOut,
  Nullable,
  OneOf,
  paging,
  Text,
  UpdatedSince,
  named,
  Output,
  Part,
  Resource,
  VisibleText,
} from '../../kernel/http/wire.ts'
import { FUNDS_ACTIONS, FUNDS_STATES } from './funds.ts'
import { PAYMENT_STATUSES } from './lifecycle.ts'
import { CHARGE_BEARERS, RAILS, SPEEDS } from '../schemes/index.ts'

const Address = Part('PartyAddress', {
  line1: Text(70),
  line2: Type.Optional(Text(70)),
  city: Text(35),
  region: Type.Optional(Text(35)),
  postCode: Type.Optional(Text(16)),
  countryCode: CountryCode,
})

/** Payer data where a rail asks for it, and the parties that a payment is made on behalf of. */
const Party = Part('Party', {
  name: Text(140),
  type: Type.Optional(OneOf(['Individual', 'Company'])),
  address: Type.Optional(Address),
  accountNumber: Type.Optional(Text(34)),
  identification: Type.Optional(
    Part('PartyIdentification', { type: Text(35), value: Text(35), country: Type.Optional(CountryCode) }),
  ),
  lei: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{18}[0-9]{2}$', examples: ['5299009QN55YRGD69Z42'] })),
  dateOfBirth: Type.Optional(DayText),
  placeOfBirth: Type.Optional(Text(35)),
})

const Structured = Part('StructuredRemittance', {
  creditorReference: Type.Optional(Text(35, { description: 'ISO 11649 (RF…) or a national reference.' })),
  invoiceNumber: Type.Optional(Text(35)),
  invoiceDate: Type.Optional(DayText),
  invoiceAmount: Type.Optional(Amount),
})

const documented = { type: Text(35), reference: Text(64), url: Type.Optional(Text(500)) }
const DocumentReference = Part('DocumentReference', documented)

/** The parts of an order that are carried to the rail and shown again, and that decide nothing here. */
const details = {
  remittance: Type.Optional(
    Part('Remittance', { unstructured: Type.Optional(Text(140)), structured: Type.Optional(Structured) }),
  ),
  invoice: Type.Optional(Part('Invoice', { number: Text(35), date: Type.Optional(DayText) })),
  payer: Type.Optional(Party),
  ultimateDebtor: Type.Optional(Party),
  ultimateCreditor: Type.Optional(Party),
  regulatoryReporting: Type.Optional(
    Part('RegulatoryReporting', {
      code: Type.Optional(Text(10)),
      country: Type.Optional(CountryCode),
      details: Type.Optional(Type.Array(Text(35), { maxItems: 10 })),
    }),
  ),
  documents: Type.Optional(Type.Array(DocumentReference, { maxItems: 10 })),
  notifyEmails: Type.Optional(
    Type.Array(EmailAddress, {
      maxItems: 10,
      description: 'Addresses that get an advice of the sent payment. Rejected without a mail server.',
    }),
  ),
  ifDateMissed: Type.Optional(
    OneOf(['NextBusinessDay', 'Reject'], {
      description:
        'Handling of a payment that misses its date because a review or its trade took longer, or because our bank could not be reached: sent on the next possible day (default), or rejected. A payment that was submitted becomes `Failed` instead of `Rejected`.',
    }),
  ),
  metadata: Type.Optional(
    Names('^[A-Za-z0-9_.-]{1,40}$', Type.String({ maxLength: 500 }), {
      maxProperties: 20,
      description: 'Your own data: returned with the payment, never sent to a bank.',
    }),
  ),
}
export const PaymentDetails = Input(details)
export type PaymentDetails = Static<typeof PaymentDetails>
export const DETAIL_NAMES = Object.keys(details) as (keyof PaymentDetails)[]

/** Payee sent with the payment: a beneficiary's body, also stored as a beneficiary if `save` is set. */
const CreditorAccount = Part('CreditorAccount', { ...PayeeOrder.properties, save: Type.Optional(Type.Boolean()) })
export type CreditorAccount = Static<typeof CreditorAccount>

export const PaymentOrder = Input(
  {
    accountId: AnyId('the account that pays'),
    paymentDate: DayText,
    amount: Amount,
    currency: CurrencyCode,
    beneficiaryId: Type.Optional(AnyId('a saved payee')),
    creditorAccountId: Type.Optional(AnyId('a saved payee; the same as beneficiaryId')),
    creditorAccount: Type.Optional(CreditorAccount),
    tradeId: Type.Optional(AnyId('the trade whose proceeds are paid out')),
    verificationId: Type.Optional(AnyId('a verification of payee')),
    reference: Text(35, { description: 'Shown to the payee. Some rails carry fewer characters: FPS 18.' }),
    reason: Type.Optional(Text(140)),
    purposeCode: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9/_]{1,32}$', examples: ['GDDS'] })),
    chargeBearer: Type.Optional(OneOf(CHARGE_BEARERS, { description: 'Default: the entity’s setting.' })),
    speed: Type.Optional(OneOf(SPEEDS, { description: 'Default: Normal.' })),
    rail: Type.Optional(
      OneOf(RAILS, {
        description:
          'One of the rails that GET /v1/payments/options lists for the payment, for example Chaps for a small amount in GBP. Default: the first that offers the speed and carries the amount.',
      }),
    ),
    clientReference: Type.Optional(VisibleText(64)),
    ...details,
  },
  named('PaymentOrder'),
)
export type PaymentOrder = Static<typeof PaymentOrder>

export const PAYMENT_ACTIONS = [
  'Cancel',
  'Approve',
  'Reject',
  'RecallApproval',
  'RequestApproval',
  'RequestRecall',
] as const
export const WarningOut = Resource('Warning', {
  pointer: Type.String(),
  code: Type.String(),
  message: Type.String(),
  sent: Type.Optional(Type.String({ description: 'Text as sent to the payee’s bank.' })),
})

export const Status = OneOf(PAYMENT_STATUSES)
const Snapshot = Type.Record(Type.String(), Type.Unknown(), { description: 'Beneficiary at the time of the payment.' })

export const Payment = Resource('Payment', {
  paymentId: Type.String(),
  entityId: Type.String(),
  accountId: Type.String(),
  status: Status,
  isoStatus: Type.String({ description: 'ISO 20022 status, as open banking shows it.' }),
  statusReason: Nullable(Output({ code: Type.String(), message: Type.String(), nextAction: Type.String() })),
  funds: Nullable(
    Output(
      {
        state: OneOf(FUNDS_STATES),
        accountId: Type.String(),
        amount: AmountOut,
        currency: CurrencyCode,
        actions: Type.Array(OneOf(FUNDS_ACTIONS)),
      },
      {
        description:
          'Where the money is that did not reach the payee and that no other payment of the trade uses. OnAccount: on ' +
          'the account. InTrade: to be delivered by its trade. InSuspense: held by us, as the account is closed. ' +
          '`actions` lists your options; `nextAction` of `statusReason` names the calls. Null if there is none.',
      },
    ),
  ),
  paymentDate: DayText,
  amount: AmountOut,
  currency: CurrencyCode,
  fee: MoneyOut,
  beneficiaryId: Nullable(Type.String()),
  beneficiarySnapshot: Nullable(Snapshot),
  payee: Nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Name, account and bank of the payee in full: as paid, or before release as it would be paid now. An approval ' +
        'is for exactly these details.',
    }),
  ),
  tradeId: Nullable(Type.String()),
  verificationId: Nullable(Type.String()),
  reference: Type.String(),
  reason: Nullable(Type.String()),
  purposeCode: Nullable(Type.String()),
  chargeBearer: OneOf(CHARGE_BEARERS),
  speed: OneOf(SPEEDS),
  rail: OneOf(RAILS),
  ...details,
  clientReference: Nullable(Type.String({ description: 'Also null if its batch was rejected or cancelled.' })),
  endToEndId: Type.String(),
  uetr: Type.String({ description: 'Identifies the payment at every bank on its way.' }),
  approval: ApprovalOut,
  cutOffAt: Instant,
  scheduledFor: Nullable(Instant),
  submittedAt: Nullable(Instant),
  sentAt: Nullable(Instant),
  completedAt: Nullable(Instant),
  expectedArrival: DayText,
  returned: Nullable(Output({ amount: AmountOut, reason: Nullable(Type.String()), at: Instant })),
  recall: Nullable(
    Output(
      {
        status: OneOf(['Requested', 'Accepted', 'Refused']),
        reason: Type.String(),
        note: Nullable(Type.String()),
        requestedBy: Type.String(),
        requestedAt: Instant,
        answerReason: Nullable(Type.String()),
        answeredAt: Nullable(Instant),
      },
      { description: 'Recall of the payment, if any.' },
    ),
  ),
  batchId: Nullable(Type.String()),
  history: Type.Array(Output({ status: Status, at: Instant, by: Type.String(), reason: Nullable(Type.String()) })),
  allowedActions: Type.Array(OneOf(PAYMENT_ACTIONS)),
  version: Type.Integer({ description: 'The ETag begins with it.' }),
  createdAt: Instant,
  updatedAt: Instant,
  warnings: Type.Optional(
    Type.Array(WarningOut, {
      description: 'Values changed before sending; only in the response to creating the payment.',
    }),
  ),
})
export type Payment = Static<typeof Payment>

export const PaymentValidation = Resource('PaymentValidation', {
  valid: Type.Boolean(),
  errors: Type.Array(FieldErrorOut),
  warnings: Type.Array(WarningOut),
  normalised: Nullable(Type.Record(Type.String(), Type.Unknown())),
  route: Nullable(
    Output(
      {
        rail: OneOf(RAILS),
        chargeBearer: OneOf(CHARGE_BEARERS),
        fee: MoneyOut,
        executionDate: Nullable({ ...DayText, description: 'Null if the payment date is not possible.' }),
        expectedArrival: Nullable(DayText),
        cutOffAt: Nullable(Instant),
      },
      { description: 'Rail and fee if known, even if the payment has other errors.' },
    ),
  ),
  verification: Output({ required: Type.Boolean(), reason: Nullable(Type.String()) }),
  approval: Output({
    required: Type.Boolean(),
    policyId: Nullable(Type.String()),
    stepsRequired: Type.Integer(),
  }),
  purposeCode: Output({ required: Type.Boolean(), options: Type.Array(Type.String()) }),
})

export const PaymentsQuery = Input({
  entityId: EntityIds,
  status: Type.Optional(Status),
  accountId: Type.Optional(AnyId('the account that pays')),
  currency: Type.Optional(CurrencyCode),
  paymentDateFrom: Type.Optional(DayText),
  paymentDateTo: Type.Optional(DayText),
  beneficiaryId: Type.Optional(AnyId('the payee')),
  tradeId: Type.Optional(AnyId('the linked trade')),
  batchId: Type.Optional(AnyId('its batch')),
  clientReference: Type.Optional(Text(64)),
  minAmount: Type.Optional(Amount), // of any currency, where none is named
  maxAmount: Type.Optional(Amount),
  createdFrom: Type.Optional(Instant),
  createdTo: Type.Optional(Instant),
  updatedSince: Type.Optional(UpdatedSince),
  ...paging,
})
export type PaymentsQuery = Static<typeof PaymentsQuery>

export const EarliestQuery = Input({
  currency: CurrencyCode,
  country: Type.Optional(CountryCode),
  rail: Type.Optional(OneOf(RAILS)),
  entityId: EntityId,
})
export type EarliestQuery = Static<typeof EarliestQuery>
export const Earliest = Resource('EarliestPaymentDate', {
  currency: CurrencyCode,
  rail: OneOf(RAILS),
  earliestPaymentDate: DayText,
  cutOffAt: Instant,
  cutOffLocal: ZonedTime,
  expectedArrivalDate: DayText,
})

/** Cancellation reasons of ISO 20022 that a payer may give (ExternalCancellationReason1Code). */
const RECALL_REASONS = ['CUST', 'DUPL', 'TECH', 'FRAD', 'AC03', 'AM09', 'UPAY'] as const

export const RecallOrder = Input({
  reason: Type.Optional(
    OneOf(RECALL_REASONS, {
      description:
        'CUST: on request (default). DUPL: paid twice. TECH: a technical mistake. FRAD: fraud. AC03: wrong account. ' +
        'AM09: wrong amount. UPAY: paid without cause.',
    }),
  ),
  note: Type.Optional(Text(105)),
})

export const OptionsQuery = Input({
  currency: CurrencyCode,
  country: Type.Optional(CountryCode),
  beneficiaryId: Type.Optional(AnyId('a saved payee; limits the options to its rails')),
  amount: Type.Optional(Amount),
  paymentDate: Type.Optional(DayText),
  entityId: EntityId,
})
export type OptionsQuery = Static<typeof OptionsQuery>

/** Possible ways to send a payment: speed, charge bearer, our fee and the arrival date. */
export const PaymentOptions = Resource('PaymentOptions', {
  currency: CurrencyCode,
  country: Nullable(Type.String()),
  items: Type.Array(
    Output({
      speed: OneOf(SPEEDS),
      rail: OneOf(RAILS),
      chargeBearer: OneOf(CHARGE_BEARERS),
      fee: MoneyOut,
      executionDate: DayText,
      cutOffAt: Instant,
      cutOffLocal: ZonedTime,
      expectedArrival: DayText,
      maxAmount: Nullable(AmountOut),
      isDefault: Type.Boolean({
        description: 'True for the option used when a payment names neither speed nor charge bearer.',
      }),
    }),
  ),
})

export const PurposeQuery = Input({
  currency: CurrencyCode,
  country: CountryCode,
  rail: Type.Optional(OneOf(RAILS)),
  payerType: Type.Optional(OneOf(['Individual', 'Company'])),
  payeeType: Type.Optional(OneOf(['Individual', 'Company'])),
  entityId: EntityId,
})

/** The purposes of one destination; empty where none applies. */
export const Purposes = Resource('PaymentPurposes', {
  listId: Nullable(Type.String()),
  required: Type.Boolean(),
  items: Type.Array(
    Output({
      code: Type.String(),
      description: Type.String(),
      required: Type.Boolean(),
      appliesTo: Output({ payerTypes: Type.Array(Type.String()), payeeTypes: Type.Array(Type.String()) }),
    }),
  ),
})

export const Tracking = Resource('PaymentTracking', {
  paymentId: Type.String(),
  uetr: Type.String(),
  status: Status,
  events: Type.Array(
    Output({
      at: Instant,
      from: Type.String(),
      to: Type.String(),
      status: Status,
      isoStatus: Type.String(),
      reason: Nullable(Type.String()),
      charges: Nullable(MoneyOut),
    }),
  ),
  recall: Nullable(Output({ status: Type.String(), requestedAt: Instant, answeredAt: Nullable(Instant) })),
  creditedAt: Nullable({
    ...Instant,
    description:
      'When the payee’s bank reported the payee as credited (ACCC); null while it has not, and after a return.',
  }),
})
export type Tracking = Static<typeof Tracking>
