import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank, returnFile } from '../../../test/support/file-bank.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take, settled, balance } = bank
const iban = await bank.iban()
let count = 0

/** A credit of a payer with a name, for our client unless another account is given. */
const named = (refs: string, amount: string, account = iban) =>
  notificationFile(
    `N-${++count}`,
    entryOf({
      amount,
      head: `<AcctSvcrRef>NAMED-${count}</AcctSvcrRef>`,
      details: `<Refs>${refs}</Refs><RltdPties><Dbtr><Pty><Nm>Northern Looms</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>${account}</IBAN></Id></CdtrAcct></RltdPties>`,
    }),
  )
const endToEnd = ({ endToEndId }: { endToEndId: string }) => `<EndToEndId>${endToEndId}</EndToEndId>`

test.each<[string, string, (payment: { endToEndId: string }, returnId: string) => string, string | undefined]>([
  ['with the end-to-end id', '130.00', endToEnd, undefined],
  ['with the end-to-end id, for an unknown account', '131.00', endToEnd, 'GB33BUKB20201555555555'],
  ["with the bank's id of the return", '132.00', (_, returnId) => `<TxId>${returnId}</TxId>`, undefined],
])(
  'a return that was booked as the funds of a named payer is not credited again: %s',
  async (_, amount, refs, account) => {
    const payment = await settled(amount)
    const [before, listed] = [await balance(), (await bank.listed()).length]
    const returnId = `RETURN-${amount}`
    expect(await take(named(refs(payment, returnId), amount, account))).toEqual([
      `incoming funds: ${account ? 'Unidentified' : 'Credited'}`,
    ])
    for (const expected of [
      expect.stringContaining(`contradictory: payment ${payment.uetr} is Completed, and the bank reports Returned.`),
      'known already',
    ])
      expect(await take(returnFile(payment.uetr, returnId, amount))).toEqual([expected])
    expect((await balance()) - before).toBe(account ? 0n : BigInt(amount.replace('.', '')))
    expect((await service.read(payment.paymentId)).status).toBe('Completed')
    const added = (await bank.listed()).slice(listed)
    expect(added).toMatchObject([
      { kind: 'ReturnBookedAsFunds', direction: 'In', amount: BigInt(amount.replace('.', '')) },
    ])
    expect(added[0].explanation).toContain(`camt.054 NAMED-${count}`)
    // the booking of this return is the same money too
    const booking = entryOf({
      amount,
      head: `<AcctSvcrRef>BOOKED-${count}</AcctSvcrRef>`,
      details: `<Refs><UETR>${payment.uetr}</UETR></Refs>`,
    })
    await take(notificationFile('B', booking))
    expect((await bank.listed()).length).toBe(listed + 1)
    expect(service.failures).toEqual([])
  },
)

test('a return is credited beside funds of another amount or another payment, and funds from before the payment', async () => {
  const first = await settled('133.00')
  await take(named(endToEnd(first), '132.99'))
  await take(named('<EndToEndId>OTHER</EndToEndId>', '133.00'))
  await take(named('<EndToEndId>NOTPROVIDED</EndToEndId>', '133.00'))
  const before = await balance()
  await take(returnFile(first.uetr, 'RETURN-133', '133.00'))
  expect((await balance()) - before).toBe(133_00n)
  expect((await service.read(first.paymentId)).status).toBe('Returned')
  const second = await settled('134.00')
  await take(named(endToEnd(second), '134.00'))
  await db.pool.query(
    `update inbound_payments set received_at = received_at - interval '1 day' where amount_minor = 13400`,
  )
  await take(returnFile(second.uetr, 'RETURN-134', '134.00'))
  expect((await service.read(second.paymentId)).status).toBe('Returned')
})
