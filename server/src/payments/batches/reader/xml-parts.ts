import { MAX_ITEMS } from '../schema.ts'

/** Parts of which an XML document has too many. */
interface Excess {
  parts: string
  limit: number
}

/** Five thousand transactions with addresses have half a million tags and two attributes each. */
const MOST = { tags: 1_000_000, attributes: 50_000, references: 200_000 }

const OPEN = 0x3c
const CLOSE = 0x3e
const EQUALS = 0x3d
const AMPERSAND = 0x26

/** Counts the parts of a document before anything is built from it. */
export function findExcess(xml: string): Excess | undefined {
  let [tags, attributes, references] = [0, 0, 0]
  let isInTag = false
  for (let i = 0; i < xml.length; i++) {
    const code = xml.charCodeAt(i)
    if (code === OPEN) {
      tags++
      isInTag = true
    } else if (code === CLOSE) isInTag = false
    else if (code === EQUALS && isInTag) attributes++
    else if (code === AMPERSAND) references++
  }
  if (tags > MOST.tags) return { parts: 'tags', limit: MOST.tags }
  if (attributes > MOST.attributes) return { parts: 'attributes', limit: MOST.attributes }
  if (references > MOST.references) return { parts: 'character references', limit: MOST.references }
  return countOf(xml, /<(?:[\w.-]+:)?CdtTrfTxInf[\s>]/g) > MAX_ITEMS
    ? { parts: 'transactions', limit: MAX_ITEMS }
    : undefined
}

function countOf(xml: string, pattern: RegExp): number {
  let count = 0
  while (count <= MAX_ITEMS && pattern.test(xml)) count++
  return count
}
