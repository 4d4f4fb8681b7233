import type { Payment } from '../read/resources.ts'
import {
  accountsIn,
  type Act,
  addDays,
  amountOf,
  isDone,
  note,
  type Party,
  type Payee,
  type Turn,
  isSame,
} from '../world.ts'
import { paymentDate } from './dates.ts'

/** Keeps a payment that was made. */
export function keepPayment({ world, party }: Turn, payment: Payment): void {
  world.payments.set(payment.paymentId, party)
  if (payment.status === 'PendingApproval') world.pending.push({ kind: 'payment', id: payment.paymentId, party })
}

/** References that steer the sandbox's rails, screening and approvals; most steer nothing. */
const STEERING = [
  '#FAIL:AC01',
  '#FAIL:AM04',
  '#RETURN',
  '#SLOW',
  '#HOLD',
  '#APPROVE',
  '#APPROVE #HOLD',
  '#HOLD #RETURN',
]

export const drawReference = ({ chance }: Turn): string =>
  `${chance.happens(45) ? chance.pick(STEERING) : 'Invoice'} ${chance.int(1000, 9999)}`

/** A verification of the payee where the party needs one. */
export async function verification({ party, chance }: Turn, { currency, body }: Payee): Promise<object> {
  if (currency !== 'EUR' || !party.verifiesPayees) return {}
  const order = { entityId: party.entityId, name: body.name, iban: body.iban, partyType: 'Company' }
  const answer = await party.maker.send<{ verificationId?: string }>('/v1/payments/verification', order)
  return answer.body.verificationId && !chance.happens(3) ? { verificationId: answer.body.verificationId } : {}
}

export const payeesIn = ({ payees }: Party, currency: string): Payee[] =>
  payees.filter((payee) => payee.currency === currency)

const destination = ({ chance }: Turn, { beneficiaryId, body, purposeCode }: Payee) => ({
  ...(chance.happens(80) ? { beneficiaryId } : { creditorAccount: body }),
  ...(purposeCode ? { purposeCode } : {}),
})

/** Draws payments attached to a deal, from its buy amount. */
export async function attachedPayments(
  turn: Turn,
  { currency, most, date }: { currency: string; most: string; date: string },
): Promise<object[]> {
  const payees = payeesIn(turn.party, currency)
  if (payees.length === 0) return []
  const payee = turn.chance.pick(payees)
  const parts = turn.chance.int(1, 2)
  const whole = Math.floor(Number(most) / parts)
  if (whole < 2) return []
  const amount = turn.chance.happens(50) ? most : `${turn.chance.int(1, whole)}`
  const count = amount === most ? 1 : parts
  const common = { ...destination(turn, payee), amount, paymentDate: date }
  return Promise.all(
    Array.from({ length: count }, async () => ({
      ...common,
      reference: drawReference(turn),
      ...(await verification(turn, payee)),
    })),
  )
}

/** Draws the body of a payment from the party's account to one of its payees; undefined without a payee. */
export async function drawPayment(
  turn: Turn,
  currencies?: readonly string[],
): Promise<Record<string, unknown> | undefined> {
  const { party, chance } = turn
  const usable = party.payees.filter(
    ({ currency }) => accountsIn(party, currency).length > 0 && (currencies?.includes(currency) ?? true),
  )
  if (usable.length === 0) return undefined
  const payee = chance.pick(usable)
  const { currency, country } = payee
  const earliest = await paymentDate(turn, currency, country)
  const later = chance.happens(35) ? chance.int(1, 9) : 0
  const large = chance.happens(10)
  return {
    accountId: chance.pick(accountsIn(party, currency)).accountId,
    paymentDate: addDays(earliest, later),
    amount: amountOf(chance, currency, 20, large ? 90_000 : 6_000),
    currency,
    reference: drawReference(turn),
    ...(chance.happens(30) ? { speed: chance.pick(['Normal', 'Urgent', 'Instant']) } : {}),
    ...(chance.happens(15) ? { chargeBearer: chance.pick(['SHA', 'OUR', 'BEN']) } : {}),
    ...destination(turn, payee),
    ...(await verification(turn, payee)),
  }
}

/** Pays a payee: today or later, by any rail, now and then sent twice with one key. */
export const pay: Act = async (turn) => {
  const body = await drawPayment(turn)
  if (!body) return
  const { party, chance } = turn
  if (chance.happens(5)) await party.maker.send('/v1/payments?dryRun=true', body)
  const answer = await sendTwice(turn, '/v1/payments', body)
  note(turn, 'payment', answer)
  if (answer.status === 201) keepPayment(turn, answer.body as unknown as Payment)
}

/** Sends a command; every tenth is sent once more with the same key, and must get the same answer. */
async function sendTwice(turn: Turn, path: string, body: object) {
  const { party, chance } = turn
  if (!chance.happens(10)) return party.maker.send(path, body)
  const headers = { 'idempotency-key': `twice-${chance.int(0, 2 ** 31)}` }
  const [one, other] = await Promise.all([
    party.maker.send(path, body, { headers }),
    party.maker.send(path, body, { headers }),
  ])
  const same = one.status === other.status && JSON.stringify(one.body) === JSON.stringify(other.body)
  if (!same && one.status !== 409 && other.status !== 409) note(turn, 'retry', 'ANSWERS DIFFER')
  return isDone(one) ? one : other
}

/** Cancels a payment that may still be cancelled, or asks for one back that has left. */
export const withdrawPayment: Act = async (turn) => {
  const { world, party, chance } = turn
  const own = [...world.payments].filter(([, owner]) => isSame(owner, party)).map(([id]) => id)
  if (own.length === 0) return
  const paymentId = chance.pick(own.slice(-60))
  world.touched.add(paymentId)
  const payment = await party.maker.get<Payment>(`/v1/payments/${paymentId}`)
  const may = (action: string) => payment.allowedActions.includes(action)
  if (may('RequestApproval') && chance.happens(70)) {
    const answer = await party.maker.send(`/v1/payments/${paymentId}/request-approval`, {})
    note(turn, 'request approval', answer)
    if (isDone(answer)) world.pending.push({ kind: 'payment', id: paymentId, party })
  } else if (may('Cancel')) {
    note(turn, 'cancel payment', await party.maker.send(`/v1/payments/${paymentId}/cancel`, {}))
  } else if (may('RequestRecall')) {
    const body = { reason: chance.pick(['CUST', 'DUPL', 'TECH', 'FRAD']) }
    note(turn, 'recall payment', await party.maker.send(`/v1/payments/${paymentId}/recall`, body))
  }
}
