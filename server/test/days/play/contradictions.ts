import { minorOf } from '../model/money.ts'
import type { Payment } from '../read/resources.ts'
import { type Act, note, type Turn } from '../world.ts'
import { run } from './operators.ts'

interface Contradiction {
  contradictionId: string
  paymentId: string | null
  /** "12.00 EUR"; null where nothing was booked. */
  amount: string | null
  direction: string | null
}

const DECISIONS = ['BookToClient', 'BookToClient', 'ReturnToBank', 'WriteOff'] as const

/** Clears bank reports that contradict bookings, as an operator; some wait for another day. */
export const clearContradictions: Act = async (turn) => {
  const open = (await run<Contradiction[]>(turn, 'list contradictions', 'list-contradictions')) ?? []
  for (const each of turn.chance.shuffle(open).slice(0, 4)) await clear(turn, each)
}

async function clear(turn: Turn, { contradictionId, paymentId, amount, direction }: Contradiction): Promise<void> {
  const { world, chance } = turn
  const decision = amount === null ? 'Dismiss' : chance.pick(DECISIONS)
  const words = [
    '--contradiction',
    contradictionId,
    '--decision',
    decision,
    '--by',
    'A. Khan',
    '--reason',
    'Bank called',
  ]
  const done = await run(turn, `clear contradiction ${decision}`, 'clear-contradiction', ...words)
  if (!done || decision !== 'BookToClient' || !paymentId) return
  const owner = world.payments.get(paymentId)
  if (!owner) return note(turn, 'clear contradiction', 'PAYMENT OF NOBODY')
  const { accountId } = await owner.maker.get<Payment>(`/v1/payments/${paymentId}`)
  const minor = minorOf(amount!.split(' ')[0]!)
  world.cleared.push({ resourceId: paymentId, accountId, minor: direction === 'paid to us' ? minor : -minor })
}
