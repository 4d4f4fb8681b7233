import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { whileLocked } from '../../../test/support/held-lock.ts'
import { openPayments, simulatedRail } from '../../../test/support/payment-service.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { ReportedFailure } from '../../kernel/interruption.ts'
import { openPolicies, type PaymentPolicies } from '../index.ts'
import type { RailAdapter, RailPort } from '../rails/index.ts'
import { createScreening } from '../../screening/index.ts'
import { openBanks } from './bank-files.ts'
import { statementStoreOf } from '../bank-statements/index.ts'

const db = await testDatabase()

/** A bank of files, whose folder `outbox` can be away, and an entity that pays through it. Euros leave by SEPA, until 16:00 in Brussels. */
async function openBank(change: Partial<RailPort> = {}, policies: PaymentPolicies = openPolicies) {
  const directory = temporaryDirectory()
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const settings = { format: 'pacs.008', name: 'Cambist', bic: 'CMBTDEFF', bankBic: 'DEUTDEFF' }
  writeFileSync(path.join(directory, 'rail.json'), JSON.stringify(settings))
  const lines: string[] = []
  const level = (_fields: unknown, line: string) => void lines.push(line)
  const log = Object.assign(pino({ level: 'silent' }), { info: level, error: level })
  const opened: { adapter?: RailAdapter } = {}
  const adapter: RailAdapter = {
    id: 'file',
    callsAtOnce: 4,
    port: {
      submit: (...call) => opened.adapter!.port.submit(...call),
      holds: (instruction) => opened.adapter!.port.holds!(instruction),
      withdraw: (instruction) => opened.adapter!.port.withdraw!(instruction),
      ...change,
    },
    outage: {
      failed: (error) => opened.adapter!.outage!.failed(error),
      passed: () => opened.adapter!.outage!.passed(),
    },
  }
  const service = await openPayments(db, 'RM', { adapters: [adapter], policies })
  const [bank] = await openBanks([directory], {
    db,
    clock: service.deps.clock,
    screening: createScreening(0.88),
    statementsOf: statementStoreOf,
    log,
  })
  opened.adapter = bank!.adapter
  await service.fund('EUR', 1_000_00n)
  await service.settle()
  const outbox = path.join(directory, 'outbox')
  return {
    service,
    adapter,
    lines,
    directory,
    poll: () => bank!.poll(),
    port: () => bank!.adapter.port,
    away: () => renameSync(outbox, `${outbox}.away`),
    back: () => renameSync(`${outbox}.away`, outbox),
    /** The messages for the bank, as text. */
    messages: () => readdirSync(outbox).map((name) => readFileSync(path.join(outbox, name), 'utf8')),
    /** Runs the jobs at an instant, those that failed before too. */
    async retryAt(instant: string) {
      service.time.now = new Date(instant)
      await db.pool.query('update due_work set retry_at = null where entity_id = $1', [service.entityId])
      await service.settle()
    },
    /** Value dates of the bookings on the account in euros, the first one first. */
    async valueDates() {
      const { rows } = await db.pool.query(
        'select value_date::text as day from postings where entity_id = $1 and account_id = $2 order by seq',
        [service.entityId, service.uuid(service.account['EUR']!)],
      )
      return rows.map(({ day }) => day)
    },
  }
}

const valueOf = (message: string | undefined, name: string) =>
  message?.match(new RegExp(`<${name}>(.*?)</${name}>`))?.[1]

