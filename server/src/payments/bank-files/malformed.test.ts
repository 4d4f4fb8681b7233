import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'

const bank = await openFileBank(await testDatabase())
const { take } = bank
const iban = await bank.iban()
const deposit = (reference: string, amount: string, text = '') =>
  entryOf({
    amount,
    head: `<AcctSvcrRef>${reference}</AcctSvcrRef>`,
    details: `<RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf>`,
  })

test('a NUL in a reference or a text of a bank stops neither its entry nor the rest of the file', async () => {
  const entries = [deposit('NUL\u0000-1', '5.00'), deposit('NUL-2', '6.00', 'a\u0000b'), deposit('NUL-3', '7.00')]
  expect(await take(notificationFile('N', entries.join('')))).toEqual(entries.map(() => 'incoming funds: Credited'))
  expect(await bank.listed()).toEqual([])
})

test('an entry with a status of the bank alone is on the work list, and a pending one is only noted', async () => {
  const entry = deposit('STATUS-1', '8.00')
  const status = '<Sts><Cd>BOOK</Cd></Sts>'
  const before = (await bank.listed()).length
  for (const code of ['<Cd>PDNG</Cd>', '<Cd>INFO</Cd>'])
    expect(await take(notificationFile('N', entry.replace(status, `<Sts>${code}</Sts>`)))).toEqual([
      expect.stringMatching('noted'),
    ])
  const own = notificationFile('N', entry.replace(status, '<Sts><Prtry>BOOKED</Prtry></Sts>'))
  for (let i = 0; i < 2; i++) expect(await take(own)).toEqual([expect.stringMatching('rejected')])
  const added = (await bank.listed()).slice(before)
  expect(added).toMatchObject([{ kind: 'EntryRejected', explanation: expect.stringContaining('8.00 GBP STATUS-1') }])
  expect(await take(notificationFile('N', entry))).toEqual(['incoming funds: Credited'])
})

test.each([
  ['an empty RtrInf', '<RtrInf/>', ''],
  ['RvslInd 1', '', '<RvslInd>1</RvslInd>'],
])('a credit with the end-to-end id of a payment and %s is its return', async (_, more, head) => {
  const payment = await bank.settled('160.00')
  const details = `<Refs><EndToEndId>${payment.endToEndId}</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Someone</Nm></Pty></Dbtr></RltdPties>${more}`
  const file = notificationFile(
    'N',
    entryOf({ amount: '60.00', head: `${head}<AcctSvcrRef>${_}</AcctSvcrRef>`, details }),
  )
  expect(await take(file)).toEqual([`payment ${payment.uetr}: Returned`])
})
