import { expect, test } from 'vitest'
import { operatorAct } from '../../test/support/clients.ts'
import { openCreditDesk } from '../../test/support/credit.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openDesk } from '../../test/support/desk.ts'
import { openPayments, type PaymentService } from '../../test/support/payment-service.ts'
import { setPolicy } from '../approvals/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import type { Mail } from '../kernel/mail/mailer.ts'
import { newUuid, parseId } from '../kernel/values/ids.ts'
import { EMAIL_WORK, emailReactions, emailWork } from './emails.ts'
import { messageOf } from './message.ts'
import { type EmailRow, insertRecipient } from './queries.ts'
import { TOPICS } from './rules.ts'
import { errorCode } from '../../test/support/codes.ts'

const db = await testDatabase()
const PATH = '/v1/notification-recipients'

/** A mail server that keeps what it takes, and rejects the next `failures` messages. */
function openMail() {
  const mail = {
    sent: [] as Mail[],
    failures: 0,
    tried: [] as Mail[],
    mailer: {
      institution: 'Example Bank',
      async send(message: Mail) {
        mail.tried.push(message)
        if (mail.failures-- > 0) throw new Error('451 try again later')
        mail.sent.push(message)
      },
    },
  }
  return mail
}

/** Payments of an entity whose every payment requires approval. */
async function givenService() {
  const mail = openMail()
  const service = await openPayments(db, 'RM', { mailer: mail.mailer })
  await service.fund('EUR', 1_000_000_00n)
  const any = { currency: null, fromMinor: 0n, belowMinor: null, newPayeeOnly: false, steps: 1 }
  await inTransaction(db, (tx) => setPolicy(tx, service.entityId, { resource: 'Payment', ...any }, operatorAct))
  await service.settle()
  const add = (email: string, topics: readonly string[] = ['Approvals']) => service.post(PATH, { email, topics })
  return { ...service, mail, add }
}

/** Runs the jobs until no e-mail waits for another attempt. */
async function deliver(service: PaymentService): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await service.settle().catch(() => {})
    await db.pool.query('update due_work set retry_at = null where kind = $1', [EMAIL_WORK])
  }
}

/** Stores a recipient of all topics; returns a function that runs the jobs again, which had no mail server before. */
async function givenRecipient(entityId: string) {
  const row = { entityId, recipientId: newUuid(), email: 'cfo@example.com', topics: [...TOPICS], createdAt: new Date() }
  await inTransaction(db, (tx) => tx.query(insertRecipient(row)))
  const mail = openMail()
  return async (at: Date) => {
    const { rows } = await db.pool.query<{ id: string }>(
      `with again as (update notification_emails set status = 'Pending', ended_at = null where entity_id = $1 returning message_id)
        select distinct message_id as id from again`,
      [entityId],
    )
    const act = { actor: { type: 'system' as const }, at, wall: at }
    const run = emailWork({ clock: { now: () => at, wall: () => at }, mailer: mail.mailer })
    for (const { id: resourceId } of rows) {
      const call = await inTransaction(db, (tx) => run(tx, { entityId, resourceId, kind: EMAIL_WORK, dueAt: at }, act))
      if (typeof call === 'function') await call(db)
    }
    return mail.sent.splice(0)
  }
}

test('a required approval is sent once to each recipient of the topic, and to no other', async () => {
  const [service, other] = [await givenService(), await givenService()]
  await service.add('first@example.com')
  await service.add('second@example.com', ['Approvals', 'MarginCalls'])
  await service.add('third@example.com', ['MarginCalls'])
  await other.add('stranger@example.com')
  service.mail.failures = 1
  const { body } = await service.create({ amount: '1234.50' })
  expect(body.status).toBe('PendingApproval')
  await deliver(service)
  expect(service.mail.sent.map(({ to }) => to).toSorted()).toEqual(['first@example.com', 'second@example.com'])
  expect(other.mail.tried).toEqual([])
  const [first, second] = service.mail.sent
  expect(first!.subject).toMatch(/^Approval required: payment of 1,234\.50 EUR to \S+/)
  expect(first!.text).toContain(`Payment: ${body.paymentId}`)
  expect(first!.text).toContain('Example Bank')
  expect(first!.messageId).not.toBe(second!.messageId)
  const attempts = service.mail.tried.filter(({ to }) => to === service.mail.tried[0]!.to)
  expect(new Set(attempts.map(({ messageId }) => messageId)).size).toBe(1)
})

