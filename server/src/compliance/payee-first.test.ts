import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { payees } from '../../test/support/payment-service.ts'
import { openScreenedPayments } from '../../test/support/screened-payments.ts'

const db = await testDatabase()
const { service, load, openCase, review } = await openScreenedPayments(db)
const MONDAY = '2026-11-23'
const SENT = ['Submitted', 'Sent', 'Completed']

async function givenPayee(name: string): Promise<string> {
  const { status, body } = await service.post('/v1/beneficiaries', {
    entityId: service.wireEntity,
    ...payees.EUR,
    name,
  })
  expect([status, body.status]).toEqual([201, 'Active'])
  return body.beneficiaryId
}

/** A held payment to a saved payee that a list names since, each with an open case. */
async function givenHeld(name: string, more: Record<string, unknown> = {}) {
  const payee = await givenPayee(name)
  const { body } = await service.create({ beneficiaryId: payee, paymentDate: today(), ...more })
  await service.settle()
  await load('ONE', 'Otto Anders', name)
  await service.settle()
  return { payee, payment: body.paymentId as string }
}
const today = () => service.time.now.toISOString().slice(0, 10)
const statusOf = async (paymentId: string) => (await service.read(paymentId)).status

beforeEach(async () => {
  await load('ONE', 'Otto Anders')
  await load('TWO', 'Otto Anders')
  await service.settle()
})

test('the release of a payment whose payee waits for its own review is refused and names the case of the payee', async () => {
  const { payee, payment } = await givenHeld('Ingrid Svensdottir', { paymentDate: MONDAY })
  await service.advance('2026-11-23T02:00:00Z')
  expect(await statusOf(payment)).toBe('Held')
  const { caseId } = (await openCase(payee))!
  await expect(review(payment, 'release')).rejects.toMatchObject({
    code: 'screening_payee_undecided',
    params: { caseId, beneficiaryId: payee },
  })
  await service.settle()
  expect(await statusOf(payment)).toBe('Held')
  await review(payee, 'release')
  await review(payment, 'release')
  await service.settle()
  expect(SENT).toContain(await statusOf(payment))
})

test('a payment that was held for its text when a list names its payee is sent once both are released', async () => {
  await load('TWO', 'Kapitan Nemovitch')
  const { payee, payment } = await givenHeld('Astrid Bengtsdottir', { reference: 'Kapitan Nemovitch' })
  expect(await statusOf(payment)).toBe('Held')
  await expect(review(payment, 'release')).rejects.toMatchObject({ code: 'screening_payee_undecided' })
  await review(payee, 'release')
  await review(payment, 'release')
  expect(await statusOf(payment)).toBe('Held') // for its payee, whom its first case did not name
  await review(payment, 'release')
  await service.settle()
  expect(SENT).toContain(await statusOf(payment))
})

test('a payment whose payee waits for its own review can be rejected', async () => {
  await load('TWO', 'Kapitan Nemovitch')
  const { payee, payment } = await givenHeld('Solveig Haraldsdottir', { reference: 'Kapitan Nemovitch' })
  await review(payment, 'reject')
  expect(await service.read(payment)).toMatchObject({
    status: 'Rejected',
    statusReason: { code: 'ScreeningRejected' },
  })
  await review(payee, 'release')
})

test('a payment to a payee that a reviewer rejects is not sent', async () => {
  await load('TWO', 'Kapitan Nemovitch')
  const { payee, payment } = await givenHeld('Gudrun Olafsdottir', { reference: 'Kapitan Nemovitch' })
  await review(payee, 'reject')
  await review(payment, 'release')
  await service.settle()
  expect(await statusOf(payment)).not.toBe('Submitted')
  if ((await statusOf(payment)) === 'Held') await review(payment, 'release')
  expect(await service.read(payment)).toMatchObject({
    status: 'Rejected',
    statusReason: { code: 'BeneficiaryNotActive' },
  })
})

test('a payment that screening finds nothing in waits for the review of its payee, and is then sent', async () => {
  const payee = await givenPayee('Ragnhild Eriksdottir')
  const day = '2026-11-25'
  const { body } = await service.create({ beneficiaryId: payee, paymentDate: day })
  await load('ONE', 'Otto Anders', 'Ragnhild Eriksdottir')
  await service.settle()
  await load('ONE', 'Otto Anders')
  await service.advance(`${day}T02:00:00Z`)
  expect(await statusOf(body.paymentId)).toBe('Screening')
  await review(payee, 'release')
  await service.settle()
  expect(SENT).toContain(await statusOf(body.paymentId))
})

test('the sandbox does not send a held payment whose payee waits for its own review', async () => {
  await load('TWO', 'Kapitan Nemovitch')
  const { payee, payment } = await givenHeld('Torhild Magnusdottir', { reference: 'Kapitan Nemovitch' })
  expect(await statusOf(payment)).toBe('Held')
  const answer = await service.post(`/v1/sandbox/payments/${payment}/transition`, { status: 'Submitted' })
  expect([answer.status, answer.body.code]).toEqual([409, 'screening_payee_undecided'])
  expect(await statusOf(payment)).toBe('Held')
  await review(payee, 'release')
  await review(payment, 'reject')
})
