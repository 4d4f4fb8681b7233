import type { Account } from '../../../accounts/index.ts'
import { checkMarketOpen } from '../../../fx/calendar/index.ts'
import { inRolledBackSavepoint, inTransaction, type Tx } from '../../../kernel/db/db.ts'
import { invariant, Refusal } from '../../../kernel/values/refusals.ts'
import { accountsToChoose, type Consent, type FindPayers, type Payer, type Payers } from '../../consents/index.ts'
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
    const results: (Payer | Refusal)[] = []
    for (const account of accounts) {
      const chosen = { ...consent, entityId, psuId, accountIds: [account.accountId] }
      results.push(await tryAccount(tx, deps, chosen, account, moment))
    }
    return results
  })
  const able = tried.flatMap((result) => (result instanceof Refusal ? [] : [result]))
  const payers = isSingle(consent) ? able.filter(({ needsOthers }) => !needsOthers) : able
  if (payers.length > 0) return { payers }
  const rejections = tried.flatMap((result) => (result instanceof Refusal ? [result] : []))
  return { payers, whyNone: whyNone(rejections, able.length > 0) }
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

/** Carries a consent out from one account and rolls it back. Returns the rejection as the third party gets it. */
async function tryAccount(
  tx: Tx,
  deps: MakingDeps,
  consent: Consent,
  account: Account,
  moment: Moment,
): Promise<Payer | Refusal> {
  try {
    return await inRolledBackSavepoint(tx, async () => {
      const { row, refusal, exchanged, needsOthers } = await carryOut(tx, deps, consent, moment)
      if (row.status === 'Rejected') {
        invariant(refusal, 'a payment that is rejected when it is made has a reason')
        throw refusal
      }
      if (exchanged?.isDealt) checkLasts(consent, moment.at)
      return { account, needsOthers }
    })
  } catch (error) {
    if (error instanceof Refusal) return asOurRejection(error)
    throw error
  }
}

/** Checks that an exchange can still be dealt after the time to pay. @throws outside_trading_hours, ob_rate_expired */
function checkLasts(consent: Consent, now: Date): void {
  const end = new Date(now.getTime() + TIME_TO_PAY_MS)
  checkMarketOpen(end)
  checkPromised(consent, end)
}
