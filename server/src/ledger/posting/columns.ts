import { type ElementType, type Value } from '../../kernel/db/arrays.ts'
import type { CommandRecord, JournalCommand, Leg } from '../book/types.ts'

/** Command as sent to the database: with its journal's id and, from a request, its record. */
export type EncodedCommand = JournalCommand & CommandRecord & { journalId: string }

export interface CommandColumn {
  name: string
  type: ElementType
  /** Marks commands that are never predicted. */
  postOnly?: true
  value: (command: EncodedCommand, place: Place) => Value
}
interface LegColumn {
  name: string
  type: ElementType
  value: (leg: Leg, place: LegPlace) => Value
}

/** Position of a command's entity, accounts and legs in the arrays of the batch; indexes count from 1. */
export interface Place {
  entity: number
  account: (accountId: string) => number
  firstLeg: number
}
interface LegPlace {
  command: EncodedCommand
  number: number
  account: number
}

/** An element per command, in the order of the functions' parameters. */
export const COMMAND_COLUMNS: CommandColumn[] = [
  { name: 'id', type: 'uuid', value: (c) => c.journalId },
  { name: 'entity', type: 'int', value: (_, at) => at.entity },
  { name: 'kind', type: 'text', value: (c) => c.kind },
  { name: 'value_date', type: 'date', value: (c) => c.valueDate },
  { name: 'source_type', type: 'text', value: (c) => c.source.type },
  { name: 'source_id', type: 'uuid', value: (c) => c.source.id },
  { name: 'reversal_of', type: 'uuid', postOnly: true, value: (c) => c.reversalOf },
  { name: 'type', type: 'text', value: (c) => c.type },
  { name: 'description', type: 'text', value: (c) => c.description },
  { name: 'reference', type: 'text', value: (c) => c.reference },
  { name: 'end_to_end_id', type: 'text', value: (c) => c.endToEndId },
  { name: 'detail', type: 'text', value: (c) => c.detail && JSON.stringify(c.detail) },
  { name: 'hold', type: 'uuid', postOnly: true, value: (c) => c.hold?.holdId },
  { name: 'hold_account', type: 'int', postOnly: true, value: (c, at) => c.hold && at.account(c.hold.accountId) },
  { name: 'hold_amount', type: 'bigint', postOnly: true, value: (c) => c.hold?.amountMinor },
  { name: 'hold_currency', type: 'text', postOnly: true, value: (c) => c.hold?.currency },
  { name: 'hold_purpose', type: 'text', postOnly: true, value: (c) => c.hold?.purpose },
  { name: 'release', type: 'uuid', postOnly: true, value: (c) => c.release?.holdId },
  {
    name: 'release_account',
    type: 'int',
    postOnly: true,
    value: (c, at) => c.release && at.account(c.release.accountId),
  },
  { name: 'client', type: 'uuid', value: (c) => c.idempotency?.clientId },
  { name: 'operation', type: 'text', value: (c) => c.idempotency?.operation },
  { name: 'key', type: 'text', value: (c) => c.idempotency?.key },
  { name: 'request', type: 'text', value: (c) => c.idempotency?.request },
  { name: 'request_id', type: 'text', value: (c) => c.requestId },
  { name: 'event', type: 'text', value: (c) => c.event?.type },
  { name: 'previous_status', type: 'text', value: (c) => c.event?.previousStatus },
  { name: 'actor_type', type: 'text', value: (c) => c.event?.actor.type },
  { name: 'actor_id', type: 'uuid', value: (c) => c.event?.actor.id },
  { name: 'address', type: 'text', value: (c) => c.event?.address },
  { name: 'called', type: 'text', value: (c) => c.event?.operation },
]
/** Columns with the leg range of a command. */
export const LEG_BOUNDS: CommandColumn[] = [
  { name: 'first_leg', type: 'int', value: (_, at) => at.firstLeg },
  { name: 'last_leg', type: 'int', value: (c, at) => at.firstLeg + c.legs.length - 1 },
]
/** An element per leg. */
export const LEG_COLUMNS: LegColumn[] = [
  { name: 'command', type: 'int', value: (_, at) => at.number },
  { name: 'account', type: 'int', value: (_, at) => at.account },
  { name: 'currency', type: 'text', value: (leg) => leg.currency },
  { name: 'amount', type: 'bigint', value: (leg) => leg.amountMinor },
  { name: 'type', type: 'text', value: (leg) => leg.type },
  { name: 'description', type: 'text', value: (leg) => leg.description },
  { name: 'counterparty_name', type: 'text', value: (leg) => leg.counterparty?.name },
  {
    name: 'counterparty_account',
    type: 'text',
    value: (leg) => leg.counterparty?.iban ?? leg.counterparty?.accountNumber,
  },
  { name: 'detail', type: 'text', value: (leg, at) => legDetail(at.command, leg) },
]

/** Detail of a leg whose counterparty has more than a name and a number: the journal's, and that. */
function legDetail({ detail }: JournalCommand, { counterparty }: Leg): string | undefined {
  const { bic, address, country } = counterparty ?? {}
  return bic || address || country ? JSON.stringify({ ...detail, bic, address, country }) : undefined
}
