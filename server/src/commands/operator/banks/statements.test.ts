import { expect, test } from 'vitest'
import { testInstitution } from '../../../../test/support/accounts.ts'
import { openStatementBank, statementFile, statementOf } from '../../../../test/support/bank-statement.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { entryOf } from '../../../../test/support/file-bank.ts'
import { operatorCommand } from '../../operator.ts'

const db = await testDatabase()
const bank = await openStatementBank(db)

async function run(...words: string[]) {
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: bank.service.deps.clock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  await command.parseAsync([...words, '--json'], { from: 'user' })
  return JSON.parse(printed)
}

test('an operator lists statements and breaks, explains one, and finds both in the reconciliation', async () => {
  expect(await run('list-bank-statements')).toEqual([])
  expect((await run('reconcile')).banks).toEqual([])
  const entries = entryOf({ direction: 'DBIT', amount: '2.50', head: '<AcctSvcrRef>FEE-1</AcctSvcrRef>' })
  const day = bank.today()
  await bank.take(
    statementFile(statementOf({ id: 'S-1', sequence: 7, opening: '10.00', closing: '7.50', day, entries })),
  )
  expect(await run('list-bank-statements')).toEqual([
    expect.objectContaining({ bank: 'file', identification: 'S-1', sequence: '7', closing: '7.50', lines: 1 }),
  ])
  const [open, ...others] = await run('list-bank-breaks')
  expect(others).toEqual([])
  expect(open).toMatchObject({ kind: 'OnlyAtBank', amount: '-2.50', reference: 'FEE-1', status: 'Open', ageDays: 0 })
  const why = ['--by', 'A. Khan', '--reason', 'Account fee']
  const explain = (id: string) => run('explain-bank-break', '--break', id, ...why)
  expect(await explain(open.breakId)).toMatchObject({
    status: 'Explained',
    explainedBy: 'A. Khan',
    reason: 'Account fee',
  })
  await expect(explain(`${open.breakId.slice(0, -4)}0000`)).rejects.toThrow('does not exist any more')
  await expect(run('explain-bank-break', '--break', open.breakId, '--by', 'A. Khan', '--reason', ' ')).rejects.toThrow(
    '--reason',
  )
  const { banks, differenceCount } = await run('reconcile')
  expect([differenceCount, banks]).toEqual([
    0,
    [
      {
        bank: 'file',
        currency: 'GBP',
        closingDay: day,
        bankBalance: '7.50',
        bookBalance: '0.00',
        difference: '7.50',
        atStart: '10.00',
        openBreaks: 0,
        openAmount: '0.00',
        explainedBreaks: 1,
        explainedAmount: '-2.50',
        oldestDays: 0,
        missing: [],
      },
    ],
  ])
})
