import { type Static, Type } from 'typebox'
import { AmountOut, CurrencyCode, Instant, Nullable, OneOf, Output, Resource } from '../kernel/http/wire.ts'

export const AccountType = OneOf(['Current', 'Collection', 'Margin', 'Virtual'])
export type AccountType = Static<typeof AccountType>
export const AccountStatus = OneOf(['Active', 'Blocked', 'Closed'])
export type AccountStatus = Static<typeof AccountStatus>
export const PERMISSIONS = ['Reporting', 'Fx', 'Payments'] as const
export const Permission = OneOf([...PERMISSIONS])
export type Permission = Static<typeof Permission>
export const CreditOrDebit = OneOf(['Credit', 'Debit'])

const Text = Type.String()
const RoutingCode = Resource('AccountRoutingCode', {
  type: OneOf(['SortCode', 'BankCode', 'BranchCode', 'Aba']),
  value: Text,
})

const HolderAddress = Resource('HolderAddress', {
  line1: Text,
  line2: Type.Optional(Text),
  city: Text,
  region: Type.Optional(Text),
  postCode: Type.Optional(Text),
  countryCode: Text,
})

export const FundingInstruction = Resource('FundingInstruction', {
  rail: OneOf(['Local', 'Swift', 'Sepa', 'Fps', 'Chaps', 'Ach', 'Fedwire']),
  currency: CurrencyCode,
  accountNumber: Nullable(Text),
  sortCode: Nullable(Text),
  iban: Nullable(Text),
  bic: Nullable(Text),
  bankName: Text,
  bankAddress: Text,
  reference: Nullable(Text),
})
export type FundingInstruction = Static<typeof FundingInstruction>

export const AccountOut = Resource('Account', {
  accountId: Text,
  entityId: Text,
  name: Text,
  friendlyName: Nullable(Text),
  currency: CurrencyCode,
  type: AccountType,
  status: AccountStatus,
  isDefault: Type.Boolean({ description: 'Used where a request names no account of this currency.' }),
  identifiers: Resource('AccountIdentifiers', {
    iban: Text,
    bic: Text,
    accountNumber: Nullable(Text),
    sortCode: Nullable(Text),
    routingCodes: Type.Array(RoutingCode),
  }),
  holder: Output({ name: Text, address: Nullable(HolderAddress) }),
  permissions: Type.Array(Permission),
  fundingInstructions: Type.Array(FundingInstruction, {
    description: 'Details that a payer needs to fund the account.',
  }),
  capabilities: Output({ internalTransfers: Type.Boolean(), payments: Type.Boolean(), fx: Type.Boolean() }),
  openedAt: Instant,
  closedAt: Nullable(Instant),
})
export type AccountOut = Static<typeof AccountOut>

export const BalanceOut = Resource('Balance', {
  accountId: Text,
  entityId: Text,
  currency: CurrencyCode,
  iban: Text,
  amount: Type.String({
    description: 'Booked balance without its sign; creditOrDebit gives the direction.',
    examples: ['1250.00'],
  }),
  creditOrDebit: CreditOrDebit,
  booked: AmountOut,
  available: Type.String({ description: 'Booked balance less holds.', examples: ['1250.00'] }),
  pendingIn: Type.String({ description: 'Amount received, but on hold for screening.', examples: ['0.00'] }),
  pendingOut: AmountOut,
  held: Output({ payments: AmountOut, trades: AmountOut, margin: AmountOut }),
  creditLine: AmountOut,
  asAt: Instant,
  ledgerSequence: Type.Integer({ description: 'Number of the last posting of the account that the balance includes.' }),
})
export type BalanceOut = Static<typeof BalanceOut>

export const TransactionType = OneOf([
  'Deposit',
  'Payment',
  'PaymentReturn',
  'PaymentFee',
  'FxSettlement',
  'Drawdown',
  'InternalTransfer',
  'MarginPosted',
  'MarginReleased',
  'Interest',
  'Adjustment',
])
export const TransactionStatus = OneOf(['Pending', 'Booked', 'Reversed'])
export const RelatedType = OneOf(['InternalTransfer', 'Payment', 'Trade', 'InboundPayment', 'Drawdown', 'MarginCall'])

export const TransactionOut = Resource('Transaction', {
  transactionId: Text,
  accountId: Text,
  entityId: Text,
  bookedAt: Nullable(Instant),
  valueDate: Nullable(Type.String({ format: 'date' })),
  amount: Type.String({ description: 'Unsigned amount; creditOrDebit gives the direction.', examples: ['1250.00'] }),
  currency: CurrencyCode,
  creditOrDebit: CreditOrDebit,
  status: TransactionStatus,
  type: TransactionType,
  runningBalance: Nullable(AmountOut),
  description: Nullable(Text),
  reference: Nullable(Text),
  creditorReference: Nullable(
    Type.String({
      description: 'Reference of the bill paid by an outgoing payment (ISO 11649 or the payee’s own).',
    }),
  ),
  endToEndId: Nullable(Text),
  uetr: Nullable(Text),
  returnReason: Nullable(
    Type.String({
      description: 'Code of the reason for which a payment came back, if it is known.',
      examples: ['AC04'],
    }),
  ),
  counterparty: Nullable(
    Output({
      name: Nullable(Text),
      accountNumber: Nullable(Text),
      iban: Nullable(Text),
      bic: Nullable(Text),
      address: Nullable(Text),
      country: Nullable(Text),
    }),
  ),
  exchange: Nullable(Output({ rate: Text, pair: Text, buyAmount: AmountOut, sellAmount: AmountOut })),
  related: Nullable(Output({ type: Text, id: Text, clientReference: Nullable(Text) })),
  virtualAccountId: Nullable(
    Type.String({
      description: 'Virtual account to which the payer sent the money; its inbound payment is `related`.',
    }),
  ),
  bankTransactionCode: Output({ domain: Text, family: Text, subFamily: Text, proprietary: Text }),
})
export type TransactionOut = Static<typeof TransactionOut>
