import { Decimal } from '../../../kernel/values/rates.ts'
import { refuse } from '../rules.ts'
import { child, children, type Element, peek, text } from './xml-tree.ts'

/** Amounts that the totals of a group count. A payment cannot carry an equivalent amount, but the totals include it. */
export const amountsOf = (information: Element): (string | undefined)[] =>
  children(information, 'CdtTrfTxInf')
    .map((transfer) => child(transfer, 'Amt'))
    .map((amount) => peek(amount, 'InstdAmt') ?? peek(child(amount, 'EqvtAmt'), 'Amt'))

/** A total of a file that is not that of its transactions. */
interface TotalError {
  /** Path of the total, with its block. */
  what: string
  said: string
  counted: number | string
}

/** Characters of a wrong total that its error repeats, at most. */
const MOST_TEXT = 40

/**
 * Compares NbOfTxs and CtrlSum of a block, if present, with the transactions. An amount that cannot be read is
 * reported at its item; the sum is then wrong only if the other amounts exceed it already.
 */
export function totalErrors(
  said: Element | undefined,
  path: string,
  amounts: readonly (string | undefined)[],
): TotalError[] {
  const errors: TotalError[] = []
  const add = (what: string, stated: string, counted: TotalError['counted']) =>
    errors.push({ what: `${path}/${what}`, said: stated.slice(0, MOST_TEXT), counted })
  const number = text(said, 'NbOfTxs')
  if (number !== undefined && Number(number) !== amounts.length) add('NbOfTxs', number, amounts.length)
  const sum = text(said, 'CtrlSum')
  if (sum === undefined) return errors
  const read = amounts.filter(isNumber)
  const counted = read.reduce((total, amount) => total.plus(amount), new Decimal(0))
  const isWhole = read.length === amounts.length
  if (!isNumber(sum) || (isWhole ? !counted.eq(sum) : counted.gt(sum))) add('CtrlSum', sum, counted.toFixed())
  return errors
}

/** Rejects a file with all its wrong totals. @throws batch_totals_mismatch */
export function checkTotals(errors: readonly TotalError[]): void {
  const [first] = errors
  if (!first) return
  const totals = errors.map(({ what, said, counted }) => `${what} is ${said} instead of ${counted}`)
  throw refuse.batch_totals_mismatch({ ...first, totals: firstOf([totals]) })
}

const isNumber = (amount: string | undefined): amount is string =>
  amount !== undefined && /^\d{1,18}(\.\d+)?$/.test(amount)

/** Most paths reported for one item. A file may have any number, and those of its header are repeated for each item. */
const MOST_PATHS = 20

/** Returns the first entries of some lists, and the number of the others. */
export function firstOf(lists: readonly string[][]): string[] {
  const more = lists.reduce((sum, { length }) => sum + length, -MOST_PATHS)
  const first = lists.flatMap((paths) => paths.slice(0, MOST_PATHS)).slice(0, MOST_PATHS)
  return more > 0 ? [...first, `and ${more} more`] : first
}
