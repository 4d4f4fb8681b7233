import type { RailInstruction, RailReport } from '../../payments/rails/index.ts'
import { SCHEMES } from '../../payments/schemes/index.ts'

/** `#RETURN`: this long after completion. */
export const RETURN_MS = 2000

/** Reasons without one of their own: refused without saying why. */
const NO_REASON = 'MS03'

/** `#SLOW`: this much later than usual. */
const SLOW_MS = 3_600_000

/** Returns the future reports on a payment submitted at an instant. */
export function reportsOn(instruction: RailInstruction, at: Date): RailReport[] {
  const { uetr, rail, reference } = instruction
  const { sentMs, completedMs } = SCHEMES[rail].sandbox
  const slow = reference.includes('#SLOW') ? SLOW_MS : 0
  const report = (status: RailReport['status'], ms: number, reason?: string): RailReport => ({
    uetr,
    railRef: `${uetr}/${status}`,
    status,
    at: new Date(at.getTime() + ms),
    ...(reason === undefined ? {} : { reason }),
  })
  const refused = /#FAIL(?::([A-Z0-9]{4}))?/.exec(reference)
  if (refused) return [report('Failed', sentMs + slow, refused[1] ?? NO_REASON)]
  const paid = [report('Sent', sentMs), report('Completed', completedMs + slow)]
  return reference.includes('#RETURN') ? [...paid, report('Returned', completedMs + slow + RETURN_MS, 'AC04')] : paid
}
