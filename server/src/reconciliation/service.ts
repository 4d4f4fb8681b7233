import { Type } from 'typebox'
import { emit } from '../events/index.ts'
import { type Db, inTransaction } from '../kernel/db/db.ts'
import { defineEvent, type EventCatalogue } from '../kernel/module.ts'
import type { Act } from '../kernel/values/act.ts'
import { dayOf } from '../kernel/values/days.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'
import { formatAmount } from '../kernel/values/money.ts'
import { type Reconciliation, reconcileLedger } from '../ledger/index.ts'
import { type BankFigures, lastAgreedDay, type ReconciliationRow, type Report, storeReconciliation } from './queries.ts'

const detail = { day: Type.String(), differenceCount: Type.Integer() }

/** Events of the house; clients do not see them. */
export const reconciliationEvents = {
  'reconciliation.agreed': defineEvent('A reconciliation of all books found no difference.', 'reconciliation', detail),
  'reconciliation.differed': defineEvent('A reconciliation of all books found a difference.', 'reconciliation', detail),
} satisfies EventCatalogue

declare module '../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof reconciliationEvents, true> {}
}

/**
 * Reconciles all books now and stores the report of the day, with an event of the house. A repeated run replaces the report.
 * Balances are compared with the postings since the last day on which the books agreed.
 *
 * @param banks comparison with the statements of banks; it does not count among the differences of the books
 */
export async function reconcile(db: Pick<Db, 'pool'>, act: Act, banks?: BankFigures[]): Promise<ReconciliationRow> {
  const day = dayOf(act.at)
  const found = await reconcileLedger(db, await lastAgreedDay(db.pool, day))
  const differing = found.currencies.filter(({ difference }) => difference !== 0n).length
  const row = {
    entityId: HOUSE_ENTITY_ID,
    reconciliationId: newUuid(),
    day,
    asAt: act.at,
    differenceCount: differing + found.findings.length,
    report: { ...reportOf(found), ...(banks ? { banks } : {}) },
    version: 1,
  }
  return inTransaction(db, async (tx) => {
    const stored = await storeReconciliation(tx, row)
    const { differenceCount } = stored
    await emit(tx, act, {
      entityId: HOUSE_ENTITY_ID,
      type: differenceCount === 0 ? 'reconciliation.agreed' : 'reconciliation.differed',
      resourceType: 'reconciliation',
      resourceId: stored.reconciliationId,
      resourceVersion: stored.version,
      detail: { day, differenceCount },
    })
    return stored
  })
}

function reportOf({ currencies, findings }: Reconciliation): Report {
  return {
    currencies: currencies.map(({ currency, ...figures }) => ({
      currency,
      clients: formatAmount(figures.clients, currency),
      clearing: formatAmount(figures.clearing, currency),
      suspense: formatAmount(figures.suspense, currency),
      own: formatAmount(figures.own, currency),
      safeguarding: formatAmount(figures.safeguarding, currency),
      inTransit: formatAmount(figures.inTransit, currency),
      difference: formatAmount(figures.difference, currency),
    })),
    findings: findings.map(({ check, entityId, currency, accountId, kind, expected, stored }) => ({
      check,
      entityId: entityId === HOUSE_ENTITY_ID ? 'house' : formatId('ent', entityId),
      currency,
      accountId: accountId === null || kind !== 'client' ? accountId : formatId('acc', accountId),
      kind,
      expected: formatAmount(expected, currency),
      stored: formatAmount(stored, currency),
    })),
  }
}
