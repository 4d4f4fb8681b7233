import { Type } from 'typebox'
import { type Issuer, namesOf } from '../../documents/index.ts'
import type { Entity } from '../../entities/index.ts'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import { type Db, inTransaction, type Queryable, type Tx } from '../../kernel/db/db.ts'
import { emit } from '../../events/index.ts'
import { type Day, localDayOf } from '../../kernel/values/days.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { balanceAt, totalsBetween } from '../../ledger/index.ts'
import type { Account } from '../queries.ts'
import { checkPeriod } from '../rules.ts'
import { createDigest } from './digest.ts'
import { type ClosedPeriod, nextPeriod } from './periods.ts'
import { insertStatement, listStatements, lockIssuing, type StoredStatement } from './queries.ts'
import { linesOf, type Period, referenceOf, type StatementHead, type StatementParties } from './statement.ts'

/** Events of statements. */
export const statementEvents = {
  'statement.ready': defineEvent('A statement of a closed period is ready.', 'statement', {
    accountId: Type.String(),
    reference: Type.String(),
  }),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof statementEvents, true> {}
}

type Holder = Pick<Entity, 'legalName' | 'addresses' | 'timeZone'>

/**
 * Issues the missing statements of an account's closed periods in order. The first request issues them; their content
 * does not depend on that time, except for postings late for their period. Each is a separate transaction with the
 * event last: the event locks the entity's book, which must not wait for reading a long statement.
 */
export async function issueStatements(db: Db, account: Account, holder: Holder, act: IssueAct): Promise<void> {
  const { period, at: now } = act
  const next = (last: StoredStatement | undefined) => nextPeriod(period, last?.toDate, account, holder.timeZone, now)
  const latest = async (at: Queryable) => (await listStatements(at, account, { period, limit: 1 }))[0]
  let more = next(await latest(db.reader)) !== undefined
  while (more) {
    more = await inTransaction(db, async (tx) => {
      await lockIssuing(tx, account)
      const last = await latest(tx)
      const closed = next(last)
      if (closed) await issueOne(tx, account, holder, act, { closed, before: last })
      return closed !== undefined
    })
  }
}

/** Series, actor and time of issuing statements. */
interface IssueAct {
  issuer: Issuer
  period: Period
  /** Business time. */
  at: Date
  /** Wall time. */
  wall: Date
}

async function issueOne(
  tx: Tx,
  account: Account,
  holder: Holder,
  { issuer, period, at: now, wall }: IssueAct,
  { closed, before }: { closed: ClosedPeriod; before: StoredStatement | undefined },
): Promise<void> {
  const after = { sequence: before?.lastSequence ?? 0n, balanceMinor: before?.closingMinor ?? 0n }
  const figures = await figuresOf(tx, account, after, justBefore(closed.end))
  const year = Number(closed.from.slice(0, 4))
  const sequenceNumber = before?.stored.year === year ? before.stored.sequenceNumber + 1 : 1
  const statement: StoredStatement = {
    ...figures,
    fromDate: closed.from,
    toDate: closed.to,
    timeZone: holder.timeZone,
    parties: partiesOf(account, holder, issuer),
    createdAt: now,
    stored: { statementId: newUuid(), period, year, sequenceNumber, digest: '' },
  }
  const digest = createDigest(statement)
  for await (const lines of linesOf(tx, statement)) for (const line of lines) digest.line(line)
  statement.stored.digest = digest.hex()
  await insertStatement(tx, statement)
  await emit(
    tx,
    { actor: { type: 'system' }, at: now, wall },
    {
      entityId: account.entityId,
      type: 'statement.ready',
      resourceType: 'statement',
      resourceId: statement.stored.statementId,
      detail: { accountId: formatId('acc', account.accountId), reference: referenceOf(statement.stored) },
    },
  )
}

/**
 * An interim statement of any range of days (domain 7.2): nothing is stored and it has no number. It goes to today where no last
 * day is named, and begins with that day's month where no first one is.
 *
 * @throws date_range_invalid, range_too_long
 */
export async function interimStatement(
  db: Queryable,
  account: Account,
  holder: Holder,
  period: Partial<Record<'from' | 'to', Day>>,
  { issuer, now }: { issuer: Issuer; now: Date },
): Promise<StatementHead> {
  const { to = localDayOf(now, holder.timeZone) } = period
  const { from = `${to.slice(0, 8)}01` } = period
  const { start, end } = checkPeriod(from, to, holder.timeZone)
  const opening = await balanceAt(db, account.entityId, account.accountId, justBefore(start))
  return {
    ...(await figuresOf(db, account, opening, justBefore(end))),
    stored: null,
    fromDate: from,
    toDate: to,
    timeZone: holder.timeZone,
    parties: partiesOf(account, holder, issuer),
    createdAt: now,
  }
}

/** Returns the preceding millisecond, the precision of stored instants. */
const justBefore = (at: Date): Date => new Date(at.getTime() - 1)

/** Balances and totals of the postings after a sequence up to an instant. */
async function figuresOf(
  db: Queryable,
  { entityId, accountId, currency }: Account,
  after: { sequence: bigint; balanceMinor: bigint },
  upTo: Date,
) {
  const then = await balanceAt(db, entityId, accountId, upTo)
  const last = then.sequence > after.sequence ? then : { ...then, ...after }
  const held = then.held.payment + then.held.trade + then.held.margin
  return {
    entityId,
    accountId,
    currency,
    afterSequence: after.sequence,
    lastSequence: last.sequence,
    openingMinor: after.balanceMinor,
    closingMinor: last.balanceMinor,
    availableMinor: last.balanceMinor - held,
    ...(await totalsBetween(db, { entityId, accountId }, after.sequence, last.sequence)),
  }
}

function partiesOf(account: Account, holder: Holder, issuer: Issuer): StatementParties {
  const { name, friendlyName, iban, bic } = account
  const address = holder.addresses[0]
  const town = [address?.postCode, address?.city, address?.region].filter(Boolean).join(' ')
  const lines = address ? [address.line1, address.line2, town, address.countryCode] : []
  return {
    issuer: namesOf(issuer),
    holder: { name: holder.legalName, address: lines.filter((line): line is string => Boolean(line)) },
    account: { name: friendlyName ?? name, iban, bic },
  }
}