test('an approval that was given before the e-mail is sent is not requested', async () => {
  const service = await givenService()
  await service.add('first@example.com')
  const { body } = await service.create()
  await service.post(`/v1/payments/${body.paymentId}/approve`, undefined, { authorization: 'Bearer approver' })
  await deliver(service)
  expect(service.mail.tried).toEqual([])
})

test('a recipient that is deleted gets nothing, not even what was waiting for the mail server', async () => {
  const service = await givenService()
  const { body: recipient } = await service.add('former@example.com')
  service.mail.failures = Number.POSITIVE_INFINITY
  await service.create()
  await deliver(service)
  expect(service.mail.tried.length).toBeGreaterThan(0)
  service.mail.failures = 0
  expect((await service.delete(`${PATH}/${recipient.notificationRecipientId}`)).status).toBe(204)
  await deliver(service)
  expect(service.mail.sent).toEqual([])
})

test('a mail server that is unavailable for 72 hours gets no outdated messages afterwards', async () => {
  const service = await givenService()
  await service.add('first@example.com')
  service.mail.failures = Number.POSITIVE_INFINITY
  await service.create({ paymentDate: '2026-12-18' })
  await deliver(service)
  expect(service.mail.tried.length).toBeGreaterThan(1)
  service.mail.failures = 0
  await db.pool.query(
    `update notification_emails set created_at = created_at - interval '73 hours' where entity_id = $1`,
    [service.entityId],
  )
  await deliver(service)
  expect(service.mail.sent).toEqual([])
  const { rows } = await db.pool.query('select status from notification_emails where entity_id = $1', [
    service.entityId,
  ])
  expect(rows).toEqual([{ status: 'Dropped' }])
})

test('an overdue trade is reported with the money that is missing', async () => {
  const desk = await openDesk(db, 'RM')
  const send = await givenRecipient(desk.entityId)
  const { body: quote } = await desk.quote({ amount: '100000.00', valueDate: '2026-11-27' })
  const { body: trade } = await desk.book(quote.quoteId)
  await desk.advance('2026-11-27T00:00:00.000Z')
  await desk.advance(trade.cutOffAt)
  const [mail, ...more] = await send(new Date(trade.cutOffAt))
  expect(more).toEqual([])
  expect(mail!.subject).toMatch(/^Overdue trade: buy [\d,.]+ \w{3}, sell [\d,.]+ \w{3}$/)
  expect(mail!.text).toContain(`Trade: ${trade.tradeId}`)
  expect(mail!.text).toContain('Value date: 27 November 2026')
})

test('a margin call is announced with amount and deadline; one that is paid by then is not', async () => {
  const desk = await openCreditDesk(db, { mids: { GBP: '1.30' } })
  const own = Object.entries(emailReactions()).map(([type, reaction]) => [type, [reaction]] as const)
  db.reactions = new Map([...db.reactions!, ...own]) // the desk sets its own
  const send = await givenRecipient(desk.entityId)
  await desk.reserve({ forwardType: 'Fixed', valueDate: '2027-02-25', side: 'Buy' })
  desk.market.set('GBP', '1.20')
  const [issued] = (await desk.run()).body.issued
  const [mail, ...more] = await send(new Date(issued.issuedAt))
  expect(more).toEqual([])
  expect(mail!.subject).toMatch(/^Margin call: [\d,.]+ GBP by \d+ \w+ \d{4}, /)
  expect(mail!.text).toContain(`Margin call: ${issued.marginCallId}`)
  expect(mail!.text).toContain(issued.explanation)
  await db.pool.query(`update margin_calls set status = 'Met', outstanding_minor = 0 where entity_id = $1`, [
    desk.entityId,
  ])
  expect(await send(new Date(issued.issuedAt))).toEqual([])
})

