import { type Excess, findExcess } from '../../../kernel/text/xml-parts.ts'
import { MAX_ITEMS } from '../schema.ts'

/** Five thousand transactions with addresses have half a million tags and two attributes each. */
const MOST = { tags: 1_000_000, attributes: 50_000, references: 200_000 }

/** Counts the parts of a pain.001 before anything is built from it. */
export const findExcessOfBatch = (xml: string): Excess | undefined =>
  findExcess(xml, MOST) ??
  (countOf(xml, /<(?:[\w.-]+:)?CdtTrfTxInf[\s>]/g) > MAX_ITEMS
    ? { parts: 'transactions', limit: MAX_ITEMS }
    : undefined)

function countOf(xml: string, pattern: RegExp): number {
  let count = 0
  while (count <= MAX_ITEMS && pattern.test(xml)) count++
  return count
}
