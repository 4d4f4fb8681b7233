import type { Account } from '../../../accounts/index.ts'
import { checkMarketOpen } from '../../../fx/calendar/index.ts'
import { inRolledBackSavepoint, inTransaction, type Tx } from '../../../kernel/db/db.ts'
import { invariant, Refusal } from '../../../kernel/values/refusals.ts'
import { availableOf, getBalance } from '../../../ledger/index.ts'
import { mayWait } from '../../../payments/index.ts'
import {
  accountsToChoose,
  type Consent,
  type FindPayers,
  type Funds,
  type Payer,
  type Payers,
} from '../../consents/index.ts'
import { refuseField, refuseOb } from '../../http/index.ts'
import type { MakingDeps } from '../deps.ts'
import { checkPromised } from './deal.ts'
import { carryOut, isSingle, type Moment } from './initiate.ts'
import { asOurRejection, reasonOf } from './rejections.ts'

/** Time between an approval and its payment: what would end within it is not approved. */
const TIME_TO_PAY_MS = 60_000

/**
 * Finds the accounts of a user that can make the payment of a consent now and within the next minute. Each account is
 * tried: exchange and payment are carried out as they would be at submission, and rolled back.
 *
 * @param psu.among stored ids; absent: every account that can be chosen
 */
export async function findPayers(
  deps: MakingDeps,
  consent: Consent,
  { entityId, psuId, among }: Parameters<FindPayers>[1],
  moment: Moment,
): Promise<Payers> {
  const accounts = accountsToChoose(consent, await deps.accounts.ofEntity(entityId))
    .filter(({ accountId }) => among?.includes(accountId) ?? true)
    .sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
  const tried = await inTransaction(deps.db, async (tx) => {
    const results: (Payer | Unable)[] = []
    for (const account of accounts) {
      const chosen = { ...consent, entityId, psuId, accountIds: [account.accountId] }
      results.push(await tryAccount(tx, deps, chosen, account, moment))
    }
    return results
  })
  const able = tried.filter((result): result is Payer => !('rejection' in result))
  const payers = isSingle(consent) ? able.filter(({ needsOthers }) => !needsOthers) : able
  const unable = tried.filter((result): result is Unable => 'rejection' in result)
  const short = unable.flatMap(({ account, funds }) => (funds ? [{ account, funds }] : []))
  if (payers.length > 0) return { payers, short }
  const rejections = unable.map(({ rejection }) => rejection)
  return { payers, short, whyNone: whyNone(rejections, able.length > 0) }
}

/** An account that cannot pay. */
interface Unable {
  account: Account
  /** The rejection as the third party gets it. */
  rejection: Refusal
  /** Present if it only lacks the money. */
  funds?: Funds
}

/** Returns the reasons why no account can pay. @param isSingleTooFew true if some could with more approvers */
function whyNone(rejections: readonly Refusal[], isSingleTooFew: boolean): NonNullable<Payers['whyNone']> {
  if (isSingleTooFew) return { isSingleTooFew, rejection: SINGLE_TOO_FEW, reasons: [reasonOf(SINGLE_TOO_FEW)] }
  const found = rejections.length > 0 ? rejections : [NO_ACCOUNT]
  const reasons = found.map(reasonOf).map((reason) => [`${reason.code} ${reason.description}`, reason] as const)
  return { isSingleTooFew, rejection: found[0]!, reasons: [...new Map(reasons).values()] }
}

const NO_ACCOUNT = refuseField('/Data/Initiation/DebtorAccount', 'ob_account_identifier_unsupported', {
  detail: 'the user has no open account for this payment',
})

const SINGLE_TOO_FEW = refuseOb.ob_forbidden({ detail: 'the payer needs more approvals than a single one' })

/** Carries a consent out from one account and rolls it back. */
async function tryAccount(
  tx: Tx,
  deps: MakingDeps,
  consent: Consent,
  account: Account,
  moment: Moment,
): Promise<Payer | Unable> {
  const availableMinor = availableOf(await getBalance(tx, account.entityId, account.accountId))
  try {
    return await inRolledBackSavepoint(tx, async () => {
      const made = await carryOut(tx, deps, consent, moment)
      const { row, refusal, exchanged, needsOthers } = made
      if (row.status === 'Rejected') {
        invariant(refusal, 'a payment that is rejected when it is made has a reason')
        throw refusal
      }
      if (exchanged?.isDealt) checkLasts(consent, moment.at)
      const takenMinor = takenBy(made)
      if (takenMinor === undefined) return { account, needsOthers }
      if (takenMinor <= availableMinor) return { account, needsOthers, funds: { availableMinor, effect: 'Enough' } }
      const effect = (await mayWait(tx, row)) ? 'Waits' : 'Rejected'
      return { account, needsOthers, funds: { availableMinor, effect, until: row.cutOffAt } }
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const rejection = asOurRejection(error)
    const isShort = reasonOf(rejection).code === INSUFFICIENT_FUNDS
    return { account, rejection, ...(isShort && { funds: { availableMinor, effect: 'Rejected' as const } }) }
  }
}

/** ISO 20022 reason of a payment without enough money. */
const INSUFFICIENT_FUNDS = 'AM04'

/** Returns the debit in minor units of the account's currency; undefined if the money comes from an agreed trade. */
function takenBy({ row, exchanged }: Awaited<ReturnType<typeof carryOut>>): bigint | undefined {
  if (!exchanged) return row.amountMinor + row.feeMinor
  return exchanged.isDealt ? exchanged.trade.sellMinor : undefined
}

/** Checks that an exchange can still be dealt after the time to pay. @throws outside_trading_hours, ob_rate_expired */
function checkLasts(consent: Consent, now: Date): void {
  const end = new Date(now.getTime() + TIME_TO_PAY_MS)
  checkMarketOpen(end)
  checkPromised(consent, end)
}
