import { describe, expect, test } from 'vitest'
import { openStatementBank, statementFile, statementOf } from '../../../test/support/bank-statement.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile } from '../../../test/support/file-bank.ts'
import { addDays } from '../../kernel/values/days.ts'
import { listStatements } from './index.ts'

const db = await testDatabase()
const bank = await openStatementBank(db)

/** Each test has an account of its own. */
let count = 0
const newAccount = () => String(1000 + ++count)
const stored = async (account: string) =>
  (await listStatements(db.pool, 500))
    .filter((row) => row.account === account)
    .map(({ identification }) => identification)
const breaksOf = async (account: string) => (await bank.breaks()).filter((each) => each.account === account)
const entry = (amount: string, reference: string) =>
  entryOf({ amount, head: `<AcctSvcrRef>${reference}</AcctSvcrRef>` })
const open = (account: string, sequence: number, [opening, closing]: [string, string], change: object = {}) =>
  statementOf({
    id: `${account}-${sequence}`,
    sequence,
    account,
    opening,
    closing,
    day: bank.day(sequence - 10),
    ...change,
  })

describe('a statement is stored once', () => {
  test('however often its file comes, also with other texts and another time of creation', async () => {
    const account = newAccount()
    const xml = statementFile(open(account, 1, ['0.00', '5.00'], { entries: entry('5.00', `${account}a`) }))
    expect(await bank.take(xml)).toEqual([`statement stored: 1 line(s), closing balance 5.00 GBP`])
    expect(await bank.take(xml.replace(/<CreDtTm>[^<]*/g, '<CreDtTm>2026-11-21T08:00:00Z'))).toEqual(['known already'])
    expect(await stored(account)).toEqual([`${account}-1`])
    expect(await breaksOf(account)).toHaveLength(1)
  })

  test('and a changed one with its identification is on the work list, once, and not reconciled', async () => {
    const account = newAccount()
    await bank.take(statementFile(open(account, 1, ['0.00', '0.00'])))
    const changed = statementFile(open(account, 1, ['0.00', '9.00'], { entries: entry('9.00', `${account}a`) }))
    for (let time = 0; time < 2; time++)
      expect((await bank.take(changed))[0]).toMatch(/^rejected: A statement with the identification .* other contents/)
    const listed = (await bank.listed()).filter(({ explanation }) => explanation.includes(`camt.053 ${account}/`))
    expect(listed).toEqual([expect.objectContaining({ kind: 'EntryRejected', amount: null })])
    expect(await breaksOf(account)).toEqual([])
  })

  test('to its end, if the process stopped in the middle', async () => {
    const account = newAccount()
    const entries = Array.from({ length: 3 }, (_, i) => entry('1.00', `${account}-${i}`)).join('')
    const xml = statementFile(open(account, 1, ['0.00', '3.00'], { entries }))
    await bank.take(xml)
    await db.pool.query(
      `with s as (update bank_statements set is_complete = false where account = $1 returning entity_id, statement_id)
        delete from bank_statement_lines l using s where l.entity_id = s.entity_id and l.statement_id = s.statement_id and l.line > 1`,
      [account],
    )
    expect(await stored(account)).toEqual([])
    expect(await bank.take(xml)).toEqual(['statement stored: 3 line(s), closing balance 3.00 GBP'])
    expect(await breaksOf(account)).toHaveLength(3)
  })
})

test('a statement whose file was replaced before it was read to the end is stored as the file has it now', async () => {
  const account = newAccount()
  const of = (amount: string) =>
    statementFile(open(account, 1, ['0.00', amount], { entries: entry(amount, `${account}${amount}`) }))
  await bank.take(of('3.00'))
  await db.pool.query('update bank_statements set is_complete = false where account = $1', [account])
  expect(await bank.take(of('4.00'))).toEqual(['statement stored: 1 line(s), closing balance 4.00 GBP'])
  expect(await breaksOf(account)).toEqual([expect.objectContaining({ kind: 'OnlyAtBank', amount: '4.00' })])
})

describe('a statement that does not continue the last one shows', () => {
  test('by its number and the missing money, until the missing statement arrives, in any order', async () => {
    const account = newAccount()
    await bank.take(statementFile(open(account, 3, ['40.00', '40.00'])))
    await bank.take(statementFile(open(account, 1, ['10.00', '10.00'])))
    expect(await breaksOf(account)).toEqual([
      expect.objectContaining({ kind: 'StatementMissing', amount: '30.00', reference: `${account}-3` }),
    ])
    await bank.take(statementFile(open(account, 2, ['10.00', '40.00'], { entries: entry('30.00', `${account}a`) })))
    expect(await breaksOf(account)).toEqual([expect.objectContaining({ kind: 'OnlyAtBank', amount: '30.00' })])
  })

  test('by an opening balance that is not the last closing balance, and by entries that do not add up', async () => {
    const account = newAccount()
    await bank.take(statementFile(open(account, 1, ['10.00', '10.00'])))
    await bank.take(statementFile(open(account, 2, ['12.50', '12.50'])))
    await bank.take(statementFile(open(account, 3, ['12.50', '13.00'])))
    expect((await breaksOf(account)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['OpeningDiffers', '2.50'],
      ['EntriesDiffer', '0.50'],
    ])
  })

  test('but not if a year begins with number 1, and not without numbers', async () => {
    const account = newAccount()
    const at = (id: string, day: string, sequence?: number) =>
      statementOf({
        id,
        account,
        opening: '0.00',
        closing: '0.00',
        day,
        ...(sequence === undefined ? {} : { sequence }),
      })
    await bank.take(statementFile(at('a', '2025-12-30', 251) + at('b', '2025-12-31', 252) + at('c', '2026-01-02', 1)))
    await bank.take(statementFile(at('d', '2026-01-05') + at('e', '2026-01-06')))
    expect(await breaksOf(account)).toEqual([])
  })
})

