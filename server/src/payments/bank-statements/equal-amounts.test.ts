import { expect, test } from 'vitest'
import { openStatementBank, statementFile, statementOf } from '../../../test/support/bank-statement.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile } from '../../../test/support/file-bank.ts'

const db = await testDatabase()
const bank = await openStatementBank(db)

const COUNT = 250

test('a credit finds its movement among hundreds of others of its amount', async () => {
  const iban = await bank.iban()
  const day = `<ValDt><Dt>${bank.today()}</Dt></ValDt>`
  const creditOf = (payer: string) =>
    entryOf({
      amount: '5.00',
      head: day,
      details: `<RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`,
    })
  const strangers = Array.from({ length: COUNT }, (_, i) => creditOf(`Payer ${i}`)).join('')
  await bank.take(notificationFile('STRANGERS', strangers))
  await bank.take(notificationFile('LAST', creditOf('Zoe')))
  await bank.take(
    statementFile(
      statementOf({ id: 'S', opening: '0.00', closing: '5.00', day: bank.today(), entries: creditOf('Zoe') }),
    ),
  )
  const breaks = await bank.breaks()
  expect(breaks.filter(({ kind }) => kind === 'OnlyAtBank')).toEqual([])
  expect(breaks.filter(({ kind }) => kind === 'OnlyInBooks')).toHaveLength(COUNT)
}, 60_000)

test('a statement with characters that do not exist is stored', async () => {
  const details = '<RltdPties><Dbtr><Pty><Nm>A&#xD800;B</Nm></Pty></Dbtr></RltdPties>'
  const entries = entryOf({ amount: '1.00', head: '<AcctSvcrRef>LONE</AcctSvcrRef>', details })
  const xml = statementFile(statementOf({ id: 'L', opening: '5.00', closing: '6.00', day: bank.today(), entries }))
  expect(await bank.take(xml)).toEqual(['statement stored: 1 line(s), closing balance 6.00 GBP'])
})
