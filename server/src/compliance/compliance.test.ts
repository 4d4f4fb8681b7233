import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openScreenedPayments } from '../../test/support/screened-payments.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments, payees } from '../../test/support/payment-service.ts'
import { whileBalancesAreLocked } from '../../test/support/locked-balances.ts'
import { withScreening } from './compliance.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { formatId, parseId } from '../kernel/values/ids.ts'
import { auditLedger } from '../ledger/index.ts'
import { receiveFunds } from '../payments/inbound/index.ts'
import { createScreening } from '../screening/index.ts'
import { sandboxPolicies } from '../sim/index.ts'

const db = await testDatabase()
const { service, screening, directory, operator, cases, review, ...lists } = await openScreenedPayments(db)

/** Loads the one list, in the form of OFAC's. */
const load = (...rows: Parameters<typeof lists.load> extends [string, ...infer R] ? R : never) =>
  lists.load('TEST', ...rows)
const payee = (name: string) => ({ entityId: service.wireEntity, ...payees.EUR, name })
const inline = (name: string) => ({ beneficiaryId: undefined, creditorAccount: { ...payees.EUR, name } })
const statusOf = async (id: string) => (await service.read(id)).status
const pay = async (change: object) => {
  const { status, body } = await service.create(change)
  expect([status, body.code]).toEqual([201, undefined])
  await service.settle()
  return body.paymentId as string
}

beforeEach(() => load('LISTED, Viktor Petrovich', 'Otto Anders'))

