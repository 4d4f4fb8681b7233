import { type Account, presentStatement, type StoredStatement } from '../../accounts/index.ts'
import { addDays, instantOf } from '../../kernel/values/days.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { refuseOb } from '../http/index.ts'
import { type Access, has, wireAccountId } from './access.ts'
import { signed } from './accounts.ts'
import type { ResourceDeps } from './deps.ts'
import type { StatementItem } from './items.ts'
import { isInside, type Span, within } from './range.ts'

/** First and last instant of a statement. */
const spanOfStatement = (statement: StoredStatement): Required<Span> => spanIn(statement, statement.timeZone)

const spanIn = ({ fromDate, toDate }: StoredStatement, timeZone: string): Required<Span> => ({
  from: instantOf(fromDate, '00:00', timeZone),
  to: new Date(instantOf(addDays(toDate, 1), '00:00', timeZone).getTime() - 1),
})

/**
 * Returns true if a query asks for a statement. Queries have no zone: their times are in UTC, as in our responses, or
 * those of the statement's days, as in "all of October".
 */
const isAskedFor = (statement: StoredStatement, asked: Span): boolean =>
  isInside(spanOfStatement(statement), asked) || isInside(spanIn(statement, 'UTC'), asked)

/**
 * Returns statements that lie completely within the requested and consented spans. Totals need the detail permission.
 */
export async function statementItems(
  deps: Pick<ResourceDeps, 'statements'>,
  access: Access,
  accounts: readonly Account[],
  asked: Span,
): Promise<StatementItem[]> {
  const consented = within(access.consent, {})
  const lists = await Promise.all(accounts.map((account) => monthly(deps, account, access)))
  return lists
    .flat()
    .filter((statement) => isInside(spanOfStatement(statement), consented) && isAskedFor(statement, asked))
    .map((statement) => statementItem(access, statement))
}

/** All monthly statements of an account, newest first. */
async function monthly(
  { statements }: Pick<ResourceDeps, 'statements'>,
  account: Account,
  { now, epoch }: Access,
): Promise<StoredStatement[]> {
  const all: StoredStatement[] = []
  for (let more = true; more; ) {
    const asked = { period: 'Month' as const, before: all.at(-1)?.toDate, limit: STEP }
    const page = await statements.list(account, asked, now, epoch)
    all.push(...page)
    more = page.length === STEP
  }
  return all
}
const STEP = 100

/**
 * One statement of the account.
 *
 * @throws ob_resource_not_found for one that the account does not have, that is of a day,
 * or that is not completely in the consent's span
 */
export async function getStatement(
  deps: Pick<ResourceDeps, 'statements'>,
  access: Access,
  account: Account,
  wireId: string,
): Promise<StoredStatement> {
  const statementId = parseId('sta', wireId)
  const found = statementId === undefined ? undefined : await deps.statements.find(account.entityId, statementId)
  if (
    !found ||
    found.accountId !== account.accountId ||
    found.stored.period !== 'Month' ||
    !isInside(spanOfStatement(found), within(access.consent, {}))
  )
    throw refuseOb.ob_resource_not_found({ detail: 'use a StatementId that GET /statements answers' })
  return found
}

/** A statement as the consent shows it. */
export function statementItem(access: Access, statement: StoredStatement): StatementItem {
  const { from, to } = spanOfStatement(statement)
  return {
    accountId: wireAccountId(statement.accountId),
    statementId: formatId('sta', statement.stored.statementId),
    reference: presentStatement(statement).reference!,
    type: 'RegularPeriodic',
    startAt: from,
    endAt: to,
    createdAt: statement.createdAt,
    ...(has(access, 'ReadStatementsDetail') ? { amounts: amountsOf(statement) } : {}),
  }
}

function amountsOf(statement: StoredStatement): StatementItem['amounts'] {
  const { currency, openingMinor, closingMinor, creditsMinor, debitsMinor } = statement
  return [
    { type: 'UK.OBIE.PreviousClosingBalance', ...signed(openingMinor, currency) },
    { type: 'UK.OBIE.TotalCredits', ...signed(creditsMinor, currency) },
    { type: 'UK.OBIE.TotalDebits', ...signed(-debitsMinor, currency) },
    { type: 'UK.OBIE.ClosingBalance', ...signed(closingMinor, currency) },
  ]
}
