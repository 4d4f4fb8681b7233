import type { Issuer } from '../../documents/index.ts'
import type { EntityDirectory } from '../../entities/index.ts'
import { type Clock, systemClock } from '../../kernel/values/clock.ts'
import { asOfEpoch, type Db } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import type { Account } from '../queries.ts'
import type { TransactionOut } from '../schema.ts'
import { digested } from './digest.ts'
import { interimStatement, issueStatements } from './issue.ts'
import { createMonthlyRound } from './months.ts'
import { findStatement, listStatements, type StatementPage, type StoredStatement } from './queries.ts'
import { linesOf, type Period, type StatementHead } from './statement.ts'

/** Statements of this service, as read by the routes and the open-banking interface. */
export interface StatementBook {
  /**
   * Issues closed periods that are not issued yet, then returns a page of the stored statements, newest first.
   *
   * @param epoch of the sandbox in which `now` was read
   */
  list(account: Account, page: StatementPage, now: Date, epoch?: number): Promise<StoredStatement[]>
  /** A stored statement of the entity by its stored id. */
  find(entityId: string, statementId: string): Promise<StoredStatement | undefined>
  /** Returns an interim statement; default: the current month so far. @throws date_range_invalid, range_too_long */
  interim(account: Account, days: Partial<Record<'from' | 'to', string>>, now: Date): Promise<StatementHead>
  /** Issues the unrequested statements of closed months. For housekeeping, at any time. */
  issueClosedMonths(now: Date): Promise<void>
  /** Lines of a statement, oldest first, in chunks; those of a stored one are checked against its digest. */
  lines(statement: StatementHead): AsyncIterable<TransactionOut[]>
}

export function createStatementBook(deps: {
  db: Db
  entities: EntityDirectory
  issuer: Issuer
  /** Clock for the wall time of events. */
  clock?: Pick<Clock, 'wall'>
}): StatementBook {
  const { db, entities, issuer, clock = systemClock } = deps
  const holderOf = async (entityId: string) => {
    const profile = await entities.get(entityId)
    invariant(profile, 'an account belongs to an entity with settings')
    return profile.entity
  }
  const issue = async (account: Account, period: Period, now: Date, epoch = db.epochs?.current()) => {
    const act = { issuer, period, at: now, wall: clock.wall() }
    return issueStatements(asOfEpoch(db, epoch), account, await holderOf(account.entityId), act)
  }
  return {
    issueClosedMonths: createMonthlyRound(db, (account, now, epoch) => issue(account, 'Month', now, epoch)),
    async list(account, page, now, epoch) {
      await issue(account, page.period, now, epoch)
      return listStatements(db.reader, account, page)
    },
    find: (entityId, statementId) => findStatement(db.reader, entityId, statementId),
    interim: async (account, days, now) =>
      interimStatement(db.reader, account, await holderOf(account.entityId), days, { issuer, now }),
    lines: (statement) => digested(statement, linesOf(db.reader, statement)).lines,
  }
}
