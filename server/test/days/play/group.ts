import type { Page, Payment, Trade } from '../read/resources.ts'
import { type Act, accountsIn, note } from '../world.ts'
import { receive } from './money-in.ts'

/** The client of several entities reads one list over all of them, and acts for the entity of each row. */
export const groupRound: Act = async (turn) => {
  const { world, chance } = turn
  const { caller, parties } = world.group
  const partyOf = (entityId: string) => parties.find((party) => party.entityId === entityId)
  const waiting = await caller.get<Page<Trade>>('/v1/fx/trades?status=AwaitingFunds&limit=30')
  for (const trade of chance.shuffle(waiting.data).slice(0, 3)) {
    const party = partyOf(trade.entityId)
    if (!party) return note(turn, 'group round', 'ROW OF ANOTHER ENTITY')
    const account = accountsIn(party, trade.sellCurrency)[0]
    const acting = { ...turn, party: { ...party, maker: caller } }
    if (account && !party.isScarce) await receive(acting, account.accountId, trade.sellCurrency, trade.sellAmount)
  }
  const two = chance.shuffle(parties.filter(({ kind }) => kind === 'RM')).slice(0, 2)
  const query = two.map(({ entityId }) => `entityId=${entityId}`).join('&')
  const scheduled = await caller.get<Page<Payment>>(`/v1/payments?${query}&status=Scheduled&limit=30`)
  const payment = scheduled.data[0]
  if (payment && !two.some(({ entityId }) => entityId === payment.entityId))
    note(turn, 'group round', 'PAYMENT OF ANOTHER ENTITY')
  if (payment && chance.happens(20))
    note(turn, 'cancel payment', await caller.send(`/v1/payments/${payment.paymentId}/cancel`, {}))
  note(turn, 'group round', 'done')
}