describe('a payment to a name on a list', () => {
  test('is not submitted if the list is loaded while the payment waits for a balance lock', async () => {
    await load('Otto Anders')
    const order = inline('Viktor Petrovich Listed')
    expect((await service.create(order)).body.status).toBe('Submitted')
    const answer = await whileBalancesAreLocked(
      db,
      service.entityId,
      () => service.create(order),
      () => load('LISTED, Viktor Petrovich'),
    )
    expect(answer.body.status).toBe('Screening')
  })

  test('opens no screening case if it is rejected for lack of funds', async () => {
    const policies = withScreening(sandboxPolicies, screening)
    const poor = await openPayments(db, 'ABS', { policies })
    expect((await poor.create(inline('Viktor Petrovich Listed'))).body.status).toBe('Rejected')
    const { rows } = await db.pool.query('select 1 from screening_cases where entity_id = $1', [poor.entityId])
    expect(rows).toEqual([])
  })

  test('is held, not rejected, and continues when a reviewer releases it', async () => {
    const id = await pay(inline('Viktor Listed'))
    expect(await statusOf(id)).toBe('Held')
    const [found] = (await cases()).filter(({ about }) => about === id)
    expect(found?.hits[0]).toMatch(/Payee "Viktor Listed" is 0\.\d+ like "LISTED, Viktor Petrovich" \(TEST 1, EXA\)/)
    await review(id, 'release')
    await service.settle()
    expect(['Submitted', 'Sent', 'Completed']).toContain(await statusOf(id))
    expect((await cases()).filter(({ about }) => about === id)).toEqual([])
  })

  test('cannot be released before a payee saved with it has passed its own review', async () => {
    const { creditorAccount } = inline('Viktor Petrovich Listed')
    const id = await pay({ beneficiaryId: undefined, creditorAccount: { ...creditorAccount, save: true } })
    const { status, beneficiaryId } = await service.read(id)
    const url = `/v1/beneficiaries/${beneficiaryId}`
    expect([status, (await service.get(url)).body.status]).toEqual(['Held', 'PendingApproval'])
    await review(beneficiaryId, 'release')
    await review(id, 'release')
    await service.settle()
    expect(['Submitted', 'Sent', 'Completed']).toContain(await statusOf(id))
  })

  test('is rejected when the reviewer rejects it, and its money is free again', async () => {
    const before = await service.balance('EUR')
    const id = await pay(inline('Viktor Listed'))
    expect((await service.balance('EUR')).held).toBeGreaterThan(before.held)
    await review(id, 'reject')
    expect(await statusOf(id)).toBe('Rejected')
    expect((await service.balance('EUR')).held).toBe(before.held)
  })

  test('leaves no open case when the sandbox moves it on', async () => {
    for (const status of ['Submitted', 'Rejected']) {
      const id = await pay(inline('Viktor Listed'))
      expect((await cases()).filter(({ about }) => about === id)).toHaveLength(1)
      expect((await service.post(`/v1/sandbox/payments/${id}/transition`, { status })).status).toBe(200)
      expect((await cases()).filter(({ about }) => about === id)).toEqual([])
    }
  })

  test('is held if only its text or an ultimate party contains the name', async () => {
    const words = 'Viktor Petrovich Listed'
    const said = [
      { reason: `Goods for ${words}` },
      { remittance: { structured: { invoiceNumber: words } } },
      { remittance: { structured: { creditorReference: words } } },
      { invoice: { number: words } },
      { regulatoryReporting: { details: ['Goods for', words] } },
      { ultimateDebtor: { name: words } },
    ]
    for (const change of said) expect(await statusOf(await pay(change))).toBe('Held')
  })

  test('through a correspondent that is listed is held too', async () => {
    await load({ name: 'EXAMPLE BANK', remarks: 'SWIFT/BIC LISTRUMM' })
    await service.fund('USD', 1_000_00n)
    const creditorAccount = { ...payees.USD, intermediary: { bic: 'LISTRUMM' } }
    const { body } = await service.create({ beneficiaryId: undefined, creditorAccount }, 'USD')
    await service.settle()
    expect(await statusOf(body.paymentId)).toBe('Held')
  })

  test('is not reviewed by its maker, in any spelling of the id', async () => {
    const id = await pay(inline('Viktor Listed'))
    const { maker } = service.clients
    const wire = formatId('cli', maker)
    for (const written of [wire, wire.toLowerCase(), wire.toUpperCase(), ` ${wire} `, maker, maker.toUpperCase()]) {
      for (const decision of ['release', 'reject'] as const) {
        await expect(review(id, decision, written)).rejects.toThrow('created the payment or payee under review')
      }
    }
    expect(await statusOf(id)).toBe('Held')
  })

  test('is not reviewed under anything but an id, a user name or an e-mail address', async () => {
    const id = await pay(inline('Viktor Listed'))
    const wire = formatId('cli', service.clients.maker)
    for (const written of ['', ' ', 'cli_', wire.slice(0, -1), wire.slice(4), wire.replace('cli', 'usr'), '12345']) {
      await expect(review(id, 'release', written)).rejects.toThrow(/names no reviewer|is not the id of/)
    }
    expect(await statusOf(id)).toBe('Held')
  })

  test('is released by another client, who is stored and shown as one', async () => {
    const id = await pay(inline('Viktor Listed'))
    const wire = formatId('cli', service.clients.approver)
    expect(await review(id, 'release', wire)).toMatchObject({ status: 'Released', decidedBy: wire })
    const { rows } = await db.pool.query(
      `select p.reviewed_by = $2 and c.decided_by = $2 as "isStored" from payments p
        join screening_cases c on c.resource_id = p.payment_id where p.payment_id = $1`,
      [parseId('pay', id), service.clients.approver],
    )
    expect(rows).toEqual([{ isStored: true }])
  })

  test('rejects a reviewer in the database that is its maker or is not in the stored form', async () => {
    const id = await pay(inline('Viktor Listed'))
    const decide = (by: string) =>
      db.pool.query(
        `update screening_cases set status = 'Released', decided_by = $2, decided_at = now() where resource_id = $1`,
        [parseId('pay', id), by],
      )
    const { maker } = service.clients
    await expect(decide(maker)).rejects.toThrow('screening_reviewer_is_not_maker')
    for (const written of [formatId('cli', maker), maker.toUpperCase()]) {
      await expect(decide(written)).rejects.toThrow('stored form')
      await expect(
        db.pool.query('update payments set reviewed_by = $2 where payment_id = $1', [parseId('pay', id), written]),
      ).rejects.toThrow('stored form')
    }
  })

  test('is decided once by concurrent reviewers', async () => {
    const id = await pay(inline('Viktor Listed'))
    const outcomes = await Promise.allSettled([
      review(id, 'release', 'A'),
      review(id, 'release', 'B'),
      review(id, 'reject', 'C'),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('whose payee is listed between its creation and its release is held at release', async () => {
    const id = (await service.create({ ...inline('Clean Today GmbH'), paymentDate: '2026-11-24' })).body.paymentId
    expect(await statusOf(id)).toBe('Scheduled')
    await load('Clean Today GmbH')
    const now = service.time.now
    await service.advance('2026-11-24T09:00:00.000Z')
    expect(await statusOf(id)).toBe('Held')
    service.time.now = now
  })

  test('is not held a second time at release for a match that a reviewer already released', async () => {
    const { body } = await service.create({ ...inline('Viktor Listed'), paymentDate: '2026-11-25' })
    expect((await cases()).find(({ about }) => about === body.paymentId)?.stage).toBe('Create')
    await review(body.paymentId, 'release')
    const now = service.time.now
    await service.advance('2026-11-25T09:00:00.000Z')
    service.time.now = now
    expect(['Submitted', 'Sent', 'Completed']).toContain(await statusOf(body.paymentId))
  })

  test('without a match passes', async () => {
    expect(['Submitted', 'Sent', 'Completed']).toContain(await statusOf(await pay({})))
  })
})

describe('a payee on a list', () => {
  const made = async () => (await service.post('/v1/beneficiaries', payee('Viktor Listed'))).body
  const read = async (id: string) => (await service.get(`/v1/beneficiaries/${id}`)).body

  test('waits without disclosing the reason, and is Active once released', async () => {
    const body = await made()
    expect(body).toMatchObject({ status: 'PendingApproval', approvalRequired: false })
    expect(JSON.stringify(body).toLowerCase()).not.toMatch(/screen|sanction|hit/)
    await review(body.beneficiaryId, 'release')
    expect(await read(body.beneficiaryId)).toMatchObject({ status: 'Active' })
  })

  test('is not reviewed by its maker', async () => {
    const body = await made()
    const wire = formatId('cli', service.clients.maker)
    await expect(review(body.beneficiaryId, 'release', wire)).rejects.toThrow(
      'created the payment or payee under review',
    )
    expect(await read(body.beneficiaryId)).toMatchObject({ status: 'PendingApproval' })
    await expect(
      db.pool.query('update beneficiaries set decided_by = $2 where beneficiary_id = $1', [
        parseId('ben', body.beneficiaryId),
        wire,
      ]),
    ).rejects.toThrow('stored form')
  })

  test('is blocked once rejected', async () => {
    const { beneficiaryId } = await made()
    await review(beneficiaryId, 'reject')
    expect(await read(beneficiaryId)).toMatchObject({ status: 'Blocked' })
  })
})

describe('money from a name on a list', () => {
  const receive = (change: object = {}) =>
    inTransaction(db, (tx) => {
      const account = { entityId: service.entityId, accountId: service.uuid(service.account['EUR']!), currency: 'EUR' }
      const act = { actor: { type: 'system' as const }, at: service.time.now, wall: service.time.now }
      const funds = { account, currency: 'EUR', amountMinor: 5_000n, debtor: { name: 'Viktor Listed' }, ...change }
      return receiveFunds(tx, funds, act, screening)
    })
  const status = async (id: string) => {
    const { rows } = await db.pool.query('select status from inbound_payments where inbound_payment_id = $1', [id])
    return rows[0].status
  }
  const eur = async () => (await service.balance('EUR')).balance

  test('is held apart from the account, and credited when a reviewer releases it', async () => {
    const before = await eur()
    const row = await receive()
    expect([row.status, await eur()]).toEqual(['Held', before])
    const id = formatId('inp', row.inboundPaymentId)
    const held = ['--entity', service.wireEntity, '--inbound-payment', id]
    await expect(operator('release-funds', ...held)).rejects.toThrow('review-screening-case')
    await review(id, 'release')
    expect([await status(row.inboundPaymentId), await eur()]).toEqual(['Credited', before + 5_000n])
  })

  test('is sent back when the reviewer rejects it, and the books balance', async () => {
    const before = await eur()
    const row = await receive()
    await review(formatId('inp', row.inboundPaymentId), 'reject')
    await service.settle()
    expect([await status(row.inboundPaymentId), await eur()]).toEqual(['Returned', before])
    expect((await auditLedger(db, () => {})).findings).toEqual([])
  })

  test('or with the name in its text is held; from another name it is credited', async () => {
    expect((await receive({ debtor: {}, reference: 'from Viktor Petrovich Listed' })).status).toBe('Held')
    expect((await receive({ debtor: { name: 'Maria Rossi' } })).status).toBe('Credited')
  })
})

test('unidentified money is screened when it is assigned or returned', async () => {
  const receive = (name: string, bankReference: string) =>
    operator(
      'receive-funds',
      '--currency',
      'EUR',
      '--amount',
      '70.00',
      '--bank-reference',
      bankReference,
      '--debtor-name',
      name,
    )
  const lost = await receive('Viktor Listed', 'L-1')
  expect(lost).toMatchObject({ status: 'Unidentified', entityId: null })
  const account = ['--account', service.account['EUR']!]
  const assigned = await operator('assign-funds', '--inbound-payment', lost.inboundPaymentId, ...account)
  expect(assigned).toMatchObject({ status: 'Held' })
  const other = await receive('Maria Rossi', 'L-2')
  const back = await operator('return-funds', '--inbound-payment', other.inboundPaymentId)
  expect(back).toMatchObject({ status: 'Returned' })
  await expect(operator('return-funds', '--inbound-payment', other.inboundPaymentId)).rejects.toThrow(
    'Held or Unidentified',
  )
  await service.settle()
  expect((await auditLedger(db, () => {})).findings).toEqual([])
})

test('a list is replaced as a whole and is used from the commit on; one that has shrunk needs force', async () => {
  const names = Array.from({ length: 10 }, (_, i) => `Example Person${String.fromCodePoint(97 + i)}`)
  expect(await load(...names)).toMatchObject({ list: 'TEST', format: 'OFAC_CSV', entries: 10 })
  const file = path.join(directory, 'short.csv')
  writeFileSync(file, `1,"Only One",individual,"EXA"${',-0-'.repeat(8)}`)
  await expect(operator('load-screening-list', '--list', 'TEST', '--file', file)).rejects.toThrow('has 1 entries')
  expect((await screening.look(db.reader, [{ role: 'Payee', name: names[3]! }])).length).toBeGreaterThan(0)
  await operator('load-screening-list', '--list', 'TEST', '--file', file, '--force')
  expect(await screening.look(db.reader, [{ role: 'Payee', name: names[3]! }])).toEqual([])
  expect(await screening.look(db.reader, [{ role: 'Payee', name: 'Only One' }])).toHaveLength(1)
})

test('operators can load lists concurrently', async () => {
  const loads = await Promise.all([load('Alice Example'), load('Bob Example'), load('Carol Example')])
  expect(loads.map(({ entries }) => entries)).toEqual([1, 1, 1])
  expect(await screening.look(db.reader, [{ role: 'Payee', name: 'Only One' }])).toEqual([])
})

test('reviewer, decision and reason are in the audit trail and in no event', async () => {
  const id = await pay(inline('Viktor Listed'))
  await review(id, 'reject', 'D. Officer')
  const { rows } = await db.pool.query(
    `select action, detail->>'reviewer' as reviewer, detail->>'reason' as reason from audited_acts
      where resource_type = 'screeningCase' and detail->>'payment' = $1 order by act_id`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'screeningCase.opened', reviewer: null, reason: null },
    { action: 'screeningCase.rejected', reviewer: 'D. Officer', reason: 'looked at' },
  ])
  const { rows: events } = await db.pool.query(`select 1 from events where resource_type = 'screeningCase'`)
  expect(events).toEqual([])
})

test('a payee that is new is paid after its cooling-off: not before, also not by a payment dated ahead of it', async () => {
  const policy = ['set-beneficiary-policy', '--entity', service.wireEntity]
  await operator(...policy, '--cooling-off-hours', '48')
  const { beneficiaryId, payableFrom } = (await service.post('/v1/beneficiaries', payee('Cooling GmbH'))).body
  const order = (paymentDate: string) => service.create({ beneficiaryId, paymentDate })
  const today = service.time.now.toISOString().slice(0, 10)
  const refused = await order(today)
  expect([refused.status, refused.body.code, refused.body.params]).toEqual([
    422,
    'beneficiary_cooling_off',
    { payableFrom },
  ])
  expect((await order('2026-12-01')).status).toBe(201)
  await operator(...policy)
})

test('where the operator has a country reviewed, its payees and banks are found by code and by BIC', async () => {
  const strict = createScreening(0.88, ['KP'])
  const look = (party: object) => strict.look(db.reader, [{ role: 'Bank', name: 'Some Bank', ...party }])
  expect(await look({ country: 'KP' })).toMatchObject([{ list: 'COUNTRIES', entryId: 'KP', score: 1 }])
  expect(await look({ country: 'CN', bic: 'ABCDKPPY' })).toHaveLength(1)
  expect(await look({ country: 'CN', bic: 'ABCDCNBJ' })).toEqual([])
})
