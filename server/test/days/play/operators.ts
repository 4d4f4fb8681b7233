import type { Inbound } from '../read/resources.ts'
import { type Act, amountOf, note, type Turn } from '../world.ts'

interface Case {
  caseId: string
  entityId: string
  about: string
}

/** Runs an operator's command; its complaint is an outcome like any other. */
export async function run<T>(turn: Turn, what: string, ...words: string[]): Promise<T | undefined> {
  try {
    const { operator } = turn.world
    const isAlone = turn.chance.happens(3)
    const done = await (isAlone ? operator.runAlone<T>(...words) : operator.run<T>(...words))
    if (isAlone) note(turn, 'command in a process of its own', 'done')
    note(turn, what, 'done')
    return done
  } catch (error) {
    note(turn, what, (error as Error).message.slice(0, 80))
    return undefined
  }
}

/** Clears screening's work list: most is released, some rejected. */
export const reviewScreening: Act = async (turn) => {
  const cases = (await run<Case[]>(turn, 'list screening', 'screening-cases')) ?? []
  for (const { caseId, entityId, about } of cases) {
    if (turn.chance.happens(25)) continue
    const decision = turn.chance.happens(70) ? 'release' : 'reject'
    const words = ['--entity', entityId, '--case', caseId, '--decision', decision]
    const reason = ['--reviewer', 'A. Khan', '--reason', 'Looked at it']
    const done = await run(turn, `screening ${decision}`, 'review-screening-case', ...words, ...reason)
    const inbound = turn.world.inbound.get(about)
    if (done && inbound) inbound.status = decision === 'release' ? 'Credited' : 'Returned'
  }
}

/** Money arrives that names no account, or that is held; an operator finds out whose it is, or sends it back. */
export const handleSuspense: Act = async (turn) => {
  const { world, party, chance } = turn
  const lost = [...world.inbound.values()].filter(({ status }) => status === 'Unidentified')
  if (lost.length > 0 && chance.happens(70)) return clearLost(turn, chance.pick(lost))
  const account = chance.pick(party.accounts)
  const { currency } = account
  const isLost = chance.happens(70)
  const to = isLost ? [] : ['--account', account.accountId, ...(chance.happens(40) ? ['--held'] : [])]
  const words = ['--currency', currency, '--amount', amountOf(chance, currency, 10, 5_000)]
  const reference = ['--bank-reference', `LINE-${chance.int(1, 10 ** 9)}`, '--debtor-name', 'Customer Ltd']
  const inbound = await run<Inbound>(turn, 'receive funds', 'receive-funds', ...words, ...reference, ...to)
  if (inbound) world.inbound.set(inbound.inboundPaymentId, inbound)
}

/** Money assigned to an account becomes a receipt of its own, in the entity's book. */
async function clearLost(turn: Turn, inbound: Inbound): Promise<void> {
  const { world, party, chance } = turn
  const account = party.accounts.find(({ currency }) => currency === inbound.currency)
  const id = ['--inbound-payment', inbound.inboundPaymentId]
  if (account && chance.happens(70)) {
    const assigned = await run<Inbound>(turn, 'assign funds', 'assign-funds', ...id, '--account', account.accountId)
    if (!assigned) return
    inbound.status = 'Assigned'
    world.inbound.set(assigned.inboundPaymentId, assigned)
  } else if (await run<Inbound>(turn, 'return funds', 'return-funds', ...id)) inbound.status = 'Returned'
}

/** Releases or sends back money that an operator kept from its account. */
export const releaseHeld: Act = async (turn) => {
  const { world, chance } = turn
  const held = [...world.inbound.values()].filter(({ status, entityId }) => status === 'Held' && entityId)
  if (held.length === 0) return
  const inbound = chance.pick(held)
  const what = chance.happens(70) ? 'release-funds' : 'return-funds'
  const words = ['--entity', inbound.entityId!, '--inbound-payment', inbound.inboundPaymentId]
  const after = await run<Inbound>(turn, what, what, ...words)
  if (after) world.inbound.set(inbound.inboundPaymentId, { ...inbound, ...after })
}

/** The reviewer decides about a payment that the sandbox holds: most leave, some are rejected. */
export const reviewHeldPayment: Act = async (turn) => {
  const { world, party, chance } = turn
  const own = [...world.held].filter((id) => world.payments.get(id)?.entityId === party.entityId)
  if (own.length === 0) return
  const paymentId = chance.pick(own)
  world.touched.add(paymentId)
  world.held.delete(paymentId)
  const decision = chance.happens(70) ? { status: 'Submitted' } : { status: 'Rejected', reasonCode: 'RR04' }
  const answer = await party.maker.send(`/v1/sandbox/payments/${paymentId}/transition`, decision)
  note(turn, 'review held payment', answer)
}
