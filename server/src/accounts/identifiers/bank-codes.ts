import { countrySpecs } from 'ibantools'
import type { Branch } from '../../institution/index.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import { openReloaded } from '../../kernel/db/reads/reloaded.ts'
import { ibanOf } from '../../kernel/text/iban.ts'
import { identifiersFor } from './identifiers.ts'

/**
 * Recognises account numbers of our bank codes: those of the configured branches, and those of accounts that exist, whose
 * numbers an earlier configuration formed or the operator's bank issued.
 */
export interface OwnBanks {
  /** Returns true if an IBAN has one of our bank codes, whether or not the account exists. */
  isOwnIban(iban: string): boolean
  /** Returns the IBAN of a British account from sort code and number; undefined for another bank's sort code. */
  ibanOfSortCode(sortCode: string, accountNumber: string): string | undefined
}

/** PostgreSQL's NOTIFY channel on which every process hears of a new bank code, at commit. */
const BANK_CODES_CHANGED = 'own_bank_codes'

/** Returns bank and branch as an IBAN contains them, after the country; its whole number where no rule divides it. */
function bankCodeOf(iban: string): string {
  const { bank_identifier: bank, branch_indentifier: branch } = countrySpecs[iban.slice(0, 2)] ?? {}
  const part = (range: string | undefined) => {
    const [from, to] = range?.split('-').map(Number) ?? []
    return from === undefined ? '' : iban.slice(4 + from, 5 + to!)
  }
  return `${iban.slice(0, 2)}${part(bank) + part(branch) || iban.slice(4)}`
}

/** @param codes of accounts that exist, as `bankCodeOf` returns them */
function ownBanksOf(branches: readonly Branch[], codes: Iterable<string> = []): OwnBanks {
  const own = new Set([
    ...branches.map((branch) => bankCodeOf(identifiersFor([branch], branch.country, 1n).iban)),
    ...codes,
  ])
  return {
    isOwnIban: (iban) => own.has(bankCodeOf(iban)),
    ibanOfSortCode(sortCode, accountNumber) {
      const code = [...own].find((each) => each.startsWith('GB') && each.slice(6) === sortCode)
      return code && ibanOf('GB', code.slice(2) + accountNumber)
    },
  }
}

/**
 * Opens the bank codes of the database and of the configured branches; they reload whenever any process adds one.
 *
 * @param listener not yet started
 */
export async function openOwnBanks(
  db: Db,
  listener: Pick<Listener, 'on'>,
  branches: readonly Branch[],
): Promise<OwnBanks> {
  const load = async () => {
    const { rows } = await db.pool.query<{ code: string }>('select code from own_bank_codes')
    return ownBanksOf(
      branches,
      rows.map(({ code }) => code),
    )
  }
  const { current } = await openReloaded({ listener, channel: BANK_CODES_CHANGED }, load)
  return {
    isOwnIban: (iban) => current().isOwnIban(iban),
    ibanOfSortCode: (...number) => current().ibanOfSortCode(...number),
  }
}

/** Stores the bank code of a new account's IBAN. */
export async function storeBankCode(tx: Tx, iban: string): Promise<void> {
  await tx.query({
    name: 'store-bank-code',
    text: 'insert into own_bank_codes (code) values ($1) on conflict do nothing',
    values: [bankCodeOf(iban)],
  })
}
