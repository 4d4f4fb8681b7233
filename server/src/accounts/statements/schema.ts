import { type Static, Type } from 'typebox'
import {
  AmountOut,
  AnyId,
  CurrencyCode,
  DayText,
  Input,
  Instant,
  Nullable,
  OneOf,
  Output,
  paging,
  named,
  Resource,
} from '../../kernel/http/wire.ts'
import { TransactionOut } from '../schema.ts'
import { DIGEST_RULE } from './digest.ts'
import { FORMATS } from './formats/index.ts'
import { PERIODS } from './statement.ts'

const Format = Type.Optional(
  Type.String({
    maxLength: 20,
    description: `One of ${FORMATS.join(', ')}. Default: the Accept header decides.`,
    examples: ['camt053'],
  }),
)

export const InterimQuery = Input({
  accountId: AnyId('the account'),
  from: Type.Optional(DayText),
  to: Type.Optional(DayText),
  format: Format,
})
export const StoredParams = Input({ statementId: AnyId('the statement') })
export const StoredQuery = Input({ format: Format })
export const StatementsQuery = Input({
  accountId: AnyId('the account'),
  period: Type.Optional(
    OneOf(PERIODS, { description: 'Series of statements: closed months or closed days. Default: Month.' }),
  ),
  from: Type.Optional(DayText),
  to: Type.Optional(DayText),
  ...paging,
})
export type StatementsQuery = Static<typeof StatementsQuery>

const Text = Type.String()
const head = {
  statementId: Nullable(Type.String({ description: 'Null for an interim statement, which is not stored.' })),
  accountId: Text,
  statementFromDate: Text,
  statementToDate: Text,
  createdAt: Instant,
  reference: Nullable(Type.String({ examples: ['2026-M-0011'] })),
  sequenceNumber: Nullable(Type.Integer({ description: 'Number without gaps per account, period and year.' })),
  period: Nullable(OneOf(PERIODS)),
  interim: Type.Boolean(),
  currency: CurrencyCode,
  openingBalance: AmountOut,
  closingBalance: AmountOut,
  totals: Resource('StatementTotals', {
    credits: AmountOut,
    creditCount: Type.Integer(),
    debits: AmountOut,
    debitCount: Type.Integer(),
    fees: Type.String({ description: 'Part of the debits.', examples: ['5.00'] }),
  }),
}
const digest = Type.String({ description: DIGEST_RULE })

export const StatementOut = Output(
  { ...head, transactions: Type.Array(TransactionOut, { description: 'Booked transactions, oldest first.' }), digest },
  named('Statement'),
)
/** A stored statement in a list: without its transactions. */
export const StatementSummary = Output({ ...head, digest }, named('StatementSummary'))
