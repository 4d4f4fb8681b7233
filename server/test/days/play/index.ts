import type { Chance } from '../../crash/chance.ts'
import type { Act, Party } from '../world.ts'
import { decide, forgetApproval } from './approvals.ts'
import { report, reportByHand } from './banks.ts'
import { followBatches, payBatch } from './batches.ts'
import { changePayee, deletePayee, savePayee } from './beneficiaries.ts'
import { clearContradictions } from './contradictions.ts'
import { amend, cancelDrawdown, dealForward, drawDown, sendWire } from './forwards.ts'
import { groupRound } from './group.ts'
import { holdRate, useHeldRate } from './held-rates.ts'
import { importHoliday } from './holidays.ts'
import { changeFacilityLetter } from './letters.ts'
import { moveMarket, runMargin } from './market.ts'
import { fillAccounts, fundTrade, receiveMoney, settleMargin } from './money-in.ts'
import { handleSuspense, releaseHeld, reviewHeldPayment, reviewScreening } from './operators.ts'
import { pay, withdrawPayment } from './payments.ts'
import { amendLateSpot, amendLateSpotByOperator, amendSpot, amendSpotByOperator, dealSpot } from './spot.ts'
import { cancelTransfer, transfer } from './transfers.ts'

/** Frequency of each act for every kind of entity. */
const ANYBODY: [number, Act][] = [
  [10, dealSpot],
  [4, amendSpot],
  [2, amendSpotByOperator],
  [12, pay],
  [3, payBatch],
  [4, withdrawPayment],
  [5, receiveMoney],
  [3, fillAccounts],
  [12, decide],
  [2, forgetApproval],
  [6, report],
  [2, reportByHand],
  [5, moveMarket],
  [1, reviewScreening],
  [2, handleSuspense],
  [1, releaseHeld],
  [2, reviewHeldPayment],
  [1, clearContradictions],
  [2, groupRound],
  [1, savePayee],
  [1, deletePayee],
  [4, followBatches],
]
const CORPORATE: [number, Act][] = [
  [8, dealForward],
  [10, drawDown],
  [7, amend],
  [3, cancelDrawdown],
  [6, fundTrade],
  [4, sendWire],
  [1, importHoliday],
  [8, settleMargin],
  [1, runMargin],
  [2, changeFacilityLetter],
  [2, changePayee],
]
const FUND: [number, Act][] = [
  [6, holdRate],
  [8, useHeldRate],
  [8, transfer],
  [4, cancelTransfer],
]

/** Acts of a corporate that cannot pay: it or an operator ends overdue deals, or they end by themselves. */
const SCARCE: [number, Act][] = [
  [8, amendLateSpot],
  [8, amendLateSpotByOperator],
]

/** Weekends and holidays: the market is closed, money and approvals are not. */
const AT_REST: [number, Act][] = [
  [4, receiveMoney],
  [3, pay],
  [3, decide],
  [1, dealSpot],
  [1, useHeldRate],
  [2, report],
  [1, handleSuspense],
]

/** Draws the next act of a party. */
export function drawAct(chance: Chance, party: Party, isAtRest: boolean): Act {
  const kinds = party.kind === 'RM' ? CORPORATE : FUND
  const acts = isAtRest ? AT_REST : [...ANYBODY, ...kinds, ...(party.isScarce ? SCARCE : [])]
  const total = acts.reduce((sum, [weight]) => sum + weight, 0)
  let drawn = chance.int(1, total)
  for (const [weight, act] of acts) {
    drawn -= weight
    if (drawn <= 0) return act
  }
  throw new Error('the weights do not add up')
}
