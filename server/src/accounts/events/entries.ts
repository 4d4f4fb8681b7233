import { Type } from 'typebox'
import { emit } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { JournalCommand } from '../../ledger/index.ts'

const movement = {
  paymentId: Type.Optional(Type.String()),
  inboundPaymentId: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  amount: Type.Optional(Type.String()),
  amountMinor: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
}

/** Events of accounts; later modules that move money record them. */
export const accountEvents = {
  'account.credited': defineEvent('Money was credited to an account.', 'account', movement),
  'account.debited': defineEvent('Money was debited from an account.', 'account', movement),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof accountEvents, true> {}
}

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
      detail: { source: kind, amountMinor: `${isDebit ? -amountMinor : amountMinor}`, currency },
    })
  }
}
