import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { pain001, transfer } from '../../../test/support/pain001.ts'
import { openPayments, type PaymentService } from '../../../test/support/payment-service.ts'
import { findAccount } from '../../accounts/index.ts'
import type { VerificationPort } from '../vop/index.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase({ poolSize: 12 })
const URL = '/v1/payment-batches'
const item = (service: PaymentService, change: object = {}) => service.order({ amount: '10.00', ...change })
const many = (service: PaymentService, count: number, change: (i: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => item(service, change(i)))

async function open(
  kind: 'RM' | 'ABS' = 'RM',
  money = 1_000_000_00n,
  options: Parameters<typeof openPayments>[2] = {},
) {
  const service = await openPayments(db, kind, options)
  await service.fund('EUR', money)
  await service.settle()
  const send = (items: unknown[], more: object = {}, headers = {}) => service.post(URL, { items, ...more }, headers)
  const batch = async (batchId: string) => (await service.get(`${URL}/${batchId}`)).body
  const items = async (batchId: string, query = '') => (await service.get(`${URL}/${batchId}/items${query}`)).body.data
  const payments = async (batchId: string) =>
    (await service.get(`/v1/payments?entityId=${service.wireEntity}&batchId=${batchId}&limit=500`)).body.data
  return { ...service, send, batch, items, payments }
}

test('a batch is accepted immediately, then makes a payment of each item and counts them', async () => {
  const service = await open()
  const sent = await service.send(many(service, 60), { name: 'May salaries', clientReference: 'run-5' })
  expect(sent).toMatchObject({
    status: 202,
    body: {
      status: 'Checking',
      mode: 'Strict',
      format: 'Json',
      name: 'May salaries',
      progress: { done: 0, total: 60, percent: 0 },
      counts: { pending: 60, created: 0 },
    },
  })
  const { batchId } = sent.body
  await service.settle()
  await service.advance(60_000)
  expect(await service.batch(batchId)).toMatchObject({
    status: 'Completed',
    progress: { done: 60, percent: 100 },
    counts: { pending: 0, created: 60, invalid: 0 },
    payments: { Completed: 60 },
    totals: [{ currency: 'EUR', amount: '600.00', count: 60 }],
  })
  const [first] = await service.items(batchId, '?limit=1')
  expect(first).toMatchObject({ line: 1, status: 'Created', paymentStatus: 'Completed', errors: [] })
  expect(await service.read(first.paymentId)).toMatchObject({ batchId, amount: '10.00' })
  expect((await service.balance('EUR')).balance).toBe(1_000_000_00n - 600_00n)
  expect((await service.send(many(service, 1), { clientReference: 'run-5' })).body).toMatchObject({
    code: 'duplicate_client_reference',
    params: { existingId: batchId },
  })
  expect(await service.events(batchId)).toEqual([
    'paymentBatch.checking',
    'paymentBatch.processing',
    'paymentBatch.completed',
  ])
})

describe('with items that cannot be paid', () => {
  const wrong = (service: PaymentService) => [
    item(service),
    item(service, { amount: 10 }),
    item(service, { beneficiaryId: 'ben_00000000000000000000000000' }),
    item(service, { paymentDate: '2026-11-22', reference: '東京' }),
    'nonsense',
    item(service, { clientReference: 'twice' }),
    item(service, { clientReference: 'twice' }),
  ]
  test('strict makes none and reports all errors of each', async () => {
    const service = await open()
    const { batchId } = (await service.send(wrong(service))).body
    await service.settle()
    expect(await service.batch(batchId)).toMatchObject({
      status: 'Rejected',
      counts: { invalid: 5, skipped: 2, created: 0 },
      payments: {},
    })
    const items = await service.items(batchId, '?status=Invalid')
    expect(
      items.map(({ line, errors }: { line: number; errors: { pointer: string; code: string }[] }) => [
        line,
        errors.map(({ pointer, code }) => `${pointer} ${code}`),
      ]),
    ).toEqual([
      [2, ['/amount amount_must_be_string']],
      [3, ['/beneficiaryId beneficiary_not_found']],
      [4, ['/paymentDate payment_date_unavailable', '/reference characters_not_allowed']],
      [5, [' wrong_type']],
      [7, ['/clientReference duplicate_client_reference']],
    ])
    expect((await service.balance('EUR')).held).toBe(0n)
  })
  test('partial pays the others', async () => {
    const service = await open()
    const { batchId } = (await service.send(wrong(service), { mode: 'Partial' })).body
    await service.settle()
    expect(await service.batch(batchId)).toMatchObject({ status: 'Completed', counts: { invalid: 5, created: 2 } })
    await service.advance(60_000)
    expect((await service.batch(batchId)).payments).toEqual({ Completed: 2 })
  })
})

test('strict is all or none for money too: an ABS batch that is one payment too large leaves nothing held', async () => {
  const service = await open('ABS', 595_00n)
  const { batchId } = (await service.send(many(service, 60))).body
  await service.settle()
  await service.advance(60_000)
  expect(await service.batch(batchId)).toMatchObject({
    status: 'Rejected',
    counts: { invalid: 1, undone: 59, created: 0 },
    payments: { Cancelled: 59 },
  })
  const [failed] = await service.items(batchId, '?status=Invalid')
  expect(failed).toMatchObject({ line: 60, errors: [{ code: 'insufficient_funds' }] })
  expect(await service.balance('EUR')).toEqual({ balance: 595_00n, held: 0n })
})

test('partial without enough money: those that there is money for are paid', async () => {
  const service = await open('ABS', 55_00n)
  const { batchId } = (await service.send(many(service, 10), { mode: 'Partial' })).body
  await service.settle()
  await service.advance(60_000)
  expect(await service.batch(batchId)).toMatchObject({ status: 'Completed', payments: { Completed: 5, Rejected: 5 } })
})

test('no payment of a strict batch leaves before all are made', async () => {
  const service = await open()
  const { batchId } = (await service.send(many(service, 60))).body
  let limit = 5
  const worker = service.newWorker()
  while (limit-- > 0) {
    await db.pool.query(`update due_work set due_at = due_at where entity_id = $1`, [service.entityId])
    await worker.runDue(service.time.now)
    const { status, payments } = await service.batch(batchId)
    if (status === 'Processing') expect(Object.keys(payments)).toEqual(['Screening'])
  }
  expect((await service.batch(batchId)).status).toBe('Completed')
})

test('a crash in any transaction neither loses an item nor pays it twice', async () => {
  let turn = 0
  const service = await openPayments(db, 'RM', {
    wrap:
      (handler) =>
      async (...args) => {
        const externalCall = await handler(...args)
        if (turn++ % 3 !== 0) throw new Error('struck after the work, before its commit')
        return externalCall
      },
  })
  await service.fund('EUR', 1_000_000_00n)
  const { batchId } = (await service.post(URL, { items: many(service, 60), mode: 'Partial' })).body
  for (let due = 1, i = 0; due > 0 && i < 400; i++) {
    await service.advance(1_000)
    const again = 'update due_work set retry_at = null where entity_id = $1'
    due = (await db.pool.query(again, [service.entityId])).rowCount!
  }
  const { body } = await service.get(`${URL}/${batchId}`)
  expect(body).toMatchObject({ status: 'Completed', counts: { created: 60 }, payments: { Completed: 60 } })
  const { rows } = await db.pool.query<{ payments: bigint; items: bigint }>(
    `select count(distinct payment_id) as payments, count(*) as items from payment_batch_items where entity_id = $1`,
    [service.entityId],
  )
  expect(rows).toEqual([{ payments: 60n, items: 60n }])
  const made = await db.pool.query<{ count: bigint }>('select count(*) from payments where entity_id = $1', [
    service.entityId,
  ])
  expect(made.rows[0]!.count).toBe(60n)
  expect((await service.balance('EUR')).balance).toBe(1_000_000_00n - 600_00n)
}, 240_000)

test('a batch cancelled before it is processed pays nothing; later, payments not yet submitted are cancelled', async () => {
  const service = await open()
  const early = (await service.send(many(service, 3))).body.batchId
  expect((await service.post(`${URL}/${early}/cancel`, undefined)).body.status).toBe('Cancelling')
  await service.settle()
  expect(await service.batch(early)).toMatchObject({ status: 'Cancelled', counts: { skipped: 3 }, payments: {} })

  const monday = (
    await service.send(
      many(service, 30, () => ({ paymentDate: '2026-11-23' })),
      { mode: 'Partial' },
    )
  ).body.batchId
  await service.settle()
  expect(await service.batch(monday)).toMatchObject({ status: 'Completed', payments: { Scheduled: 30 } })
  expect(await service.post(`${URL}/${monday}/cancel`, undefined)).toMatchObject({
    status: 409,
    body: { code: 'payment_batch_not_cancellable' },
  })
  expect((await service.post(`${URL}/bat_00000000000000000000000000/cancel`, undefined)).status).toBe(404)
})

test('the same key sends it once; a dry run checks every item and stores nothing', async () => {
  const service = await open()
  const key = { 'idempotency-key': 'batch-1' }
  const first = await service.send(many(service, 2), {}, key)
  const again = await service.send(many(service, 2), {}, key)
  expect([again.body.batchId, again.headers['idempotent-replayed']]).toEqual([first.body.batchId, 'true'])
  const dry = await service.post(`${URL}?dryRun=true`, { items: [item(service), item(service, { amount: '0' })] })
  expect(dry.body).toMatchObject({ dryRun: true, status: 'Rejected', errors: [{ line: 2 }] })
  const { body } = await service.get(`${URL}?entityId=${service.wireEntity}`)
  expect(body.data).toHaveLength(1)
})

test('a CSV becomes payments', async () => {
  const service = await open()
  const csv = `accountId,beneficiaryId,paymentDate,amount,currency,reference
${service.account['EUR']},${service.beneficiary['EUR']},2026-11-20,12.50,EUR,Rent
${service.account['EUR']},${service.beneficiary['EUR']},2026-11-20,7,EUR,Power`
  const sent = await service.post(`${URL}?mode=Partial&name=csv`, csv, { 'content-type': 'text/csv' })
  expect(sent).toMatchObject({ status: 202, body: { format: 'Csv', mode: 'Partial', name: 'csv' } })
  await service.settle()
  const made = await service.payments(sent.body.batchId)
  expect(made.map(({ amount, reference }: { amount: string; reference: string }) => [amount, reference])).toEqual([
    ['7.00', 'Power'],
    ['12.50', 'Rent'],
  ])
  const bad = await service.post(URL, 'amount\n"', { 'content-type': 'text/csv' })
  expect(bad).toMatchObject({ status: 400, body: { code: 'csv_invalid' } })
})

test('a pain.001 becomes payments with its end-to-end ids, and is known by its MsgId', async () => {
  const service = await open()
  const { iban } = (await findAccount(db.reader, service.entityId, service.uuid(service.account['EUR']!)))!
  const xml = pain001([transfer({ endToEndId: 'E2E-7', instrId: 'I-7', amount: '20.00', ustrd: 'Invoice 7' })], {
    debtorIban: iban,
  })
  const headers = { 'content-type': 'application/xml' }
  const sent = await service.post(URL, xml, headers)
  expect(sent).toMatchObject({ status: 202, body: { format: 'Pain001', clientReference: 'MSG-1' } })
  await service.settle()
  expect((await service.payments(sent.body.batchId))[0]).toMatchObject({
    amount: '20.00',
    endToEndId: 'E2E-7',
    clientReference: 'I-7',
    reference: 'Invoice 7',
    beneficiarySnapshot: { iban: 'DE89370400440532013000' },
  })
  expect(errorCode((await service.post(URL, xml, headers)).body)).toBe('duplicate_client_reference')
  const other = pain001([transfer({ amount: '20.00' })], { messageId: 'MSG-2' })
  const { batchId } = (await service.post(URL, other, headers)).body
  await service.settle()
  expect((await service.items(batchId))[0]).toMatchObject({
    status: 'Invalid',
    errors: [{ code: 'account_not_found' }],
  })
  expect(errorCode((await service.post(URL, '<x/>', headers)).body)).toBe('xml_invalid')
})

test('every detail of a pain.001 is in the payment or reported with the item, never silently dropped', async () => {
  const service = await open()
  const { iban } = (await findAccount(db.reader, service.entityId, service.uuid(service.account['EUR']!)))!
  const xml = pain001(
    [
      transfer({
        endToEndId: 'A',
        intermediary: '<IntrmyAgt1><FinInstnId><BICFI>CHASUS33</BICFI></FinInstnId></IntrmyAgt1>',
        more: '<RgltryRptg><Dtls><Ctry>DE</Ctry><Cd>P0103</Cd><Inf>Goods</Inf></Dtls></RgltryRptg>',
        structured: '<Strd><RfrdDocInf><Nb>INV-7</Nb></RfrdDocInf></Strd>',
      }),
      transfer({ endToEndId: 'B', amount: '0.00', more: '<Tax><RefNb>T-1</RefNb></Tax>' }),
      transfer({ endToEndId: 'C' }),
    ],
    { debtorIban: iban },
  ).replace('<ReqdExctnDt>', '<PmtTpInf><CtgyPurp><Cd>SUPP</Cd></CtgyPurp></PmtTpInf><ReqdExctnDt>')
  const { body } = await service.post(`${URL}?mode=Partial`, xml, { 'content-type': 'application/xml' })
  await service.settle()
  const [carried, refused, plain] = await service.items(body.batchId)
  expect(await service.read(carried.paymentId)).toMatchObject({
    beneficiarySnapshot: { intermediary: { bic: 'CHASUS33' } },
    regulatoryReporting: { code: 'P0103', country: 'DE', details: ['Goods'] },
    remittance: { structured: { invoiceNumber: 'INV-7' } },
  })
  expect(refused).toMatchObject({
    status: 'Invalid',
    errors: [{ code: 'file_element_not_carried', params: { elements: ['Tax/RefNb'] } }, { pointer: '/amount' }],
  })
  for (const item of [carried, refused, plain]) {
    expect(item.warnings).toContainEqual({
      pointer: '',
      code: 'file_element_not_sent',
      message: 'PmtTpInf/CtgyPurp/Cd is not sent on.',
    })
  }
})

describe('of an entity that must verify its payees', () => {
  const magic: VerificationPort = {
    async ask({ name = '' }) {
      asked.push(name)
      const code = /#(\w+)$/.exec(name)?.[1] ?? 'MTCH'
      return { scheme: 'SEPA_VOP', code, name: name.replace(/ #.*/, '') }
    },
  }
  const asked: string[] = []
  const openEu = () => open('RM', 1_000_000_00n, { jurisdiction: 'EU', verification: magic })
  const file = async (service: Awaited<ReturnType<typeof openEu>>, names: string[], query = '') => {
    const { iban } = (await findAccount(db.reader, service.entityId, service.uuid(service.account['EUR']!)))!
    const transfers = names.map((name, i) => transfer({ name, endToEndId: `E${i}` }))
    const xml = pain001(transfers, { debtorIban: iban, messageId: `M${names.length}${query}` })
    const { body } = await service.post(`${URL}${query}`, xml, { 'content-type': 'application/xml' })
    await service.settle()
    return body.batchId as string
  }

  test('a file’s items are verified by the service, a match is paid and bound to the answer', async () => {
    const service = await openEu()
    asked.length = 0
    const batchId = await file(service, ['Muster GmbH', 'Muster GmbH', 'Other AG'])
    expect(await service.batch(batchId)).toMatchObject({ status: 'Completed', counts: { created: 3 } })
    expect([...asked].sort()).toEqual(['Muster GmbH', 'Other AG'])
    for (const item of await service.items(batchId)) {
      expect(item.verification).toMatchObject({ status: 'Match', scheme: 'SEPA_VOP' })
      expect((await service.read(item.paymentId)).verificationId).toBe(item.verification.verificationId)
    }
  })

  test('anything but a match is the item’s error: strict pays none, partial the others, consent the rest', async () => {
    const service = await openEu()
    const names = ['Muster GmbH', 'Near GmbH #CMTC', 'Wrong GmbH #NMTC', 'Nobody GmbH #NOAP']
    const strict = await file(service, names)
    expect(await service.batch(strict)).toMatchObject({ status: 'Rejected', counts: { invalid: 3, skipped: 1 } })
    const partial = await file(service, names, '?mode=Partial')
    expect(await service.batch(partial)).toMatchObject({ status: 'Completed', counts: { invalid: 3, created: 1 } })
    for (const batchId of [strict, partial]) {
      const [near, wrong, nobody] = await service.items(batchId, '?status=Invalid')
      expect(near.errors).toMatchObject([
        {
          pointer: '/verificationId',
          code: 'payee_not_matched',
          params: { status: 'NearMatch', matchedName: 'Near GmbH' },
        },
      ])
      expect(wrong.errors).toMatchObject([{ params: { status: 'NoMatch' } }])
      expect(wrong.errors[0].params).not.toHaveProperty('matchedName')
      expect(nobody.errors).toMatchObject([{ params: { status: 'NotAvailable' } }])
    }
    const [near] = await service.items(partial, '?status=Invalid')
    const { verificationId } = near.errors[0].params
    const { endToEndId: _, ...order } = near.order
    const sent = await service.send([{ ...order, clientReference: 'consent', verificationId }])
    await service.settle()
    expect(await service.batch(sent.body.batchId)).toMatchObject({ counts: { created: 1 } })
  })

  test('CSV and JSON items without a column for it too, saved payees included', async () => {
    const service = await openEu()
    const csv = `accountId,beneficiaryId,paymentDate,amount,currency,reference
${service.account['EUR']},${service.beneficiary['EUR']},2026-11-20,12.50,EUR,Rent`
    const { body } = await service.post(URL, csv, { 'content-type': 'text/csv' })
    await service.settle()
    expect(await service.batch(body.batchId)).toMatchObject({ status: 'Completed', counts: { created: 1 } })
    const { beneficiaryId } = await service.read((await service.items(body.batchId))[0].paymentId)
    expect((await service.get(`/v1/beneficiaries/${beneficiaryId}`)).body.verification.status).toBe('Match')
  })

  test('a bank that does not respond delays no item; the next batch asks it again', async () => {
    let down = true
    const service = await open('RM', 1_000_000_00n, {
      jurisdiction: 'EU',
      verification: { ask: async (...question) => (down ? Promise.reject(new Error('down')) : magic.ask(...question)) },
    })
    const sent = await service.send([item(service)])
    await service.settle()
    const [only] = await service.items(sent.body.batchId)
    expect(only.errors).toMatchObject([{ code: 'payee_not_matched', params: { status: 'NotAvailable' } }])
    down = false
    const again = await service.send([item(service)])
    await service.settle()
    expect(await service.batch(again.body.batchId)).toMatchObject({ counts: { created: 1 } })
  })
})

test('another entity’s batch is not there', async () => {
  const [service, stranger] = [await open(), await open()]
  const { batchId } = (await service.send(many(service, 1))).body
  expect((await stranger.get(`${URL}/${batchId}`)).status).toBe(404)
  expect((await stranger.get(`${URL}/${batchId}/items`)).status).toBe(404)
  expect(errorCode((await stranger.send([{}], { entityId: service.wireEntity })).body)).toBe('entity_not_found')
})

test('210 items are checked, paid and counted to the last, and the account is debited by their sum', async () => {
  const service = await open()
  const sent = await service.send(many(service, 210, (i) => ({ amount: `${i + 1}.00`, clientReference: `item-${i}` })))
  await service.settle()
  await service.advance(60_000)
  expect(await service.batch(sent.body.batchId)).toMatchObject({
    status: 'Completed',
    progress: { done: 210, total: 210, percent: 100 },
    counts: { created: 210, invalid: 0 },
    payments: { Completed: 210 },
    totals: [{ currency: 'EUR', amount: '22155.00', count: 210 }],
  })
  expect(await service.balance('EUR')).toEqual({ balance: 1_000_000_00n - 22_155_00n, held: 0n })
}, 240_000)

test('5,000 items are accepted, 5,001 are rejected', async () => {
  const service = await open()
  const items = many(service, 5000)
  const sent = await service.send(items, { mode: 'Partial' })
  expect([sent.status, sent.body.counts?.pending]).toEqual([202, 5000])
  const refused = await service.send([...items, item(service)])
  expect([refused.status, errorCode(refused.body)]).toEqual([400, 'too_many_items'])
  await service.post(`${URL}/${sent.body.batchId}/cancel`, undefined)
  await service.settle()
  expect(await service.batch(sent.body.batchId)).toMatchObject({ status: 'Cancelled', counts: { skipped: 5000 } })
}, 240_000)
