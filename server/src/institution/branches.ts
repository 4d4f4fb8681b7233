import { isValidBIC } from 'ibantools'
import { own } from '../kernel/own.ts'

/** Codes that national clearings know a branch by. */
interface BankCodes {
  sortCode?: string
  bankCode?: string
  branchCode?: string
}

/** A branch that keeps accounts: its country, its BIC and its codes in that country. */
export interface Branch extends BankCodes {
  country: string
  bic: string
}

type Code = keyof BankCodes

/** Codes that an account number contains, by country, as numbers of digits. In the Netherlands it contains the BIC's first letters. */
const CODES: Record<string, Partial<Record<Code, number>>> = {
  GB: { sortCode: 6 },
  IE: { sortCode: 6 },
  DE: { bankCode: 8 },
  LU: { bankCode: 3 },
  NL: {},
  BE: { bankCode: 3 },
  FR: { bankCode: 5, branchCode: 5 },
  ES: { bankCode: 4, branchCode: 4 },
}

const WORDS: Record<Code, string> = { sortCode: 'sort code', bankCode: 'bank code', branchCode: 'branch code' }

/** Returns the branch that keeps accounts of holders in a country: the one there, else the first. */
export const branchFor = (branches: readonly Branch[], country: string): Branch | undefined =>
  branches.find((branch) => branch.country === country) ?? branches[0]

/** An error of a branch: a member and its valid values. */
interface BranchError {
  member: string
  expected: string
}

/** Returns the errors of the branches by their number in the list; their shapes are valid. */
export function branchErrors(branches: readonly Branch[]): { at: number; error: BranchError }[] {
  return branches.flatMap((branch, at) => {
    const isFirst = branches.findIndex(({ country }) => country === branch.country) === at
    const twice = isFirst ? [] : [{ member: 'country', expected: 'a country that no branch before it has' }]
    return [...twice, ...errorsOf(branch)].map((error) => ({ at, error }))
  })
}

function errorsOf(branch: Branch): BranchError[] {
  const { country, bic } = branch
  const kinds = own(CODES, country)
  const found: BranchError[] = []
  if (!isValidBIC(bic) || bic.slice(4, 6) !== country)
    found.push({
      member: 'bic',
      expected: `a BIC of a bank in ${country}: 8 or 11 characters, ${country} at the fifth`,
    })
  if (!kinds) return [...found, { member: 'country', expected: `one of ${Object.keys(CODES).join(', ')}` }]
  for (const [code, word] of Object.entries(WORDS) as [Code, string][]) {
    const [digits, value] = [kinds[code], branch[code]]
    if (digits === undefined && value !== undefined)
      found.push({ member: code, expected: `absent: accounts in ${country} have no ${word}` })
    if (digits !== undefined && !new RegExp(`^\\d{${digits}}$`).test(value ?? ''))
      found.push({ member: code, expected: `the ${word} of the branch: ${digits} digits` })
  }
  return found
}
