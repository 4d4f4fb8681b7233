import type { Balance, Inbound, MarginCall, Page, Trade } from '../read/resources.ts'
import { SANCTIONED } from '../stage/payees.ts'
import { accountsIn, type Act, amountOf, isDone, note, type Turn } from '../world.ts'

/** Has money come in over the sandbox. @param steering a name that screening holds, for example */
export async function receive(
  turn: Turn,
  accountId: string,
  currency: string,
  amount: string,
  steering: { debtorName?: string; reference?: string } = {},
): Promise<void> {
  const body = { accountId, currency, amount, reference: `Receipt ${turn.chance.int(1, 9999)}`, ...steering }
  const answer = await turn.party.maker.send('/v1/sandbox/inbound-payments', body)
  note(turn, 'money in', answer)
  if (!isDone(answer)) return
  const inbound = answer.body as unknown as Inbound
  turn.world.inbound.set(inbound.inboundPaymentId, inbound)
}

/** Money that has nothing to do with a deal; now and then from somebody that screening looks at twice. */
export const receiveMoney: Act = async (turn) => {
  const { chance, party } = turn
  const account = chance.pick(party.accounts)
  const steering = chance.happens(10) ? { debtorName: SANCTIONED } : { debtorName: 'Customer Ltd' }
  await receive(turn, account.accountId, account.currency, amountOf(chance, account.currency, 10, 9_000), steering)
}

/** The money that a trade waits for: exactly, a little too little, or more. */
export const fundTrade: Act = async (turn) => {
  const { party, chance } = turn
  if (party.isScarce && chance.happens(50)) return
  const statuses = ['AwaitingFunds', 'Overdue', 'Executed', 'Booked']
  const query = `entityId=${party.entityId}&status=${chance.pick(statuses)}&limit=50`
  const { data } = await party.maker.get<Page<Trade>>(`/v1/fx/trades?${query}`)
  const open = data.filter(({ kind }) => kind !== 'Forward')
  if (open.length === 0) return
  const trade = chance.pick(open)
  const { net, ...wanted } = { net: trade.settlement.net, currency: trade.sellCurrency, amount: trade.sellAmount }
  const due = net ? (net.chargeOrCredit === 'Charge' ? net : undefined) : wanted
  if (!due) return
  const accountId = [trade.sellAccountId, trade.buyAccountId].find((id) =>
    accountsIn(party, due.currency).some((account) => account.accountId === id),
  )
  if (accountId) await receive(turn, accountId, due.currency, chance.happens(25) ? lessOne(due.amount) : due.amount)
}

/** One minor unit less. */
function lessOne(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const minor = `${BigInt(whole + fraction) - 1n}`.padStart(fraction.length + 1, '0')
  return fraction === '' ? minor : `${minor.slice(0, -fraction.length)}.${minor.slice(-fraction.length)}`
}

/** Fills accounts that have run low, most of the time. */
export const fillAccounts: Act = async (turn) => {
  const { party, chance } = turn
  if (party.isScarce) return
  const { data } = await party.maker.get<Page<Balance>>(`/v1/balances?entityId=${party.entityId}&limit=100`)
  for (const { accountId, currency, available } of data) {
    const isLow = Number(available) < Number(amountOf(chance, currency, 10_000, 10_000))
    if (isLow && chance.happens(35))
      await receive(turn, accountId, currency, amountOf(chance, currency, 20_000, 150_000))
  }
}

/** Pays margin that was called for, in part or whole. */
export const settleMargin: Act = async (turn) => {
  const { party, chance } = turn
  const { data } = await party.maker.get<Page<MarginCall>>(
    `/v1/credit/margin-calls?entityId=${party.entityId}&limit=50`,
  )
  const open = data.filter(({ status }) => ['Issued', 'PartlyMet', 'Overdue'].includes(status))
  if (open.length === 0) return
  const call = chance.pick(open)
  const account = accountsIn(party, call.currency)[0]
  if (!account) return
  if (chance.happens(50)) await receive(turn, account.accountId, call.currency, call.outstanding)
  const half = `${Math.max(1, Math.floor(Number(call.outstanding) / 2))}`
  const answer = await party.maker.send(`/v1/credit/margin-calls/${call.marginCallId}/settle`, {
    entityId: party.entityId,
    accountId: account.accountId,
    ...(chance.happens(35) ? { amount: half } : {}),
  })
  note(turn, 'settle margin', answer)
}
