import { refusals } from '../../kernel/values/refusals.ts'
import { ibanOf } from './iban.ts'

/**
 * Account identifiers: real IBANs with their check digits, national ones included, of the branch that keeps the account.
 * The institution's bank codes are data here, to be replaced by those an operator's bank assigns.
 */
interface Identifiers {
  iban: string
  bic: string
  accountNumber: string | null
  sortCode: string | null
  routingCodes: { type: 'SortCode' | 'BankCode' | 'BranchCode'; value: string }[]
}

interface Branch {
  bic: string
  /** The last serial number that fits its account numbers. */
  lastSerial: bigint
  /** The national part of the IBAN (BBAN) of the account with this serial number. */
  bban(serial: bigint): string
  national(bban: string): Omit<Identifiers, 'iban' | 'bic'>
}

const SORT_CODE = '049901'
const digits = (serial: bigint, length: number): string => serial.toString().padStart(length, '0').slice(-length)
const noNational = { accountNumber: null, sortCode: null, routingCodes: [] }
const bankCode = (value: string, accountNumber: string) => ({
  accountNumber,
  sortCode: null,
  routingCodes: [{ type: 'BankCode' as const, value }],
})

const BRANCHES: Record<string, Branch> = {
  GB: {
    bic: 'CMBTGB2L',
    lastSerial: 99_999_999n,
    bban: (serial) => `CMBT${SORT_CODE}${digits(serial, 8)}`,
    national: (bban) => ({
      accountNumber: bban.slice(10),
      sortCode: SORT_CODE,
      routingCodes: [{ type: 'SortCode', value: SORT_CODE }],
    }),
  },
  IE: {
    bic: 'CMBTIE2D',
    lastSerial: 99_999_999n,
    bban: (serial) => `CMBT990017${digits(serial, 8)}`,
    national: (bban) => ({
      accountNumber: bban.slice(10),
      sortCode: null,
      routingCodes: [{ type: 'SortCode', value: bban.slice(4, 10) }],
    }),
  },
  DE: {
    bic: 'CMBTDEFF',
    lastSerial: 9_999_999_999n,
    bban: (serial) => `50199000${digits(serial, 10)}`,
    national: (bban) => bankCode(bban.slice(0, 8), bban.slice(8)),
  },
  LU: {
    bic: 'CMBTLULL',
    lastSerial: 9_999_999_999_999n,
    bban: (serial) => `099${digits(serial, 13)}`,
    national: () => noNational,
  },
  NL: {
    bic: 'CMBTNL2A',
    lastSerial: 99_999_999n,
    bban: (serial) => `CMBT${elevenProof(digits(serial, 8))}`,
    national: () => noNational,
  },
  BE: {
    bic: 'CMBTBEBB',
    lastSerial: 19_999_999n, // seven digits; the first serial number is 10,000,001
    bban: (serial) => {
      const base = `979${digits(serial, 7)}`
      return base + (Number(base) % 97 || 97).toString().padStart(2, '0')
    },
    national: () => noNational,
  },
  FR: {
    bic: 'CMBTFRPP',
    lastSerial: 99_999_999_999n,
    bban: (serial) => {
      const [bank, branch, account] = ['19990', '00001', digits(serial, 11)]
      const key = 97n - ((89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(account)) % 97n)
      return bank + branch + account + digits(key, 2)
    },
    national: (bban) => bankCode(bban.slice(0, 5), bban.slice(10, 21)),
  },
  ES: {
    bic: 'CMBTESMM',
    lastSerial: 9_999_999_999n,
    bban: (serial) => {
      const [bank, account] = ['09990001', digits(serial, 10)]
      return bank + spanishDigit(`00${bank}`) + spanishDigit(account) + account
    },
    national: () => noNational,
  },
}

/**
 * Returns the IBAN of an account at our London branch from sort code and number; undefined for another bank's sort
 * code.
 */
export const ibanOfSortCode = (sortCode: string, accountNumber: string): string | undefined =>
  sortCode === SORT_CODE ? ibanOf('GB', `CMBT${sortCode}${accountNumber}`) : undefined

/** Returns true if an IBAN belongs to our branch there, whether or not the account exists. */
export function isOwnIban(iban: string): boolean {
  const branch = BRANCHES[iban.slice(0, 2)]
  if (!branch) return false
  const [lowest, highest] = [branch.bban(0n), branch.bban(99_999_999n)]
  const end = Array.from(lowest).findIndex((character, i) => character !== highest[i])
  return iban.slice(4).startsWith(lowest.slice(0, end))
}

const EEA = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')

const refuse = refusals({
  account_numbers_exhausted: {
    status: 409,
    message: 'The branch of {country} has no account number left. Ask your institution.',
  },
})

/**
 * Identifiers of the account with a serial number, at the branch of the holder's country: the one there, else Dublin for
 * the rest of the European Economic Area and London for everybody else.
 *
 * @throws account_numbers_exhausted for a serial number that does not fit, as its IBAN would be another account's
 */
export function identifiersFor(country: string, serial: bigint): Identifiers {
  const at = country in BRANCHES ? country : EEA.includes(country) ? 'IE' : 'GB'
  const branch = BRANCHES[at]!
  if (serial > branch.lastSerial) throw refuse.account_numbers_exhausted({ country: at })
  const bban = branch.bban(serial)
  return { iban: ibanOf(at, bban), bic: branch.bic, ...branch.national(bban) }
}

/** Ten digits that pass the Dutch eleven test: weights 10 to 1, a multiple of 11. */
function elevenProof(serial: string): string {
  const sum = Array.from(serial).reduce((total, digit, i) => total + Number(digit) * (10 - i), 0)
  for (let ninth = 0; ; ninth++) {
    const check = (11 - ((sum + 2 * ninth) % 11)) % 11
    if (check < 10) return `${serial}${ninth}${check}`
  }
}

/** Spanish control digit of ten digits. */
function spanishDigit(text: string): string {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
  const rest = 11 - (Array.from(text).reduce((total, digit, i) => total + Number(digit) * weights[i]!, 0) % 11)
  return rest === 10 ? '1' : rest === 11 ? '0' : String(rest)
}
