import { pain001, transfer as paymentOrder } from '../../support/pain001.ts'
import type { Page } from '../read/resources.ts'
import { accountsIn, type Act, isDone, note, type Turn, isSame } from '../world.ts'
import { paymentDate } from './dates.ts'
import { drawPayment, keepPayment } from './payments.ts'
import type { Payment } from '../read/resources.ts'

/** Sends many payments at once, as JSON, CSV or pain.001; now and then with one that cannot be paid. */
export const payBatch: Act = async (turn) => {
  const format = turn.chance.pick(['json', 'csv', 'pain001'] as const)
  const answer = await { json: sendJson, csv: sendCsv, pain001: sendPain001 }[format](turn)
  if (!answer) return
  note(turn, `batch ${format}`, answer)
  if (isDone(answer)) turn.world.batches.set(answer.body.batchId as string, turn.party)
}

async function drawItems(turn: Turn): Promise<Record<string, unknown>[]> {
  const count = turn.chance.int(2, 8)
  const drawn: (Record<string, unknown> | undefined)[] = []
  for (let i = 0; i < count; i++) drawn.push(await drawPayment(turn))
  const items = drawn.filter((item) => item !== undefined)
  if (items[0] && turn.chance.happens(20)) items[0]['amount'] = '0'
  return items
}

async function sendJson(turn: Turn) {
  const items = await drawItems(turn)
  if (items.length === 0) return undefined
  const { entityId, maker } = turn.party
  return maker.send('/v1/payment-batches', { entityId, mode: turn.chance.pick(['Strict', 'Partial']), items })
}

async function sendCsv(turn: Turn) {
  const items = (await drawItems(turn)).filter((item) => 'beneficiaryId' in item)
  if (items.length === 0) return undefined
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const cell = (value: unknown) => (typeof value === 'string' ? `"${value}"` : '')
  const lines = items.map((item) => columns.map((column) => cell(item[column])).join(','))
  const query = `entityId=${turn.party.entityId}&mode=Partial`
  const text = [columns.join(','), ...lines].join('\n')
  return turn.party.maker.send(`/v1/payment-batches?${query}`, {}, { contentType: 'text/csv', text })
}

async function sendPain001(turn: Turn) {
  const { party, chance } = turn
  const account = accountsIn(party, 'EUR')[0]
  if (!account || party.verifiesPayees) return undefined
  const count = chance.int(1, 4)
  const orders = Array.from({ length: count }, (_, i) =>
    paymentOrder({
      amount: `${chance.int(5, 900)}.00`,
      endToEndId: `E2E-${chance.int(1, 10 ** 8)}-${i}`,
      ustrd: 'Invoice',
    }),
  )
  const file = { messageId: `M-${chance.int(1, 10 ** 9)}`, debtorIban: account.identifiers.iban }
  const date = await paymentDate(turn, 'EUR', 'DE')
  const text = pain001(orders, { ...file, date })
  const query = `entityId=${party.entityId}&mode=Partial`
  return party.maker.send(`/v1/payment-batches?${query}`, {}, { contentType: 'application/xml', text })
}

/** Stops a batch that is still at work, and takes note of the payments that batches have made. */
export const followBatches: Act = async (turn) => {
  const { world, party, chance } = turn
  for (const [batchId, owner] of world.batches) {
    if (!isSame(owner, party)) continue
    if (chance.happens(8))
      note(turn, 'cancel batch', await party.maker.send(`/v1/payment-batches/${batchId}/cancel`, {}))
    await keepBatch(turn, batchId)
  }
}

/** Takes note of the payments of a batch; forgets a batch that is over. */
export async function keepBatch(turn: Turn, batchId: string): Promise<void> {
  const { world, party } = turn
  const batch = await party.maker.get<{ status: string }>(`/v1/payment-batches/${batchId}`)
  const items = await party.maker.get<Page<{ paymentId: string | null }>>(
    `/v1/payment-batches/${batchId}/items?limit=500`,
  )
  for (const { paymentId } of items.data) {
    if (!paymentId || world.payments.has(paymentId)) continue
    keepPayment(turn, await party.maker.get<Payment>(`/v1/payments/${paymentId}`))
  }
  if (['Completed', 'Rejected', 'Cancelled'].includes(batch.status)) world.batches.delete(batchId)
}
