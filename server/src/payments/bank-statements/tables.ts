import {
  bool,
  date,
  instant,
  integer,
  json,
  minor,
  nullable,
  type Row,
  table,
  text,
  uuid,
} from '../../kernel/db/table.ts'
import type { BankItem } from '../rails/index.ts'

export const statements = table('bank_statements', {
  entityId: uuid,
  statementId: uuid,
  /** Id of the bank's adapter. */
  bank: text,
  /** Our account at the bank, without spaces. */
  account: text,
  currency: text,
  identification: text,
  sequenceNumber: nullable(minor),
  fromAt: instant,
  toAt: instant,
  closingDay: date,
  openingMinor: minor,
  closingMinor: minor,
  /** Sum of its lines. */
  bookedMinor: minor,
  lineCount: integer,
  digest: text,
  readAt: instant,
  isComplete: bool,
})
export type StatementRow = Row<typeof statements>

export const lines = table('bank_statement_lines', {
  entityId: uuid,
  lineId: uuid,
  statementId: uuid,
  line: integer,
  entry: integer,
  entryReference: text,
  /** Positive for a credit. */
  amountMinor: minor,
  bookedOn: date,
  valueDate: nullable(date),
  bankReference: nullable(text),
  description: nullable(text),
  uetr: nullable(uuid),
  item: nullable(json<BankItem>()),
  matchId: nullable(uuid),
})
export type LineRow = Row<typeof lines>

/** Bank and currency whose money is compared. */
export interface BookKey {
  bank: string
  currency: string
}
