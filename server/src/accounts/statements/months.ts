import { addDays, type Day, dayOf } from '../../kernel/values/days.ts'
import type { Db, Queryable } from '../../kernel/db/db.ts'
import { type Account, ACCOUNT_COLUMNS } from '../queries.ts'

const AT_ONCE = 200
/** No zone is further ahead of UTC, or behind it. */
const ZONES = '14 hours'

/**
 * Accounts that have no statement of the last closed month yet, by their id: candidates, since whether a month has closed is
 * for the holder's zone to say.
 *
 * @param after the last one of the page before
 */
async function accountsBehind(db: Queryable, lastMonthEnd: Day, after: string): Promise<Account[]> {
  const { rows } = await db.query<Account>({
    name: 'accounts-without-statement', // statements: unique (entity_id, account_id, period, to_date)
    text: `select ${ACCOUNT_COLUMNS} from accounts a
      where account_id > $2 and opened_at < $1::date + interval '1 day' + interval '${ZONES}'
        and not exists (select 1 from statements s where s.entity_id = a.entity_id and s.account_id = a.account_id
          and s.period = 'Month' and s.to_date >= least($1::date, (a.closed_at + interval '${ZONES}')::date))
      order by account_id limit ${AT_ONCE}`,
    values: [lastMonthEnd, after],
  })
  return rows
}

const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Makes sure that every account has the statements of its closed months, whether or not anybody asks for them. Called again
 * and again; once a month is done everywhere, calls cost nothing until the next has closed. An account that fails does not keep
 * the others from their statements: the round throws the first error at its end.
 */
export function createMonthlyRound(
  db: { reader: Queryable; epochs?: Db['epochs'] },
  issue: (account: Account, now: Date, epoch: number | undefined) => Promise<unknown>,
) {
  let done: { month: Day; epoch: number | undefined } | undefined
  return async (now: Date): Promise<void> => {
    const epoch = db.epochs?.current()
    const lastMonthEnd = addDays(`${dayOf(now).slice(0, 8)}01`, -1)
    if (done?.month === lastMonthEnd && done.epoch === epoch) return
    const errors: unknown[] = []
    let after = FIRST
    for (let page: Account[]; (page = await accountsBehind(db.reader, lastMonthEnd, after)).length > 0; ) {
      for (const account of page) await issue(account, now, epoch).catch((error: unknown) => errors.push(error))
      after = page.at(-1)!.accountId
    }
    if (errors.length > 0) throw errors[0]
    // A day into the month it has closed in every zone.
    if (dayOf(now) > addDays(lastMonthEnd, 1)) done = { month: lastMonthEnd, epoch }
  }
}
