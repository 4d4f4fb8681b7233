import { findAccountByIban, type OwnBanks } from '../../accounts/index.ts'
import { getProfile } from '../../entities/index.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { OwnAccount } from './own-accounts.ts'
import type { Question } from './port.ts'

/** Returns the holders of one of our accounts for requests from other banks. A closed account has none. */
export const ownAccounts =
  (db: Queryable, ownBanks: OwnBanks): OwnAccount =>
  async (question) => {
    const iban = ibanOf(question, ownBanks)
    const account = iban === undefined ? undefined : await findAccountByIban(db, iban)
    const profile = account && account.status !== 'Closed' ? await getProfile(db, account.entityId) : undefined
    if (!profile) return undefined
    const { legalName, tradingName, entityType, lei } = profile.entity
    return {
      holders: tradingName === null ? [legalName] : [legalName, tradingName],
      type: entityType === 'Individual' ? 'Individual' : 'Company',
      identification: lei === null ? {} : { lei },
      state: 'Open',
    }
  }

/** Returns the IBAN of the account in question; undefined for one named by another bank's sort code. */
function ibanOf({ iban, accountKey }: Question, ownBanks: OwnBanks): string | undefined {
  const [scheme, sortCode, accountNumber] = accountKey.split(':')
  if (iban !== undefined || scheme !== 'UK') return iban
  return ownBanks.ibanOfSortCode(sortCode!, accountNumber!)
}
