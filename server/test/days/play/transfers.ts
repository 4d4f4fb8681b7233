import type { Transfer } from '../read/resources.ts'
import { accountsIn, type Act, amountOf, currenciesOf, note, isSame } from '../world.ts'

/** Moves money between two accounts of a fund. */
export const transfer: Act = async (turn) => {
  const { party, chance, world } = turn
  const twice = currenciesOf(party).filter((currency) => accountsIn(party, currency).length > 1)
  if (twice.length === 0) return
  const currency = chance.pick(twice)
  const [debit, credit] = chance.shuffle(accountsIn(party, currency))
  const answer = await party.maker.send('/v1/internal-account-transfers', {
    entityId: party.entityId,
    debitAccountId: debit!.accountId,
    creditAccountId: credit!.accountId,
    amount: amountOf(chance, currency, 10, 12_000),
    reference: 'Distribution',
  })
  note(turn, 'transfer', answer)
  if (answer.status !== 201) return
  const made = answer.body as unknown as Transfer
  const id = made.internalAccountTransferId
  world.transfers.set(id, party)
  if (made.status === 'PendingApproval') world.pending.push({ kind: 'transfer', id, party })
}

/** Cancels a transfer that waits for approval. */
export const cancelTransfer: Act = async (turn) => {
  const { party, chance, world } = turn
  const waiting = world.pending.filter((each) => each.kind === 'transfer' && isSame(each.party, party))
  if (waiting.length === 0) return
  const { id } = chance.pick(waiting)
  note(turn, 'cancel transfer', await party.maker.send(`/v1/internal-account-transfers/${id}/cancel`, {}))
}
