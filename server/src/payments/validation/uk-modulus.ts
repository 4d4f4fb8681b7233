/**
 * The UK modulus check: whether an account number can belong to a sort code, by the weight table that the UK's payment
 * operator publishes (valacdos) and its sort code substitutions (scsubtab). The tables are data and change a few times a
 * year; a sort code that is not in them passes.
 */
interface ModulusRow {
  from: string
  to: string
  method: 'MOD10' | 'MOD11' | 'DBLAL'
  /** Fourteen weights, for the six digits u–z of the sort code and the eight digits a–h of the account. */
  weights: readonly number[]
  /** Number of the published exception, 0 for none. */
  exception: number
}

export interface ModulusTable {
  /** Rows in file order: the first row of a sort code is its first check. */
  rows: readonly ModulusRow[]
  /** Replacement sort codes for exception 5. */
  substitutions: ReadonlyMap<string, string>
}

/** Positions of the letters of the published rules among the fourteen digits. */
const A = 6
const B = 7
const C = 8
const G = 12
const H = 13

/** Weights that exception 2 puts in place of the row's, when a is not 0: for g other than 9, and for g = 9. */
const EURO_WEIGHTS = [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1]
const EURO_WEIGHTS_G9 = [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1]
/** Sort codes that exceptions 8 and 9 check with. */
const SORT_CODE_8 = '090126'
const SORT_CODE_9 = '309634'

/** Pairs of exceptions of which either check is enough. */
const EITHER = new Set(['2,9', '10,11', '12,13'])

/**
 * Returns true if the account number is valid for the sort code.
 *
 * @param sortCode six digits
 * @param accountNumber eight digits
 */
export function passesModulusCheck(table: ModulusTable, sortCode: string, accountNumber: string): boolean {
  const [first, second] = table.rows.filter((row) => row.from <= sortCode && sortCode <= row.to)
  if (!first || isForeignCurrencyAccount(first, accountNumber)) return true
  if (!second) return passesRow(table, first, sortCode, accountNumber)
  const pair = [first.exception, second.exception].sort((x, y) => x - y).join(',')
  const check = (row: ModulusRow) => passesRow(table, row, sortCode, accountNumber)
  return EITHER.has(pair) ? check(first) || check(second) : check(first) && check(second)
}

/** Exception 6: accounts in foreign currency carry no check digit. */
const isForeignCurrencyAccount = ({ exception }: ModulusRow, account: string): boolean =>
  exception === 6 && /^[4-8]/.test(account) && account[6] === account[7]

function passesRow(table: ModulusTable, row: ModulusRow, sortCode: string, account: string): boolean {
  const digits = digitsFor(table, row, sortCode, account)
  const weights = weightsFor(row, digits)
  if (row.exception === 3 && (digits[C] === 6 || digits[C] === 9)) return true
  const total = totalOf(row, digits, weights)
  if (row.exception === 4) return total % 11 === digits[G]! * 10 + digits[H]!
  if (row.exception === 5) return row.method === 'MOD11' ? checks11(total, digits[G]!) : checks10(total, digits[H]!)
  return total % modulusOf(row) === 0 || (row.exception === 14 && passesShifted(row, sortCode, account))
}

const modulusOf = (row: ModulusRow): number => (row.method === 'MOD11' ? 11 : 10)

function digitsFor(table: ModulusTable, row: ModulusRow, sortCode: string, account: string): number[] {
  const used =
    row.exception === 5
      ? (table.substitutions.get(sortCode) ?? sortCode)
      : row.exception === 8
        ? SORT_CODE_8
        : row.exception === 9
          ? SORT_CODE_9
          : sortCode
  return Array.from(used + account, Number)
}

/** The row's weights, as exceptions 2, 7 and 10 change them. */
function weightsFor({ exception, weights }: ModulusRow, digits: number[]): readonly number[] {
  const g9 = digits[G] === 9
  if (exception === 2 && digits[A] !== 0) return g9 ? EURO_WEIGHTS_G9 : EURO_WEIGHTS
  const dropsSortCode =
    (exception === 7 && g9) || (exception === 10 && g9 && (digits[A] === 0 || digits[A] === 9) && digits[B] === 9)
  return dropsSortCode ? weights.map((weight, i) => (i <= B ? 0 : weight)) : weights
}

function totalOf({ method, exception }: ModulusRow, digits: number[], weights: readonly number[]): number {
  const products = digits.map((digit, i) => digit * weights[i]!)
  if (method !== 'DBLAL') return products.reduce((sum, product) => sum + product, 0)
  const start = exception === 1 ? 27 : 0
  return products.reduce((sum, product) => sum + Math.floor(product / 10) + (product % 10), start)
}

/** Exception 5, first check: the remainder of 11 against g; a remainder of 1 has no valid digit. */
function checks11(total: number, g: number): boolean {
  const rest = total % 11
  return rest === 0 ? g === 0 : rest !== 1 && 11 - rest === g
}

/** Exception 5, second check: the remainder of 10 against h. */
const checks10 = (total: number, h: number): boolean => (10 - (total % 10)) % 10 === h

/** Exception 14: an account that ends in 0, 1 or 9 is checked again without that digit, moved right by one. */
function passesShifted(row: ModulusRow, sortCode: string, account: string): boolean {
  if (!/[019]$/.test(account)) return false
  const digits = Array.from(`${sortCode}0${account.slice(0, 7)}`, Number)
  return totalOf(row, digits, row.weights) % modulusOf(row) === 0
}

/**
 * Reads the published text formats: valacdos has from, to, method, 14 weights and perhaps an exception a line; scsubtab
 * has original and substitute sort code. Empty lines and lines beginning with # are passed over.
 *
 * @throws Error naming the first line that cannot be read: a broken table must not be loaded in part
 */
export function parseModulusTable(valacdos: string, scsubtab: string): ModulusTable {
  return {
    rows: lines(valacdos).map(parseRow),
    substitutions: new Map(lines(scsubtab).map(parseSubstitution)),
  }
}

const lines = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))

function parseRow(line: string): ModulusRow {
  const [from, to, method, ...numbers] = line.trim().split(/\s+/)
  const values = numbers.map(Number)
  const isRow =
    /^\d{6}$/.test(from ?? '') &&
    /^\d{6}$/.test(to ?? '') &&
    /^(MOD10|MOD11|DBLAL)$/.test(method ?? '') &&
    (values.length === 14 || values.length === 15) &&
    values.every(Number.isInteger)
  if (!isRow) throw new Error(`no row of a modulus weight table: ${line}`)
  return {
    from: from!,
    to: to!,
    method: method as ModulusRow['method'],
    weights: values.slice(0, 14),
    exception: values[14] ?? 0,
  }
}

function parseSubstitution(line: string): [string, string] {
  const match = /^\s*(\d{6})\s+(\d{6})\s*$/.exec(line)
  if (!match) throw new Error(`no row of a sort code substitution table: ${line}`)
  return [match[1]!, match[2]!]
}
