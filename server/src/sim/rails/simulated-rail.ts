import type { RailInstruction, RailPort, RailReport } from '../../payments/rails/index.ts'
import { SCHEMES } from '../../payments/schemes/index.ts'

/** `#SLOW`: this much later than usual. */
export const SLOW_MS = 3_600_000
/** `#RETURN`: this long after completion. */
const RETURN_MS = 2000

/** Reasons without one of their own: refused without saying why. */
const NO_REASON = 'MS03'

/**
 * One rail for every scheme. It decides everything from the instruction itself, so handing the same one over twice gives
 * the same reports. Magic values in the reference: #FAIL:<code>, #RETURN, #SLOW.
 */
export const simulatedRail: RailPort = {
  isInProcess: true,
  async submit(instruction, at, report) {
    for (const told of reportsOn(instruction, at)) await report(told)
  },
  async recall({ instruction }, at, report) {
    await report(answerToRecall(instruction, at))
  },
}

/** Returns the answer to a recall, `RETURN_MS` after it was made: the money, or the payee's refusal. */
function answerToRecall({ uetr, rail }: RailInstruction, at: Date): RailReport {
  const isRefused = SCHEMES[rail].recallNeedsConsent
  return {
    uetr,
    railRef: `${uetr}/Recall`,
    status: isRefused ? 'RecallRefused' : 'Returned',
    reason: isRefused ? 'CUST' : 'FOCR',
    at: new Date(at.getTime() + RETURN_MS),
  }
}

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