test('the margin calls of one run are one e-mail, without those that are paid by then', async () => {
  const desk = await openCreditDesk(db, { mids: { GBP: '1.30' } })
  const own = Object.entries(emailReactions()).map(([type, reaction]) => [type, [reaction]] as const)
  db.reactions = new Map([...db.reactions!, ...own])
  const send = await givenRecipient(desk.entityId)
  for (let i = 0; i < 3; i++) await desk.reserve({ forwardType: 'Fixed', valueDate: '2027-02-25', side: 'Buy' })
  desk.market.set('GBP', '1.20')
  const { issued } = (await desk.run()).body
  const at = new Date(issued[0].issuedAt)
  const [mail, ...more] = await send(at)
  expect(more).toEqual([])
  expect(mail!.subject).toMatch(/^3 margin calls to /)
  for (const { marginCallId } of issued) expect(mail!.text).toContain(`Margin call: ${marginCallId}`)
  const paid = `update margin_calls set status = 'Met', outstanding_minor = 0 where entity_id = $1 and margin_call_id = $2`
  await db.pool.query(paid, [desk.entityId, parseId('mgc', issued[0].marginCallId)])
  const [later] = await send(at)
  expect(later!.subject).toMatch(/^2 margin calls to /)
  expect(later!.text).not.toContain(issued[0].marginCallId)
  const { rows } = await db.pool.query(
    'select status, count(*)::int as count from notification_emails where entity_id = $1 group by 1 order by 1',
    [desk.entityId],
  )
  expect(rows).toEqual([
    { status: 'Dropped', count: 1 },
    { status: 'Sent', count: 2 },
  ])
  const email = {
    entityId: desk.entityId,
    eventType: 'marginCall.issued',
    resourceId: parseId('mgc', issued[1].marginCallId),
  }
  const many = await messageOf(
    db.pool,
    Array.from({ length: 60 }, () => email as EmailRow),
    'Example Bank',
  )
  expect(many!.subject).toMatch(/^60 margin calls to /)
  expect(many!.text).toContain('Not listed here: 10.')
})

test('recipients are listed, are unique, limited, and get nothing once they are deleted', async () => {
  const service = await givenService()
  const made = await service.add('First@example.com', ['Approvals', 'MarginCalls'])
  expect([made.status, made.body]).toEqual([
    201,
    {
      notificationRecipientId: expect.stringMatching(/^nrc_/),
      entityId: service.wireEntity,
      email: 'First@example.com',
      topics: ['MarginCalls', 'Approvals'],
      createdAt: expect.any(String),
    },
  ])
  const again = await service.add('first@EXAMPLE.com')
  expect([again.status, errorCode(again.body)]).toEqual([409, 'notification_recipient_exists'])
  for (let i = 1; i < 20; i++) expect((await service.add(`n${i}@example.com`)).status).toBe(201)
  expect(errorCode((await service.add('more@example.com')).body)).toBe('notification_recipient_limit_reached')
  expect((await service.get(PATH)).body.data).toHaveLength(20)
  const one = `${PATH}/${made.body.notificationRecipientId}`
  expect((await service.delete(one)).status).toBe(204)
  expect(errorCode((await service.delete(one)).body)).toBe('notification_recipient_not_found')
  await service.create()
  await deliver(service)
  expect(service.mail.sent.map(({ to }) => to)).not.toContain('First@example.com')
  expect(service.mail.sent).toHaveLength(19)
})

test('an address that unsubscribed from a topic gets no e-mail about it that still waits', async () => {
  const service = await givenService()
  const { body } = await service.add('cfo@example.com', ['Approvals'])
  await service.create()
  expect((await service.delete(`${PATH}/${body.notificationRecipientId}`)).status).toBe(204)
  expect((await service.add('cfo@example.com', ['MarginCalls'])).status).toBe(201)
  await deliver(service)
  expect(service.mail.sent).toEqual([])
})

test('without a mail server, recipients are rejected and not stored in silence', async () => {
  const service = await openPayments(db, 'RM', { mailer: null })
  const { status, body } = await service.post(PATH, { email: 'first@example.com', topics: ['Approvals'] })
  expect([status, errorCode(body)]).toEqual([422, 'notifications_not_available'])
  expect((await service.get(PATH)).body.data).toEqual([])
})

test.each([
  [{ email: 'nobody', topics: ['Approvals'] }, '/email'],
  [{ email: 'a@b.example\r\nBcc: c@d.example', topics: ['Approvals'] }, '/email'],
  [{ email: 'a@b.example', topics: [] }, '/topics'],
  [{ email: 'a@b.example', topics: ['Weather'] }, '/topics/0'],
  [{ email: 'a@b.example', topics: ['Approvals', 'Approvals'] }, '/topics'],
])('%j is rejected at %s', async (order, pointer) => {
  const service = await openPayments(db, 'RM', { mailer: openMail().mailer })
  const { status, body } = await service.post(PATH, order)
  expect(status).toBe(400)
  expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer])
})