test.each([
  [
    'on a business day',
    '2026-11-24T09:00:00Z',
    { paymentDate: '2026-11-24', expectedArrival: '2026-11-25' },
    undefined,
  ],
  [
    'on a weekend',
    '2026-11-21T09:00:00Z',
    { paymentDate: '2026-11-23', expectedArrival: '2026-11-24' },
    '2026-11-22T23:00:00Z',
  ],
  [
    'after the cut-off',
    '2026-11-24T18:00:00Z',
    { paymentDate: '2026-11-25', expectedArrival: '2026-11-26' },
    '2026-11-24T23:00:00Z',
  ],
])(
  'a folder that is back %s gets the message with the next possible date, which the client sees',
  async (_name, back, dates, opens) => {
    const bank = await openBank()
    bank.away()
    const { service } = bank
    const { body } = await service.create()
    await service.settle()
    expect(await service.read(body.paymentId)).toMatchObject({ status: 'Submitted', paymentDate: '2026-11-20' })
    bank.back()
    await bank.retryAt(back)
    expect(await service.read(body.paymentId)).toMatchObject({
      ...dates,
      status: 'Submitted',
      statusReason: { code: 'DateMoved' },
    })
    const { data } = (await service.get('/v1/events?limit=500')).body
    const last = data.filter(({ resource }: { resource: { id: string } }) => resource.id === body.paymentId).at(-1)
    expect(last).toMatchObject({ type: 'payment.submitted', data: dates })
    if (opens !== undefined) {
      expect(bank.messages()).toEqual([])
      await service.advance(new Date(new Date(opens).getTime() - 1000))
      expect(bank.messages()).toEqual([])
      await service.advance(opens)
    }
    const [message, ...others] = bank.messages()
    expect(others).toEqual([])
    expect(valueOf(message, 'IntrBkSttlmDt')).toBe(dates.paymentDate)
    expect(valueOf(message, 'CreDtTm')).toBe(new Date(opens ?? back).toISOString())
    expect(valueOf(message, 'UETR')).toBe(body.uetr)
    await service.advance('2026-11-27T12:00:00Z')
    expect(bank.messages()).toEqual([message])
    expect(await service.read(body.paymentId)).toMatchObject(dates)
  },
)

test('an approved payment that waits for another day moves again if a holiday is declared on it', async () => {
  const bank = await openBank({}, { ...openPolicies, needsApproval: () => true })
  const { service } = bank
  bank.away()
  const { body } = await service.create()
  await service.post(`/v1/payments/${body.paymentId}/approve`, {}, { authorization: 'Bearer approver' })
  await service.settle()
  bank.back()
  await bank.retryAt('2026-11-21T09:00:00Z')
  expect((await service.read(body.paymentId)).paymentDate).toBe('2026-11-23')
  const { calendars } = service.deps
  const closure = calendars.closure.bind(calendars)
  calendars.closure = (currency, day) =>
    day === '2026-11-23' ? { currency, code: 'BankHoliday' as const, name: 'declared' } : closure(currency, day)
  await service.advance('2026-11-23T12:00:00Z')
  expect(bank.messages()).toEqual([])
  await service.advance('2026-11-24T12:00:00Z')
  expect(bank.messages().map((message) => valueOf(message, 'IntrBkSttlmDt'))).toEqual(['2026-11-24'])
  expect(service.failures.every((error) => error instanceof ReportedFailure)).toBe(true)
})

test('a payment moved to another day and then rejected by the bank is refunded with the value date of its debit', async () => {
  const bank = await openBank()
  bank.away()
  const { body } = await bank.service.create()
  await bank.service.settle()
  bank.back()
  await bank.retryAt('2026-11-24T09:00:00Z')
  await bank.service.post(`/v1/sandbox/payments/${body.paymentId}/transition`, { status: 'Failed', reasonCode: 'AC01' })
  const days = await bank.valueDates()
  expect(new Set(days.slice(1))).toEqual(new Set(['2026-11-20'])) // the first is the deposit
  expect((await bank.service.balance('EUR')).balance).toBe(1_000_00n)
})

test('a message that was written before its process stopped keeps its date, and is not written again', async () => {
  let stops = true
  const bank = await openBank({
    async submit(...call) {
      await bank.port().submit(...call)
      if (stops) throw new Error('the process stopped')
    },
  })
  const { body } = await bank.service.create()
  await bank.service.settle()
  const [written] = bank.messages()
  stops = false
  await bank.retryAt('2026-11-24T09:00:00Z')
  expect(bank.messages()).toEqual([written])
  expect(valueOf(written, 'IntrBkSttlmDt')).toBe('2026-11-20')
  expect(await bank.service.read(body.paymentId)).toMatchObject({ status: 'Submitted', paymentDate: '2026-11-20' })
})

