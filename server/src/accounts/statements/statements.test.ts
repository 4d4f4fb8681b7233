import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { errorCode } from '../../../test/support/codes.ts'
import { openAccountsApp } from '../../../test/support/accounts-app.ts'
import { testIssuer } from '../../../test/support/process.ts'
import { operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { reverseJournal, transfer } from '../../../test/support/ledger.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../kernel/values/ids.ts'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { type JournalCommand, placeHold, postingsPage, postJournal } from '../../ledger/index.ts'
import { createEntityDirectory } from '../../entities/index.ts'
import { createListener } from '../../kernel/db/notifications.ts'
import { createStatementBook, presentPosting, setAccountStatus } from '../index.ts'
import { titleOf } from './formats/line-title.ts'

const db = await testDatabase()
const { send, givenHolder, givenAccount, clock } = await openAccountsApp(db)
const holder = await givenHolder('ABS')
const eur = await givenAccount(holder.entityId, 'EUR', 10_000_00n, { name: 'Łódź trading' })
const second = await givenAccount(holder.entityId, 'EUR')
const jpy = await givenAccount(holder.entityId, 'JPY', 5_000n)
const get = (url: string, options: Parameters<typeof send>[3] = {}, token = holder.token) =>
  send(token, 'GET', url, options)

const post = (at: string, more: Partial<JournalCommand>) =>
  inTransaction(db, (tx) =>
    postJournal(tx, transfer(holder.entityId, eur.accountId, second.accountId, 1_00n, more), new Date(at)),
  )
const payment = (at: string, amountMinor: bigint, name: string, reference: string) =>
  post(at, {
    kind: 'paymentReleased',
    type: 'Payment',
    valueDate: at.slice(0, 10),
    source: { type: 'payment', id: newUuid() },
    description: `Payment to ${name}`,
    reference,
    endToEndId: `E2E/${reference}`,
    detail: { uetr: '8e3f2c4e-9b1a-4f3e-8a5d-1c2b3a4d5e6f' },
    legs: [
      {
        account: eur.accountId,
        currency: 'EUR',
        amountMinor: -amountMinor - 5_00n,
        counterparty: {
          name,
          iban: 'PL61109010140000071219812874',
          bic: 'WBKPPLPP',
          country: 'PL',
          address: 'Piotrkowska 1, Łódź',
        },
      },
      { account: eur.accountId, currency: 'EUR', amountMinor: 5_00n, type: 'Interest' },
      { account: { kind: 'out_clearing', qualifier: 'Sepa' }, currency: 'EUR', amountMinor },
    ],
  })

// November, from the 20th: the opening deposit, two payments; December: nothing; January: an exchange and a fee.
await payment('2026-11-25T09:00:00Z', 250_00n, 'Łódź & Synowie <sp. z o.o.>', 'INV-1')
await payment('2026-11-30T22:59:59.999Z', 1_000_00n, '東京商事株式会社 Şişli', '=HYPERLINK("x")')
// 00:30 on 1 December in Berlin, though still November in UTC.
await post('2026-11-30T23:30:00Z', {
  reference: 'late evening',
  legs: [
    { account: eur.accountId, currency: 'EUR', amountMinor: -7_00n, type: 'PaymentFee' },
    { account: { kind: 'fees' }, currency: 'EUR', amountMinor: 7_00n },
  ],
})
await post('2027-01-11T10:00:00Z', {
  kind: 'spotSettlement',
  type: 'FxSettlement',
  source: { type: 'trade', id: newUuid() },
  description: 'Bought USD 116,546.00',
  detail: { exchange: { rate: '1.16546', pair: 'EUR/USD', buyAmount: '1165.46', sellAmount: '1000.00' } },
  legs: [
    { account: eur.accountId, currency: 'EUR', amountMinor: -1_000_00n },
    { account: { kind: 'fx_position' }, currency: 'EUR', amountMinor: 1_000_00n },
  ],
})
clock.set(new Date('2027-02-03T08:00:00Z'))

const stored = async (query = '', id = eur.id) =>
  (await get(`/v1/statements/stored?accountId=${id}${query}`)).body.data as {
    statementId: string
    [name: string]: unknown
  }[]
const one = (statementId: string, format = 'json') => get(`/v1/statements/${statementId}?format=${format}`)

describe('stored statements', () => {
  test('each closed month has one, the empty one too; they are numbered and chain', async () => {
    expect(await stored()).toMatchObject([
      {
        statementFromDate: '2027-01-01',
        sequenceNumber: 1,
        reference: '2027-M-0001',
        openingBalance: '8743.00',
        closingBalance: '7743.00',
      },
      {
        statementFromDate: '2026-12-01',
        statementToDate: '2026-12-31',
        sequenceNumber: 2,
        openingBalance: '8750.00',
        closingBalance: '8743.00',
        totals: { creditCount: 0, debitCount: 1, fees: '7.00' }, // by the holder's midnight
      },
      {
        statementFromDate: '2026-11-20',
        statementToDate: '2026-11-30',
        sequenceNumber: 1,
        interim: false,
        openingBalance: '0.00',
        closingBalance: '8750.00',
        totals: { credits: '10010.00', creditCount: 3, debits: '1260.00', debitCount: 2 },
      },
    ])
    const [, december] = await stored('', second.id)
    expect(december).toMatchObject({ sequenceNumber: 2, totals: { creditCount: 0, debitCount: 0 } })
  })

  test('daily statements are a series of their own that starts at the first request', async () => {
    const days = await stored('&period=Day&limit=500')
    expect(days).toHaveLength(75) // 20 November to 2 February
    expect(days.at(-1)).toMatchObject({ statementFromDate: '2026-11-20', sequenceNumber: 1, period: 'Day' })
    expect(days.find(({ statementFromDate }) => statementFromDate === '2027-01-01')).toMatchObject({
      sequenceNumber: 1,
    })
    const chain = days.toReversed()
    for (const [i, day] of chain.slice(1).entries()) expect(day['openingBalance']).toBe(chain[i]!['closingBalance'])
  })

  test('the list comes in pages and can be cut by days', async () => {
    const first = await get(`/v1/statements/stored?accountId=${eur.id}&limit=2`)
    const rest = await get(`/v1/statements/stored?accountId=${eur.id}&limit=2&after=${first.body.nextCursor}`)
    expect([...first.body.data, ...rest.body.data]).toEqual(await stored())
    expect(rest.body.nextCursor).toBeNull()
    expect(await stored('&from=2026-12-15&to=2026-12-16')).toMatchObject([{ reference: '2026-M-0002' }])
  })

  test('are the same for two clients that request them concurrently for the first time', async () => {
    const [a, b] = await Promise.all([
      stored('', jpy.id),
      send(holder.token, 'GET', `/v1/statements/stored?accountId=${jpy.id}`, { process: 1 }),
    ])
    expect(a).toHaveLength(3)
    expect(b.body.data).toEqual(a)
  })

  test('do not change when an entry is booked or reversed after they were issued', async () => {
    const account = await givenAccount(holder.entityId, 'EUR', 100_00n)
    const legs = [
      { account: account.accountId, currency: 'EUR', amountMinor: -1_00n },
      { account: second.accountId, currency: 'EUR', amountMinor: 1_00n },
    ]
    const { journalId } = await post('2026-12-30T10:00:00Z', { legs })
    const before = await stored('', account.id)
    const bytes = await Promise.all(
      before.flatMap(({ statementId }) => ['json', 'pdf', 'csv', 'mt940', 'camt053'].map((f) => one(statementId, f))),
    )
    await post('2027-01-31T22:59:59Z', { legs }) // in January's last second, after January's statement was issued
    await inTransaction(db, (tx) => reverseJournal(tx, { entityId: holder.entityId, journalId }, clock.now()))
    const after = await Promise.all(
      before.flatMap(({ statementId }) => ['json', 'pdf', 'csv', 'mt940', 'camt053'].map((f) => one(statementId, f))),
    )
    expect(after.map((answer) => answer.bytes)).toEqual(bytes.map((answer) => answer.bytes))
    clock.set(new Date('2027-03-02T08:00:00Z'))
    const [february] = await stored('', account.id)
    expect(february).toMatchObject({ statementFromDate: '2027-02-01', totals: { creditCount: 1, debitCount: 1 } })
    expect((await one(february!.statementId)).body.transactions).toMatchObject([
      { bookedAt: '2027-01-31T22:59:59.000Z' },
      { type: 'InternalTransfer', status: 'Booked' },
    ])
    clock.set(new Date('2027-02-03T08:00:00Z'))
  })

  test('the series of a closed account ends with the month of its closing', async () => {
    const account = await givenAccount(holder.entityId, 'EUR')
    await inTransaction(db, (tx) =>
      setAccountStatus(tx, account.accountId, 'Closed', { ...operatorAct, at: new Date('2026-12-05T10:00:00Z') }),
    )
    await expect.poll(async () => (await get(`/v1/accounts/${account.id}`)).body.status).toBe('Closed')
    expect(await stored('', account.id)).toHaveLength(2)
  })

  test('the database refuses a gap, a break in the chain, a change', async () => {
    await stored()
    const copy = (change: string) =>
      db.pool.query(`insert into statements select (jsonb_populate_record(s, '${change}')).* from statements s
        where account_id = '${eur.accountId}' and period = 'Month' and year = 2027`)
    const next = {
      statement_id: newUuid(),
      from_date: '2027-02-01',
      to_date: '2027-02-28',
      opening_minor: 774300,
      closing_minor: 774300 - 100000,
      after_sequence: 7,
      last_sequence: 8,
      sequence_number: 2,
    }
    for (const error of [
      { sequence_number: 3 },
      { from_date: '2027-02-02' },
      { opening_minor: 774400, closing_minor: 674400 },
      { after_sequence: 6, last_sequence: 7 },
    ])
      await expect(copy(JSON.stringify({ ...next, ...error }))).rejects.toThrow('a statement must continue')
    await expect(copy(JSON.stringify({ ...next, closing_minor: 1 }))).rejects.toThrow(/statement/)
    await expect(db.pool.query('update statements set digest = digest')).rejects.toThrow('append-only')
  })

  test('are cut off, not completed, when their lines differ from those at issue', async () => {
    const account = await givenAccount(holder.entityId, 'EUR', 10_00n)
    const [, , november] = await stored('', account.id)
    const change = { statement_id: newUuid(), account_id: account.accountId, digest: `\\x${'00'.repeat(32)}` }
    await db.pool.query('alter table statements disable trigger statements_chain')
    await db.pool.query(
      `insert into statements select (jsonb_populate_record(s, $1)).* from statements s where account_id = $2 and period = 'Month' and sequence_number = 1 and year = 2026`,
      [JSON.stringify({ ...change, period: 'Day', to_date: '2026-11-21' }), account.accountId],
    )
    await db.pool.query('alter table statements enable trigger statements_chain')
    expect((await one(november!.statementId)).status).toBe(200)
    const forged = formatId('sta', change.statement_id)
    for (const format of ['json', 'csv', 'mt940', 'camt053'])
      await expect(one(forged, format)).rejects.toThrow('destroyed before completion')
    expect((await one(forged, 'pdf')).status).toBe(500)
  })

  test.each([
    ['/v1/statements/sta_nonsense', 404, 'statement_not_found'],
    ['/v1/statements/stored?accountId=acc_nonsense', 404, 'account_not_found'],
    [`/v1/statements/stored?accountId=${eur.id}&from=2026-02-02&to=2026-02-01`, 400, 'date_range_invalid'],
    [`/v1/statements/stored?accountId=${eur.id}&after=zzz`, 400, 'cursor_invalid'],
  ])('refused: %s', async (url, status, code) => {
    expect(await get(url).then((answer) => [answer.status, errorCode(answer.body)])).toEqual([status, code])
  })

  test("another entity's statement is not found", async () => {
    const stranger = await givenHolder('RM')
    const [latest] = await stored()
    expect(await get(`/v1/statements/${latest!.statementId}`, {}, stranger.token)).toMatchObject({ status: 404 })
  })
})

type Line = Record<string, string | null> & { counterparty: Record<string, string> | null }

describe('formats', () => {
  test('the digest can be computed from the JSON', async () => {
    const [, , november] = await stored()
    const { body } = await one(november!.statementId)
    const { totals, transactions } = body
    const head = [
      body.statementId, body.accountId, body.statementFromDate, body.statementToDate, body.sequenceNumber, body.currency,
      body.openingBalance, body.closingBalance, totals.credits, totals.creditCount, totals.debits, totals.debitCount,
    ] // biome-ignore format: as the schema lists them
    const lines = (transactions as Line[]).map((line) => [
      line.transactionId, line.bookedAt, line.valueDate, line.creditOrDebit, line.amount, line.runningBalance, line.type,
      line.reference, line.endToEndId, line.counterparty?.name ?? null,
      line.counterparty?.iban ?? line.counterparty?.accountNumber ?? null,
    ]) // biome-ignore format: as the schema lists them
    const hash = createHash('sha256')
    for (const fields of [head, ...lines]) hash.update(`${JSON.stringify(fields)}\n`)
    expect(body.digest).toBe(hash.digest('hex'))
    expect(body.digest).toBe(november!['digest'])
  })

  test.each([
    ['application/pdf', 'application/pdf'],
    ['text/csv', 'text/csv; charset=utf-8; header=present'],
    ['text/plain', 'text/plain; charset=us-ascii'],
    ['application/xml', 'application/xml; charset=utf-8'],
    ['text/html;q=0.9, application/xml;q=0.8, */*;q=0.1', 'application/xml; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('Accept: %s gives %s', async (accept, type) => {
    const [latest] = await stored()
    const { status, headers } = await get(`/v1/statements/${latest!.statementId}`, { headers: { accept } })
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type })
  })

  test.each([
    ['?format=xlsx', undefined],
    ['', 'image/png'],
    ['', 'application/json;q=0'],
  ])('406 for a format that is not offered: %s %s', async (query, accept) => {
    const [latest] = await stored()
    const answer = await get(`/v1/statements/${latest!.statementId}${query}`, { headers: accept ? { accept } : {} })
    expect(answer).toMatchObject({ status: 406, body: { code: 'not_acceptable' } })
  })

  test('CSV has the balances around its rows, and no cell that a spreadsheet would run as a formula', async () => {
    const [, , november] = await stored()
    const { text } = await one(november!.statementId, 'csv')
    expect(text.startsWith('\uFEFFbookingDate,')).toBe(true)
    const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[]
    expect(rows.at(0)).toMatchObject({ type: 'OpeningBalance', runningBalance: '0.00' })
    expect(rows.at(-1)).toMatchObject({ type: 'ClosingBalance', runningBalance: '8750.00' })
    expect(rows[2]).toMatchObject({
      counterpartyName: 'Łódź & Synowie <sp. z o.o.>',
      debit: '255.00',
      credit: '',
      bankTransactionCode: 'PMNT/ICDT/OTHR',
    })
    expect(rows[4]).toMatchObject({ reference: '\'=HYPERLINK("x")' })
  })

  interface Mt940 {
    number: { statement: string }
    openingBalance: number
    closingBalance: number
    closingAvailableBalance: number
    currency: string
    transactions: { amount: number; reference: string; details: string }[]
  }
  const { Parser } = createRequire(import.meta.url)('mt940js') as { Parser: new () => { parse(text: string): Mt940[] } }
  const readMt940 = (text: string) => new Parser().parse(text)

  test('an independent reader finds in MT940 the totals of the JSON', async () => {
    for (const { statementId } of [...(await stored()), ...(await stored('', jpy.id))]) {
      const { body } = await one(statementId)
      const { text } = await one(statementId, 'mt940')
      const [read, ...others] = readMt940(text)
      expect(others).toEqual([])
      expect(Number(read!.number.statement)).toBe(body.sequenceNumber)
      expect(read!.openingBalance.toFixed(2)).toBe(Number(body.openingBalance).toFixed(2))
      expect(read!.closingBalance.toFixed(2)).toBe(Number(body.closingBalance).toFixed(2))
      const sum = (sign: number) =>
        read!.transactions
          .filter(({ amount }) => Math.sign(amount) === sign)
          .reduce((all, { amount }) => all + amount, 0)
      expect(sum(1).toFixed(2)).toBe(Number(body.totals.credits).toFixed(2))
      expect((-sum(-1)).toFixed(2)).toBe(Number(body.totals.debits).toFixed(2))
      expect(read!.transactions).toHaveLength(body.transactions.length)
    }
  })

  test("MT940 keeps to SWIFT's characters and lengths; yen have a comma and no decimals", async () => {
    const [, , november] = await stored()
    const { text } = await one(november!.statementId, 'mt940')
    expect(text).toMatch(/^[A-Za-z0-9/\-?:().,'+ \r\n]*$/)
    for (const line of text.split('\r\n')) expect(line.replace(/^:\d\d[A-Z]?:/, '').length).toBeLessThanOrEqual(65)
    expect(text).toContain(':60F:C261119EUR0,00\r\n')
    expect(text).toContain(':61:2611251125D255,00NTRFE2E-INV-1//')
    expect(text).toContain('/NAME/Lodz + Synowie')
    const [, , yen] = await stored('', jpy.id)
    expect((await one(yen!.statementId, 'mt940')).text).toContain(':62F:C261130JPY5000,\r\n')
  })

  test('the closing available balance excludes the money on hold at the end of the month', async () => {
    const account = await givenAccount(holder.entityId, 'EUR', 100_00n)
    const order = {
      entityId: holder.entityId,
      accountId: account.accountId,
      currency: 'EUR',
      amountMinor: 30_00n,
      purpose: 'payment' as const,
      source: { type: 'payment', id: newUuid() },
    }
    await inTransaction(db, (tx) => placeHold(tx, order, new Date('2026-11-28T12:00:00Z')))
    const [, , november] = await stored('', account.id)
    const [read] = readMt940((await one(november!.statementId, 'mt940')).text)
    expect(read).toMatchObject({ closingBalance: 100, closingAvailableBalance: 70 })
    expect((await one(november!.statementId)).body).toMatchObject({ transactions: [{ type: 'Deposit' }] })
  })

  const schemaFile = path.join(serverDirectory, '..', '..', 'shared', 'specs', 'iso20022', 'camt.053.001.08.xsd')
  test.skipIf(!existsSync(schemaFile))(
    'camt.053 is valid by the official schema (skipped where it is absent)',
    async () => {
      const schema = { fileName: 'camt.053.001.08.xsd', contents: readFileSync(schemaFile, 'utf8') }
      const texts = await Promise.all([
        ...(await stored()).map(async ({ statementId }) => (await one(statementId, 'camt053')).text),
        ...(await stored('', jpy.id)).map(async ({ statementId }) => (await one(statementId, 'camt053')).text),
        get(`/v1/statements?accountId=${eur.id}&from=2026-11-20&to=2027-01-31&format=camt053`).then(({ text }) => text),
      ])
      for (const [i, contents] of texts.entries()) {
        const { errors } = await validateXML({ xml: { fileName: `statement${i}.xml`, contents }, schema })
        expect(errors.map(({ message }) => message)).toEqual([])
      }
    },
  )

  test('camt.053 has the entries of the JSON, with the same codes', async () => {
    const [january, , november] = await stored()
    const { text } = await one(november!.statementId, 'camt053')
    expect(text).toContain('<Nm>Łódź &amp; Synowie &lt;sp. z o.o.&gt;</Nm>')
    expect(text).toContain('<Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0.00</Amt>')
    expect(text).toContain('<Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>OTHR</SubFmlyCd></Fmly></Domn>')
    expect((await one(january!.statementId, 'camt053')).text).toContain('<XchgRate>1.16546</XchgRate>')
  })

  test('a PDF is the same, byte for byte, whenever it is asked for', async () => {
    const [, , november] = await stored()
    const [a, b] = await Promise.all([one(november!.statementId, 'pdf'), one(november!.statementId, 'pdf')])
    expect(a.bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(a.bytes.equals(b.bytes)).toBe(true)
  })

  test('the PDF of a stored statement is made once and cannot be changed', async () => {
    const [, december] = await stored()
    const uuid = parseId('sta', december!.statementId)
    const { bytes } = await one(december!.statementId, 'pdf')
    const { rows } = await db.pool.query<{ bytes: Buffer }>(
      'select bytes from statement_files where statement_id = $1 order by position',
      [uuid],
    )
    expect(Buffer.concat(rows.map((row) => row.bytes)).equals(bytes)).toBe(true)
    await expect(db.pool.query(`update statement_files set bytes = ''`)).rejects.toThrow()
    // What is kept is what is sent, though our pages should look different by then.
    await db.pool.query('alter table statement_files disable trigger all')
    await db.pool.query(`update statement_files set bytes = '%PDF of last year' where statement_id = $1`, [uuid])
    expect((await one(december!.statementId, 'pdf')).bytes.toString()).toBe('%PDF of last year')
    await db.pool.query('delete from statement_files where statement_id = $1', [uuid])
    await db.pool.query('alter table statement_files enable trigger all')
    expect((await one(december!.statementId, 'pdf')).bytes.equals(bytes)).toBe(true)
  })

  test('an interim statement without dates covers the current month to date', async () => {
    const of = async (query: string) => (await get(`/v1/statements?accountId=${eur.id}${query}`)).body
    expect(await of('')).toMatchObject({ statementFromDate: '2027-02-01', statementToDate: '2027-02-03' })
    expect(await of('&to=2026-12-31')).toMatchObject({ statementFromDate: '2026-12-01', closingBalance: '8743.00' })
    const open = await of('&from=2026-11-25')
    expect([open.statementFromDate, open.statementToDate]).toEqual(['2026-11-25', '2027-02-03'])
    for (const query of ['&from=2027-02-04', '&to=2027-02-04', '&to=2027-12-31', '&from=2027-02-01&to=2027-02-04'])
      expect(errorCode(await of(query)), `${query} has not come`).toBe('date_range_invalid')
  })

  test('an interim statement has no number, in any format', async () => {
    const url = `/v1/statements?accountId=${eur.id}&from=2026-11-25&to=2026-12-02`
    expect((await get(url)).body).toMatchObject({
      interim: true,
      statementId: null,
      sequenceNumber: null,
      closingBalance: '8743.00',
    })
    expect((await get(`${url}&format=mt940`)).text).toContain(':28C:0\r\n')
    const camt = (await get(`${url}&format=camt053`)).text
    expect(camt).toContain('<Cd>ITBD</Cd>')
    expect(camt).not.toContain('ElctrncSeqNb')
  })

  test('interim files of two accounts for the same days have ids of their own, the same each time', async () => {
    const idsOf = async (accountId: string) => {
      const { text } = await get(`/v1/statements?accountId=${accountId}&from=2026-11-25&to=2026-12-02&format=camt053`)
      return [...text.matchAll(/<(?:MsgId|Id)>(INT[^<]*)</g)].map(([, id]) => id!)
    }
    const all = await Promise.all([eur.id, second.id, jpy.id].map(idsOf))
    for (const ids of all) {
      expect(ids).toHaveLength(2)
      expect(ids[0]).toBe(ids[1])
      expect(ids[0]).toMatch(/^INT261125261202-[0-9A-F]{19}$/)
    }
    expect(new Set(all.flat()).size).toBe(3)
    expect(await idsOf(eur.id)).toEqual(all[0])
  })

  test('a returned payment is shown as a return, not as a receipt from the payee', async () => {
    const account = await givenAccount(holder.entityId, 'EUR', 10_00n)
    await post('2026-11-21T10:00:00Z', {
      type: 'PaymentReturn',
      description: 'Payment to Acme Trading Limited refused',
      legs: [
        {
          account: account.accountId,
          currency: 'EUR',
          amountMinor: 1_00n,
          counterparty: { name: 'Acme Trading Limited' },
        },
        { account: second.accountId, currency: 'EUR', amountMinor: -1_00n },
      ],
    })
    const of = (format: string) =>
      get(`/v1/statements?accountId=${account.id}&from=2026-11-01&to=2027-02-03&format=${format}`)
    expect((await of('camt053')).text).toContain('<Cd>RRCT</Cd>')
    expect((await of('mt940')).text).toContain('NRTI')
    const { rows } = await postingsPage(
      db.reader,
      { entityId: holder.entityId, accountId: account.accountId },
      { after: 0n, before: 9n, limit: 9 },
    )
    const line = rows.map(presentPosting).find(({ type }) => type === 'PaymentReturn')!
    expect(titleOf(line)).toBe('Payment to Acme Trading Limited refused')
  })

  test('one payee named in Thai does not make the PDF of the whole period fail', async () => {
    const account = await givenAccount(holder.entityId, 'EUR', 10_00n)
    await post('2026-11-21T10:00:00Z', {
      legs: [
        { account: account.accountId, currency: 'EUR', amountMinor: -1_00n, counterparty: { name: 'บริษัท ไทย' } },
        { account: second.accountId, currency: 'EUR', amountMinor: 1_00n },
      ],
    })
    const url = `/v1/statements?accountId=${account.id}&from=2026-11-20&to=2027-02-03`
    expect(await get(`${url}&format=pdf`)).toMatchObject({ status: 200 })
    expect(await get(`${url}&format=csv`)).toMatchObject({ status: 200 })
  })
})

test('months that no client requested are issued too, once, with an event', async () => {
  const account = await givenAccount(holder.entityId, 'EUR', 10_00n)
  const book = createStatementBook({
    db,
    entities: createEntityDirectory(db, createListener(db)),
    issuer: testIssuer,
  })
  const countOf = async (table: string) =>
    (await db.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n
  await book.issueClosedMonths(new Date('2026-12-10T08:00:00Z'))
  const stored = `statements where account_id = '${account.accountId}'`
  expect(await countOf(stored)).toBe(1)
  const all = await countOf('statements')
  await book.issueClosedMonths(new Date('2026-12-11T08:00:00Z'))
  expect(await countOf('statements')).toBe(all)
  expect(
    await countOf(
      `events e join statements s on s.statement_id = e.resource_id where type = 'statement.ready' and account_id = '${account.accountId}'`,
    ),
  ).toBe(1)
})

test('the open-banking interface reads the same statements by their ids', async () => {
  const listener = createListener(db)
  const book = createStatementBook({ db, entities: createEntityDirectory(db, listener), issuer: testIssuer })
  const [latest] = await book.list(eur, { period: 'Month', limit: 1 }, clock.now())
  const found = await book.find(holder.entityId, latest!.stored.statementId)
  expect(found).toEqual(latest)
  const lines = []
  for await (const chunk of book.lines(found!)) lines.push(...chunk)
  expect(lines).toMatchObject([{ amount: '1000.00', type: 'FxSettlement' }])
})
