import type { EntityProfile } from '../../../entities/index.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { checkForwardDate, parsePair } from '../../calendar/index.ts'
import { checkPairEnabled, pickAccount } from '../../quotes/index.ts'
import { checkForwardsEnabled, checkTenor } from '../booking/quote.ts'
import type { ForwardDeps } from '../record/deps.ts'
import type { Forward } from '../record/queries.ts'

/**
 * Checks that the entity may still deal a forward that continues on another value date, as for a new one: product, pair,
 * longest tenor and accounts.
 *
 * @throws forwards_not_enabled, pair_not_tradeable, forward_tenor_too_long, what is wrong with the date or an account
 */
export async function checkContinues(
  deps: Pick<ForwardDeps, 'sources' | 'accounts'>,
  profile: EntityProfile,
  { trade, facts }: Forward,
  newValueDate: string,
  now: Date,
): Promise<void> {
  const { calendars } = deps.sources
  const pair = parsePair(trade.currencyPair)
  checkForwardsEnabled(profile, facts.forwardType)
  checkPairEnabled(profile, pair)
  checkTenor(calendars, pair, checkForwardDate(calendars, pair, now, newValueDate), profile.settings.maxForwardTenor)
  const accounts = await deps.accounts.ofEntity(trade.entityId)
  pickAccount(accounts, formatId('acc', trade.buyAccountId), trade.buyCurrency)
  pickAccount(accounts, formatId('acc', trade.sellAccountId), trade.sellCurrency)
}