test('accounts and currencies of one file are separate, and an overdrawn balance is negative', async () => {
  const accounts = [newAccount(), 'GB33BUKB20201555555555']
  const [pounds, euros] = accounts
  const file = statementFile(
    open(pounds!, 1, ['-5.00', '1.00'], { entries: entry('6.00', 'P1') }) +
      open(euros!, 1, ['0.00', '7.00'], { currency: 'EUR', entries: entry('7.00', 'E1').replace('GBP', 'EUR') }),
    '02',
  )
  expect(await bank.take(file)).toHaveLength(2)
  const compared = await bank.compare()
  expect(compared.map(({ bank: name, currency }) => `${name} ${currency}`)).toEqual(['file EUR', 'file GBP'])
  expect(compared[0]).toMatchObject({ bankBalance: '7.00', bookBalance: '0.00', openBreaks: 1, openAmount: '7.00' })
  expect(await breaksOf(pounds!)).toEqual([expect.objectContaining({ amount: '6.00', currency: 'GBP' })])
})

test('entries that are not booked yet are not lines, and the same credit is booked by its notification alone', async () => {
  const account = newAccount()
  const pending = entry('4.00', 'PD').replace('BOOK', 'PDNG')
  const before = await bank.balance()
  const outcomes = await bank.take(
    statementFile(open(account, 1, ['0.00', '2.00'], { entries: pending + entry('2.00', 'X1') })),
  )
  expect(outcomes).toEqual(['statement stored: 1 line(s), closing balance 2.00 GBP'])
  expect(await bank.balance()).toBe(before)
  await bank.take(notificationFile('X', entry('2.00', 'X1')))
  expect(await breaksOf(account)).toEqual([])
})

describe('a statement that cannot be reconciled is listed, and the others of its file are stored', () => {
  const good = () => open(newAccount(), 1, ['0.00', '0.00'])
  test.each<[string, string, RegExp]>([
    ['no closing balance', good().replaceAll('CLBD', 'CLAV'), /no opening or closing booked balance/],
    ['no account', good().replace(/<Acct>.*<\/Acct>/, ''), /needs an Id and an account/],
    ['no identification', good().replace(/<Id>[^<]*-1<\/Id>/, ''), /needs an Id and an account/],
    ['balances in two currencies', good().replace('Ccy="GBP"', 'Ccy="EUR"'), /not in the currency of its account/],
    ['an unknown currency', good().replaceAll('GBP', 'XQX'), /XQX is not known/],
    ['an amount with too many decimals', good().replace('>0.00<', '>0.001<'), /not valid/],
    ['an amount that is none', good().replace('>0.00<', '>1e3<'), /not valid/],
    [
      'a day that does not exist',
      good().replaceAll(/<Dt>[^<]*<\/Dt>/g, '<Dt>2026-02-30</Dt>'),
      /no opening or closing/,
    ],
    [
      'an entry in another currency',
      good().replace('</Stmt>', `${entry('1.00', 'Q').replace('GBP', 'EUR')}</Stmt>`),
      /Entry 1 has no amount/,
    ],
    [
      'an entry without a direction',
      good().replace('</Stmt>', `${entry('1.00', 'Q').replace('CRDT', '')}</Stmt>`),
      /Entry 1 has no amount/,
    ],
  ])('%s', async (_, xml, reason) => {
    const [bad, next] = await bank.take(statementFile(xml + good()))
    expect(bad).toMatch(reason)
    expect(next).toMatch(/^statement stored/)
  })
})

test('the statement of a bank that has sent some is missing after the next business day', async () => {
  const account = newAccount()
  const friday = '2026-11-13'
  const xml = statementOf({ id: 'F', account, currency: 'CHF', opening: '0.00', closing: '0.00', day: friday })
  await bank.take(statementFile(xml))
  const missingOn = async (day: string) => {
    const days = (Date.parse(day) - Date.parse(bank.today())) / 86_400_000
    return (await bank.compare(days)).find(({ currency }) => currency === 'CHF')!.missing
  }
  expect(await missingOn(addDays(friday, 4))).toEqual([]) // Tuesday: Monday's may come
  expect(await missingOn(addDays(friday, 5))).toEqual([{ account, lastDay: friday }])
})