test('a message that was written keeps its date if its folder is away when its date has passed', async () => {
  let stops = true
  const bank = await openBank({
    async submit(...call) {
      await bank.port().submit(...call)
      if (stops) throw new Error('the process stopped')
    },
  })
  const made = [(await bank.service.create()).body, (await bank.service.create({ ifDateMissed: 'Reject' })).body]
  await bank.service.settle()
  const written = bank.messages()
  stops = false
  const unchanged = async () => {
    for (const { paymentId } of made)
      expect(await bank.service.read(paymentId)).toMatchObject({ status: 'Submitted', paymentDate: '2026-11-20' })
  }
  renameSync(bank.directory, `${bank.directory}.away`)
  await bank.retryAt('2026-11-24T09:00:00Z')
  await unchanged()
  renameSync(`${bank.directory}.away`, bank.directory)
  await bank.retryAt('2026-11-24T10:00:00Z')
  await unchanged()
  expect(bank.messages()).toEqual(written)
})

test('a late payment whose order says Reject fails with its money back, and no process can send it any more', async () => {
  const calls: Parameters<RailPort['submit']>[] = []
  const bank = await openBank({
    async submit(...call) {
      calls.push(call)
      await bank.port().submit(...call)
    },
  })
  bank.away()
  const { body } = await bank.service.create({ ifDateMissed: 'Reject' })
  await bank.service.settle()
  await bank.retryAt('2026-11-23T09:00:00Z') // the folder is still away: the bank may have the payment
  expect((await bank.service.read(body.paymentId)).status).toBe('Submitted')
  bank.back()
  await bank.retryAt('2026-11-24T09:00:00Z')
  expect(await bank.service.read(body.paymentId)).toMatchObject({
    status: 'Failed',
    statusReason: { code: 'CutOffPassed' },
  })
  expect((await bank.service.balance('EUR')).balance).toBe(1_000_00n)
  await expect(bank.port().submit(...calls[0]!)).rejects.toThrow('withdrawn')
  expect(bank.messages()).toEqual([])
})

test('a call that took too long does not write its message when the folder is back', async () => {
  const bank = await openBank()
  const { body } = await bank.service.create()
  const { rows } = await db.pool.query('select body from rail_instructions where entity_id = $1 and uetr = $2', [
    bank.service.entityId,
    body.uetr,
  ])
  const late = bank.port().submit(rows[0].body, bank.service.time.now, async () => {}, AbortSignal.abort())
  await expect(late).rejects.toThrow('aborted')
  expect(bank.messages()).toEqual([])
  await bank.service.settle()
  expect(bank.messages()).toHaveLength(1)
})

test('a message that waited in the queue of its bank has the time at which it is written', async () => {
  const holder: { letFirstEnd?: () => void } = {}
  let calls = 0
  const bank = await openBank({
    async submit(...call) {
      if (++calls === 1) await new Promise<void>((resolve) => void (holder.letFirstEnd = resolve))
      await bank.port().submit(...call)
    },
  })
  const { service } = bank
  bank.adapter.callsAtOnce = 1
  for (let i = 0; i < 2; i++) await service.create()
  const working = service.settle()
  await expect.poll(() => holder.letFirstEnd).toBeDefined()
  service.time.now = new Date('2026-11-20T11:30:00.000Z')
  holder.letFirstEnd!()
  await working
  await service.settle()
  const times = bank.messages().map((message) => valueOf(message, 'CreDtTm'))
  expect(times.sort()).toEqual(['2026-11-20T10:00:00.000Z', '2026-11-20T11:30:00.000Z'])
})

test('a message is not lost if the folder of the bank is deleted and made again in mid-operation', async () => {
  let exchanges = 0
  const bank = await openBank({
    async submit(...call) {
      await bank.port().submit(...call)
      if (exchanges++ > 0) return
      for (const folder of ['outbox', 'written']) {
        rmSync(path.join(bank.directory, folder), { recursive: true })
        mkdirSync(path.join(bank.directory, folder))
      }
      throw new Error('the process stopped')
    },
  })
  const { body } = await bank.service.create()
  await bank.service.settle()
  expect(bank.messages()).toEqual([])
  await bank.retryAt('2026-11-20T11:00:00Z')
  expect(bank.messages().map((message) => valueOf(message, 'UETR'))).toEqual([body.uetr])
})

