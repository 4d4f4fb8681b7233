import { type Act, isDone, isSame, note, type Pending, type PendingKind, type Turn } from '../world.ts'

const PATHS: Record<PendingKind, string> = {
  payment: '/v1/payments',
  trade: '/v1/fx/trades',
  transfer: '/v1/internal-account-transfers',
  beneficiary: '/v1/beneficiaries',
}

/** Approves or rejects pending requests as the other client; the rest lapses. */
export const decide: Act = async (turn) => {
  const own = turn.world.pending.filter((each) => isSame(each.party, turn.party))
  if (own.length > 0) await decideOn(turn, turn.chance.pick(own))
}

/** Decides on most amendments that wait for the approval of the trade that they will make; the others lapse. */
export async function decideOnAmendment(turn: Turn, amended: Record<string, unknown>): Promise<void> {
  if (amended['status'] !== 'PendingApproval') return
  const id = String(amended['newTradeId'] ?? amended['closeOutTradeId'])
  turn.world.pending.push({ kind: 'trade', id, party: turn.party })
  await decideOnDeal(turn, id)
}

/** A deal waits for minutes only: most are decided on at once. */
export async function decideOnDeal(turn: Turn, tradeId: string): Promise<void> {
  const waiting = turn.world.pending.find(({ kind, id }) => kind === 'trade' && id === tradeId)
  if (waiting && turn.chance.happens(70)) await decideOn(turn, waiting)
}

async function decideOn(turn: Turn, chosen: Pending): Promise<void> {
  const { world, party, chance } = turn
  const { kind, id } = chosen
  const path = `${PATHS[kind]}/${id}`
  const what = chance.happens(70) ? 'approve' : 'reject'
  if (chance.happens(10)) {
    const refused = await party.maker.send(`${path}/approve`, {})
    note(turn, 'approve own', isDone(refused) ? 'ALLOWED' : refused)
  }
  const answer = await party.approver.send(`${path}/${what}`, {})
  note(turn, `${what} ${kind}`, answer)
  const isOver = !isDone(answer) || what === 'reject' || answer.body.status !== 'PendingApproval'
  const at = world.pending.indexOf(chosen)
  if (isOver && at !== -1) world.pending.splice(at, 1)
  if (kind !== 'payment' || what === 'reject' || !isDone(answer) || !chance.happens(15)) return
  const recalled = await party.approver.send(`${path}/recall-approval`, {})
  note(turn, 'recall approval', recalled)
  if (!isDone(recalled) || !chance.happens(60)) return
  const asked = await party.maker.send(`${path}/request-approval`, {})
  note(turn, 'request approval', asked)
  if (isDone(asked)) world.pending.push(chosen)
}

/** Drops the longest pending request, so that some lapse. */
export const forgetApproval: Act = async ({ world, chance }) => {
  if (world.pending.length > 0 && chance.happens(50)) world.pending.shift()
}
