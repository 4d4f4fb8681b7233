import { PAYEES } from '../stage/payees.ts'
import { type Act, accountsIn, isDone, note, type Turn } from '../world.ts'

/** Saves a payee. */
export const savePayee: Act = async (turn) => {
  const plans = PAYEES.filter(({ currency }) => accountsIn(turn.party, currency).length > 0)
  const plan = turn.chance.pick(plans)
  const name = `${String(plan.body.name)} ${turn.chance.int(2, 99)}`
  await savePlan(turn, plan, name)
}

export async function savePlan(turn: Turn, plan: (typeof PAYEES)[number], name?: string): Promise<void> {
  const { party, world } = turn
  const body = { ...plan.body, ...(name ? { name } : {}) }
  const answer = await party.maker.send('/v1/beneficiaries', { entityId: party.entityId, ...body })
  note(turn, 'save payee', answer)
  if (answer.status !== 201) return
  const beneficiaryId = answer.body.beneficiaryId as string
  party.payees.push({ ...plan, body, beneficiaryId })
  if (answer.body.status === 'PendingApproval') world.pending.push({ kind: 'beneficiary', id: beneficiaryId, party })
}

/** Changes the name or the account of a payee, possibly after an approval. */
export const changePayee: Act = async (turn) => {
  const { party, chance, world } = turn
  if (party.payees.length === 0) return
  const payee = chance.pick(party.payees)
  const body = { ...payee.body, name: `${String(payee.body.name).slice(0, 40)} ${chance.int(2, 99)}` }
  const answer = await party.maker.send(
    `/v1/beneficiaries/${payee.beneficiaryId}`,
    { entityId: party.entityId, ...body },
    { method: 'PUT' },
  )
  note(turn, 'change payee', answer)
  if (!isDone(answer)) return
  payee.body = body
  if (answer.body.status === 'PendingApproval') {
    world.pending.push({ kind: 'beneficiary', id: payee.beneficiaryId, party })
  }
}

/** Deletes one of a party's later payees. */
export const deletePayee: Act = async (turn) => {
  const { party, chance } = turn
  if (party.payees.length < 9) return
  const payee = chance.pick(party.payees.slice(7))
  const force = chance.happens(50) ? '?force=true' : ''
  const answer = await party.maker.send(`/v1/beneficiaries/${payee.beneficiaryId}${force}`, {}, { method: 'DELETE' })
  note(turn, 'delete payee', answer)
  if (answer.status < 300) party.payees.splice(party.payees.indexOf(payee), 1)
}
