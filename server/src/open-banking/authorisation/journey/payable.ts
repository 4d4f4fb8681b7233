import { originOf } from '../../../kernel/http/origin.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Account, accountsOf } from '../../../accounts/index.ts'
import type { User } from '../../../users/index.ts'
import { findBalances } from '../../../ledger/index.ts'
import { accountsToChoose, type Consent, type FindPayers, type Funds, type Payers } from '../../consents/index.ts'
import type { Journey, JourneyDeps } from './journey-context.ts'
import { endJourney, failure } from './journey-end.ts'
import type { PsuSession } from './psu-sessions.ts'
import { whyNotServed } from './served.ts'

interface Choice {
  /** Most used first. */
  accounts: Account[]
  /** Payments only: accounts that only lack the money. They cannot be chosen. */
  short: Account[]
  /** Payments only: money of accounts, those that lack it too. */
  funds: ReadonlyMap<string, Funds>
  /** True if a payment then waits for other approvers of the payer. */
  needsOthers: boolean
  /** Reasons why the user can approve nothing, or no account can make the payment. */
  whyNone?: WhyNone
}
type WhyNone = NonNullable<Payers['whyNone']>

const NONE: Choice = { accounts: [], short: [], funds: new Map(), needsOthers: false }

/** Returns the accounts that a user may choose for a consent: for a payment only those that can make it now. */
export async function choiceOf(
  deps: JourneyDeps,
  { consent }: Pick<Journey, 'consent'>,
  { entityId, userId: psuId }: Pick<User, 'entityId' | 'userId'>,
  request: FastifyRequest,
): Promise<Choice> {
  const whyNotAny = await whyNotServed(deps.entities, entityId)
  if (whyNotAny) return { ...NONE, whyNone: whyNotAny }
  if (!consent.payment) {
    const accounts = accountsToChoose(consent, await accountsOf(deps.db.pool, entityId))
    return { ...NONE, accounts: await mostUsedFirst(deps, accounts) }
  }
  const { payers, short, whyNone } = await deps.findPayers(consent, { entityId, psuId }, momentOf(deps, request))
  const known = [...payers, ...short].flatMap(({ account, funds }) =>
    funds ? [[account.accountId, funds] as const] : [],
  )
  return {
    accounts: await mostUsedFirst(
      deps,
      payers.map(({ account }) => account),
    ),
    short: short.map(({ account }) => account),
    funds: new Map(known),
    needsOthers: payers.some(({ needsOthers }) => needsOthers),
    ...(whyNone && { whyNone }),
  }
}

/** Sorts accounts by their number of postings; equal ones in the given order, which is that of lists. */
async function mostUsedFirst({ db }: JourneyDeps, accounts: Account[]): Promise<Account[]> {
  const [first] = accounts
  if (!first) return accounts
  const ids = accounts.map(({ accountId }) => accountId)
  const balances = await findBalances(db.pool, first.entityId, ids)
  const uses = new Map(balances.map(({ accountId, sequence }) => [accountId, sequence]))
  const usesOf = ({ accountId }: Account) => uses.get(accountId) ?? 0n
  return [...accounts].sort((a, b) => Number(usesOf(b) - usesOf(a)))
}

/** Checks that the chosen account can make the payment of a consent. @throws the reason why not */
export async function checkPayable(
  deps: JourneyDeps,
  consent: Consent,
  psu: Parameters<FindPayers>[1],
  request: FastifyRequest,
): Promise<void> {
  if (!consent.payment) return
  const { whyNone } = await deps.findPayers(consent, psu, momentOf(deps, request))
  if (whyNone) throw whyNone.rejection
}

const momentOf = ({ clock }: JourneyDeps, request: FastifyRequest) => ({
  at: request.receivedAt,
  wall: clock.wall(),
  ...originOf(request),
})

const SINGLE_TOO_FEW = 'AuthorisationType Single cannot be met: the payer needs more approvals. Ask for Any.'

/** Rejects the consent because the user can approve nothing, or no account can make its payment, and returns an OAuth error with the reasons. */
export async function endUnpayable(
  deps: JourneyDeps,
  journey: Journey,
  { isSingleTooFew, reasons }: WhyNone,
  { user, ...by }: { user: User; request: FastifyRequest; reply: FastifyReply; session?: PsuSession },
): Promise<FastifyReply> {
  const descriptions = reasons.map(({ description }) => description).join(' ')
  const error = isSingleTooFew ? failure('invalid_request', SINGLE_TOO_FEW) : failure('access_denied', descriptions)
  const reason = isSingleTooFew ? 'needsOthers' : reasons
  return endJourney(deps, journey, { error, reason }, { ...by, psuId: user.userId })
}
