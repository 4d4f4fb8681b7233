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
