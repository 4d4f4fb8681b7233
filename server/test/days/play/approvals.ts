import { type Act, isDone, note, type PendingKind, isSame } from '../world.ts'

const PATHS: Record<PendingKind, string> = {
  payment: '/v1/payments',
  trade: '/v1/fx/trades',
  transfer: '/v1/internal-account-transfers',
  beneficiary: '/v1/beneficiaries',
}

/** The other client approves or rejects what waits for it; the rest is left to lapse. */
export const decide: Act = async (turn) => {
  const { world, party, chance } = turn
  const own = world.pending.filter((each) => isSame(each.party, party))
  if (own.length === 0) return
  const chosen = chance.pick(own)
  const { kind, id } = chosen
  const what = chance.happens(75) ? 'approve' : 'reject'
  if (chance.happens(10)) {
    const refused = await party.maker.send(`${PATHS[kind]}/${id}/approve`, {})
    note(turn, 'approve own', isDone(refused) ? 'ALLOWED' : refused)
  }
  const answer = await party.approver.send(`${PATHS[kind]}/${id}/${what}`, {})
  note(turn, `${what} ${kind}`, answer)
  const isOver = !isDone(answer) || what === 'reject' || answer.body.status !== 'PendingApproval'
  if (isOver) world.pending.splice(world.pending.indexOf(chosen), 1)
  if (kind === 'payment' && isDone(answer) && chance.happens(10)) {
    note(turn, 'recall approval', await party.approver.send(`${PATHS[kind]}/${id}/recall-approval`, {}))
  }
}

/** Forgets what has waited longest, so that some of it lapses. */
export const forgetApproval: Act = async ({ world, chance }) => {
  if (world.pending.length > 0 && chance.happens(50)) world.pending.shift()
}