test('messages that cannot be written are one line of the log for each outage, and one when they are written again', async () => {
  const bank = await openBank()
  const { service } = bank
  const outage = ['messages to the bank cannot be written', 'messages to the bank are written again']
  for (let outages = 1; outages <= 2; outages++) {
    bank.away()
    await service.create()
    await service.create()
    await service.settle()
    for (let attempt = 0; attempt < 3; attempt++) await bank.retryAt('2026-11-20T11:00:00Z')
    bank.back()
    await bank.retryAt('2026-11-20T12:00:00Z')
    expect(bank.messages()).toHaveLength(2 * outages)
    expect(bank.lines).toEqual(Array.from({ length: outages }, () => outage).flat())
  }
  expect(service.failures.every((error) => error instanceof ReportedFailure)).toBe(true)
})

test('a file of the bank that is not read because of its name is reported once, when it had time to arrive', async () => {
  const bank = await openBank()
  const file = path.join(bank.directory, 'inbox', 'answer.xml.filepart')
  writeFileSync(file, '<Document/>')
  await bank.poll()
  expect(bank.lines).toEqual([])
  const before = new Date(Date.now() - 3_600_000)
  utimesSync(file, before, before)
  await bank.poll()
  await bank.poll()
  expect(bank.lines).toEqual(['a file of the bank, or a part of it, could not be booked'])
  renameSync(file, file.replace('.filepart', ''))
  await bank.poll()
  expect(readdirSync(path.join(bank.directory, 'failed'))).toContain('answer.xml')
})

/** The simulated bank, with the dates of the payments that it was given. */
function datedRail(): { rail: RailPort; given: string[] } {
  const given: string[] = []
  const rail: RailPort = {
    async submit(instruction, at, report) {
      given.push(instruction.paymentDate)
      await simulatedRail.submit(instruction, at, report)
    },
  }
  return { rail, given }
}

test('a payment that waited in this process until its date had passed is handed over with the next one', async () => {
  const { rail, given } = datedRail()
  const service = await openPayments(db, 'RM', { rail })
  await service.fund('EUR', 1_000_00n)
  const made = [(await service.create()).body, (await service.create()).body]
  rail.isInProcess = true // as after a restart with another configuration
  await service.create() // handed over with its release
  service.time.now = new Date('2026-11-24T09:00:00Z')
  await service.settle()
  expect(given).toEqual(['2026-11-20', '2026-11-24', '2026-11-24'])
  await service.advance(60_000)
  for (const { paymentId } of made)
    expect(await service.read(paymentId)).toMatchObject({ status: 'Completed', paymentDate: '2026-11-24' })
})

test.each([
  ['NextBusinessDay', { status: 'Completed', paymentDate: '2026-11-23' }, ['2026-11-20', '2026-11-23']],
  ['Reject', { status: 'Failed', statusReason: { code: 'CutOffPassed' } }, ['2026-11-20']],
])(
  'a payment that waited in this process until a weekend, with the order %s, is %j',
  async (ifDateMissed, shown, dates) => {
    const { rail, given } = datedRail()
    const service = await openPayments(db, 'RM', { rail })
    await service.fund('EUR', 1_000_00n)
    const { paymentId } = (await service.create({ ifDateMissed })).body
    rail.isInProcess = true // as after a restart with another configuration
    await service.create() // handed over with its release
    service.time.now = new Date('2026-11-21T09:00:00Z')
    await service.settle()
    expect(given).toEqual(['2026-11-20'])
    await service.advance('2026-11-24T09:00:00Z')
    expect(given).toEqual(dates)
    expect(await service.read(paymentId)).toMatchObject(shown)
  },
)

test('a payment made while another one moves to its day waits for it, so that an approval for the sum of the day counts both', async () => {
  const bank = await openBank()
  const { service } = bank
  bank.away()
  const { body } = await service.create()
  await service.settle()
  bank.back()
  const lock = `select pg_advisory_xact_lock(hashtextextended('payment_day_sums ' || $1, 0))` // as a new payment takes it
  const moved = await whileLocked(
    db,
    [lock, service.entityId],
    async () => ({ retried: bank.retryAt('2026-11-24T09:00:00Z') }),
    async () => expect((await service.read(body.paymentId)).paymentDate).toBe('2026-11-20'),
  )
  await moved.retried
  expect((await service.read(body.paymentId)).paymentDate).toBe('2026-11-24')
})
