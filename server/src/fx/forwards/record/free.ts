import { cutPart, isNothing, type Legs, minus, type Part } from './parts.ts'
import { type Forward, leftOf } from './queries.ts'

/**
 * Returns what the client may still draw or amend: the remaining amounts without the parts of pending amendments. The
 * service's own close-outs take those too; such an amendment can then not be approved.
 */
export function freeOf(forward: Omit<Forward, 'trade'>): Legs {
  const free = minus(leftOf(forward), forward.reserved ?? NOTHING)
  return free.buyMinor > 0n && free.sellMinor > 0n ? free : NOTHING
}
/** Cuts a part from what is free of a forward. @throws as `cutPart` */
export function cutFree(forward: Forward, currency: string, amountMinor: bigint): Part {
  const part = cutPart(forward.trade, freeOf(forward), currency, amountMinor)
  return { ...part, isLast: isNothing(minus(leftOf(forward), part)) }
}
const NOTHING: Legs = { buyMinor: 0n, sellMinor: 0n }
