import { Type } from 'typebox'
import { type changesOf, emit } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { JournalCommand } from '../../ledger/index.ts'
import type { Account } from '../queries.ts'
import type { AccountStatus } from '../schema.ts'

const movement = {
  paymentId: Type.Optional(Type.String()),
  inboundPaymentId: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  amount: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
}

/** Events of accounts; later modules that move money record them. */
export const accountEvents = {
  'account.credited': defineEvent('Money was credited to an account.', 'account', movement),
  'account.debited': defineEvent('Money was debited from an account.', 'account', movement),
  'account.updated': {
    title: 'The operator blocked, reopened or closed an account, or another became the default of its currency.',
    resources: ['account'],
    detail: Type.Object({ before: Type.Object({}), after: Type.Object({}) }, { additionalProperties: false }),
  },
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof accountEvents, true> {}
}

/** Records a change of an account itself, with the values that changed. */
export const recordUpdate = (
  tx: Tx,
  act: Act,
  { entityId, accountId, version }: Pick<Account, 'entityId' | 'accountId' | 'version'>,
  detail: ReturnType<typeof changesOf>,
  previousStatus?: AccountStatus,
): Promise<void> =>
  emit(tx, act, {
    entityId,
    type: 'account.updated',
    resourceType: 'account',
    resourceId: accountId,
    resourceVersion: version,
    detail: { ...detail },
    ...(previousStatus && { previousStatus }),
  })

/** Records an event for each entry that a posted journal made on a client's account. */
export async function announceEntries(
  tx: Tx,
  act: Act,
  { entityId, kind, legs }: Pick<JournalCommand, 'entityId' | 'kind' | 'legs'>,
): Promise<void> {
  for (const { account, currency, amountMinor } of legs) {
    if (typeof account !== 'string' || amountMinor === 0n) continue
    const isDebit = amountMinor < 0n
    await emit(tx, act, {
      entityId,
      type: isDebit ? 'account.debited' : 'account.credited',
      resourceType: 'account',
      resourceId: account,
      detail: { source: kind, amount: formatAmount(isDebit ? -amountMinor : amountMinor, currency), currency },
    })
  }
}
