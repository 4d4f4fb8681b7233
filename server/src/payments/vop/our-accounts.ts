import { findAccountByIban } from '../../accounts/index.ts'
import { getProfile } from '../../entities/index.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { OwnAccount } from './own-accounts.ts'

/** Returns the holders of one of our accounts for requests from other banks. A closed account has none. */
export const ownAccounts =
  (db: Queryable): OwnAccount =>
  async (iban) => {
    const account = await findAccountByIban(db, iban)
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
