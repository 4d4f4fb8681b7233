/** Payer of a booked credit, as the bank wrote it. */
export interface NamedPayer {
  iban?: string
  /** Account number without an IBAN. */
  accountNumber?: string
  /** National code and BIC of the payer's bank. */
  bankCodes?: string[]
  /** True if the entry names who paid: by a name, an account, an ultimate debtor, or a bank without a code. */
  isNamed?: true
}

/** Accounts between which a payment was made. */
export interface PaidAccounts {
  payee: {
    iban?: string
    accountNumber?: string
    bic?: string
    routingCodes?: { value: string }[]
  } | null
  payerIban: string | null
}

/** An account number with the code of its bank has at least so many characters; a shorter text is a number alone. */
const WHOLE_LENGTH = 12

/**
 * Returns true if the account of a payer is the one that a payment went to, or came from. An account number counts only
 * with the code of its bank, written before it or beside it, or within an IBAN.
 */
export function isPayerOf(payer: NamedPayer, { payee, payerIban }: PaidAccounts): boolean {
  const given = accountsOf(payer.iban, payer.accountNumber, payer.bankCodes ?? [])
  if (payer.accountNumber !== undefined) given.push(plain(payer.accountNumber))
  const ours = [
    ...accountsOf(payee?.iban, payee?.accountNumber, [...codesOf(payee), payee?.bic ?? '']),
    ...accountsOf(payerIban ?? undefined, undefined, []),
  ]
  return given.some((name) => ours.some((own) => isSame(name, own)))
}

/** Returns true if the entry names no payer, and no bank but the payee's. */
export function isUnnamed({ isNamed, bankCodes = [] }: NamedPayer, payee: PaidAccounts['payee']): boolean {
  const ours = [...codesOf(payee), payee?.bic ?? ''].map(bankOf).filter(Boolean)
  return !isNamed && (bankCodes.length === 0 || bankCodes.some((code) => ours.includes(bankOf(code))))
}

/** Returns the national codes of a payee's bank, each alone and joined. */
function codesOf(payee: PaidAccounts['payee']): string[] {
  const codes = (payee?.routingCodes ?? []).map(({ value }) => value)
  return [...codes, codes.join('')]
}

/** Returns the texts that name one account: its IBAN, and its number after each code of its bank. */
const accountsOf = (iban: string | undefined, number: string | undefined, codes: readonly string[]): string[] => [
  ...(iban === undefined ? [] : [plain(iban)]),
  ...(number === undefined ? [] : codes.filter(Boolean).map((code) => bankOf(code) + plain(number))),
]

/** Letters and digits alone. */
const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z\d]/g, '')

/** A BIC without its branch, or a national code. */
const bankOf = (code: string): string => plain(code).replace(/^([A-Z]{6}[A-Z\d]{2})(?:[A-Z\d]{3})$/, '$1')

/** An IBAN of some countries ends with the bank code and the account number. */
const isSame = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= WHOLE_LENGTH && (a.endsWith(b) || b.endsWith(a))
