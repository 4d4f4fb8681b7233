import { reportsOn, RETURN_MS } from './simulated-reports.ts'
import type { RailInstruction, RailPort, RailReport } from '../../payments/rails/index.ts'
import { SCHEMES } from '../../payments/schemes/index.ts'

/** Id of its adapter in the registry and in the instructions that it has. */
export const SIMULATED_RAIL = 'simulated'

/**
 * One rail for every scheme. It decides everything from the instruction itself, so handing the same one over twice gives
 * the same reports. Magic values in the reference: #FAIL:<code>, #RETURN, #SLOW.
 */
export const simulatedRail: RailPort = {
  isInProcess: true,
  async submit(instruction, at, report) {
    for (const each of reportsOn(instruction, at)) await report(each)
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
