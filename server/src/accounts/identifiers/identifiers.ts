import { type Branch, branchFor } from '../../institution/index.ts'
import { ibanOf } from '../../kernel/text/iban.ts'
import { invariant, refusals } from '../../kernel/values/refusals.ts'

/** Numbers by which payers reach an account. */
export interface Identifiers {
  iban: string
  bic: string
  accountNumber: string | null
  sortCode: string | null
  routingCodes: { type: 'SortCode' | 'BankCode' | 'BranchCode'; value: string }[]
}

/** The numbering of accounts in a country: real IBANs with their check digits, national ones included. */
interface Numbering {
  /** The last serial number that fits an account number. */
  lastSerial: bigint
  /** The national part of the IBAN (BBAN) of the account with this serial number. */
  bban: (branch: Branch, serial: bigint) => string
}

const digits = (serial: bigint, length: number): string => serial.toString().padStart(length, '0').slice(-length)
const bankLetters = ({ bic }: Branch): string => bic.slice(0, 4)

const NUMBERINGS: Record<string, Numbering> = {
  GB: {
    lastSerial: 99_999_999n,
    bban: (branch, serial) => `${bankLetters(branch)}${branch.sortCode}${digits(serial, 8)}`,
  },
  IE: {
    lastSerial: 99_999_999n,
    bban: (branch, serial) => `${bankLetters(branch)}${branch.sortCode}${digits(serial, 8)}`,
  },
  DE: { lastSerial: 9_999_999_999n, bban: (branch, serial) => `${branch.bankCode}${digits(serial, 10)}` },
  LU: { lastSerial: 9_999_999_999_999n, bban: (branch, serial) => `${branch.bankCode}${digits(serial, 13)}` },
  NL: {
    lastSerial: 99_999_999n,
    bban: (branch, serial) => `${bankLetters(branch)}${elevenProof(digits(serial, 8))}`,
  },
  BE: {
    lastSerial: 19_999_999n, // seven digits; the first serial number is 10,000,001
    bban: (branch, serial) => {
      const base = `${branch.bankCode}${digits(serial, 7)}`
      return base + (Number(base) % 97 || 97).toString().padStart(2, '0')
    },
  },
  FR: {
    lastSerial: 99_999_999_999n,
    bban: ({ bankCode, branchCode }, serial) => {
      const account = digits(serial, 11)
      const key = 97n - ((89n * BigInt(bankCode!) + 15n * BigInt(branchCode!) + 3n * BigInt(account)) % 97n)
      return bankCode! + branchCode! + account + digits(key, 2)
    },
  },
  ES: {
    lastSerial: 9_999_999_999n,
    bban: ({ bankCode, branchCode }, serial) => {
      const [bank, account] = [`${bankCode}${branchCode}`, digits(serial, 10)]
      return bank + spanishDigit(`00${bank}`) + spanishDigit(account) + account
    },
  },
}

const refuse = refusals({
  account_numbers_exhausted: {
    status: 409,
    message: 'The branch of {country} has no account number left. Ask your institution.',
  },
})

/**
 * Identifiers of the account with a serial number, at the branch of the holder's country: the one there, else the first.
 *
 * @throws account_numbers_exhausted for a serial number that does not fit, as its IBAN would be another account's
 */
export function identifiersFor(branches: readonly Branch[], country: string, serial: bigint): Identifiers {
  const branch = branchFor(branches, country)
  invariant(branch, 'an institution that opens accounts has a branch')
  const { lastSerial, bban } = NUMBERINGS[branch.country]!
  if (serial > lastSerial) throw refuse.account_numbers_exhausted({ country: branch.country })
  const iban = ibanOf(branch.country, bban(branch, serial))
  return { iban, bic: branch.bic, ...nationalNumber(iban) }
}

type National = Pick<Identifiers, 'accountNumber' | 'sortCode' | 'routingCodes'>
const coded = (type: 'SortCode' | 'BankCode', value: string, accountNumber: string): National => ({
  accountNumber,
  sortCode: null,
  routingCodes: [{ type, value }],
})

/** Returns the numbers by which an account is known in its country besides its IBAN. */
export function nationalNumber(iban: string): National {
  const bban = iban.slice(4)
  switch (iban.slice(0, 2)) {
    case 'GB':
      return { ...coded('SortCode', bban.slice(4, 10), bban.slice(10)), sortCode: bban.slice(4, 10) }
    case 'IE':
      return coded('SortCode', bban.slice(4, 10), bban.slice(10))
    case 'DE':
      return coded('BankCode', bban.slice(0, 8), bban.slice(8))
    case 'FR':
      return coded('BankCode', bban.slice(0, 5), bban.slice(10, 21))
    default:
      return { accountNumber: null, sortCode: null, routingCodes: [] }
  }
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
