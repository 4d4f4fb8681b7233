import type { Payment } from '../read/resources.ts'
import { type Act, note, isSame } from '../world.ts'

/** Possible bank reports about a payment, consistent or not. */
const REPORTS = [
  { status: 'Submitted' },
  { status: 'Sent' },
  { status: 'Completed' },
  { status: 'Completed', reasonCode: 'ACCC' },
  { status: 'Failed', reasonCode: 'AC04' },
  { status: 'Returned', reasonCode: 'AC04' },
  { status: 'Rejected', reasonCode: 'RR04' },
]

/** Sends a bank report about a payment: late, twice, or contradicting an earlier one. */
export const report: Act = async (turn) => {
  const { world, party, chance } = turn
  const own = [...world.payments].filter(([, owner]) => isSame(owner, party)).map(([id]) => id)
  if (own.length === 0) return
  const paymentId = chance.pick(own.slice(-40))
  world.touched.add(paymentId)
  for (let times = chance.int(1, 2); times > 0; times--) {
    const told = chance.pick(REPORTS)
    const answer = await party.maker.send(`/v1/sandbox/payments/${paymentId}/transition`, told)
    note(turn, `bank reports ${told.status}`, answer)
  }
}

/** The bank reports through the operator's command: by the uetr, a part of the money too. */
export const reportByHand: Act = async (turn) => {
  const { world, party, chance } = turn
  const own = [...world.payments].filter(([, owner]) => isSame(owner, party)).map(([id]) => id)
  if (own.length === 0) return
  const paymentId = chance.pick(own.slice(-40))
  world.touched.add(paymentId)
  const payment = await party.maker.get<Payment>(`/v1/payments/${paymentId}`)
  const status = chance.pick(['Sent', 'Completed', 'Failed', 'Returned'])
  const part = Math.floor(Number(payment.amount) / 2)
  const isPart = status === 'Returned' && part > 0 && chance.happens(60)
  const words = [
    'report-payment',
    '--uetr',
    payment.uetr,
    '--status',
    status,
    '--reference',
    `BANK-${chance.int(1, 10 ** 9)}`,
  ]
  const more = [
    ...(status === 'Failed' || status === 'Returned' ? ['--reason', 'AC04'] : []),
    ...(isPart ? ['--amount', `${part}`, '--currency', payment.currency] : []),
  ]
  await world.operator.run(...words, ...more).then(
    () => note(turn, `report by hand ${status}${isPart ? ' (part)' : ''}`, 'stored'),
    () => note(turn, `report by hand ${status}`, 'not known to the bank'),
  )
}
