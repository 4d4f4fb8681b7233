import { legAccountId } from '../book/books.ts'
import type { EncodedCommand } from './columns.ts'
import type { InternalAccount, Leg } from '../book/types.ts'

/** Batch in array form: each touched object once and in order, with the position of every leg. Indexes count from 1. */
export interface Layout {
  commands: readonly EncodedCommand[]
  /** Index of each entity; ascending by id. */
  entities: ReadonlyMap<string, number>
  /** Ascending by entity and id, the order in which their rows are locked. */
  accounts: readonly TouchedAccount[]
  accountIndex: (accountId: string) => number
  lines: readonly Line[]
}

export interface TouchedAccount {
  entityId: string
  accountId: string
  internal?: InternalAccount
  currency?: string
}

/** A leg and whose it is. */
export interface Line {
  command: EncodedCommand
  number: number
  leg: Leg
  accountId: string
}

/** Computes the positions of everything in a batch. */
export function layOut(commands: readonly EncodedCommand[]): Layout {
  const entities = new Map([...new Set(commands.map(({ entityId }) => entityId))].sort().map((id, i) => [id, i + 1]))
  const lines = commands.flatMap((command, i) => command.legs.map((leg) => lineOf(command, leg, i + 1)))
  const accounts = touchedAccounts(commands, lines)
  const indexes = new Map(accounts.map(({ accountId }, i) => [accountId, i + 1]))
  return { commands, entities, accounts, accountIndex: (accountId) => indexes.get(accountId)!, lines }
}

const lineOf = (command: EncodedCommand, leg: Leg, number: number): Line => ({
  command,
  number,
  leg,
  accountId: legAccountId(command.entityId, leg),
})

function touchedAccounts(commands: readonly EncodedCommand[], lines: readonly Line[]): TouchedAccount[] {
  const found = new Map<string, TouchedAccount>()
  for (const { command, leg, accountId } of lines) {
    if (found.has(accountId)) continue
    const internal = typeof leg.account === 'string' ? {} : { internal: leg.account, currency: leg.currency }
    found.set(accountId, { entityId: command.entityId, accountId, ...internal })
  }
  for (const { entityId, hold, release } of commands) {
    for (const accountId of [hold?.accountId, release?.accountId])
      if (accountId && !found.has(accountId)) found.set(accountId, { entityId, accountId })
  }
  return [...found.values()].sort(byPrimaryKey)
}

/** The order of the rows in the index too: a plan that walks the index locks them in the same order as one that goes by the array. */
const byPrimaryKey = (a: TouchedAccount, b: TouchedAccount): number =>
  (a.entityId === b.entityId ? a.accountId < b.accountId : a.entityId < b.entityId) ? -1 : 1
