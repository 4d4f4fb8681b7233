import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testInstitution } from '../../test/support/accounts.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments, payees, type PaymentService } from '../../test/support/payment-service.ts'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { operatorCommand } from '../commands/operator.ts'
import { loadCalendars } from '../fx/calendar/holidays/holidays.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { formatId } from '../kernel/values/ids.ts'
import { receiveFunds } from '../payments/inbound/index.ts'
import { createScreening } from '../screening/index.ts'
import { sandboxPolicies } from '../sim/index.ts'
import { screenPayees, withScreening } from './compliance.ts'

const db = await testDatabase()
await loadCalendars(db)
const screening = createScreening(0.88)
const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let service: PaymentService
beforeAll(async () => {
  const policies = withScreening(sandboxPolicies, screening)
  service = await openPayments(db, 'RM', { policies, screen: screenPayees(screening) })
  await service.fund('EUR', 10_000_00n)
})

/** Runs an operator's command and returns its output. */
async function operator(...words: string[]) {
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: service.deps.clock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  await command.parseAsync([...words, '--json'], { from: 'user' })
  return JSON.parse(printed)
}
function load(list: string, ...names: string[]) {
  const file = path.join(directory, `${list}.csv`)
  const nulls = Array(8).fill('-0-').join(',')
  writeFileSync(file, names.map((name, i) => `${i + 1},"${name}",individual,"EXA",${nulls}`).join('\r\n'))
  return operator('load-screening-list', '--list', list, '--file', file, '--force')
}
const openCase = async (about: string) =>
  ((await operator('screening-cases')) as { caseId: string; about: string; hits: string[] }[]).find(
    (row) => row.about === about,
  )
async function release(about: string) {
  const { caseId } = (await openCase(about))!
  const words = ['--entity', service.wireEntity, '--case', caseId, '--decision', 'release', '--reviewer', 'C. Officer']
  return operator('review-screening-case', ...words, '--reason', 'another birth date')
}

beforeEach(async () => {
  await load('ONE', 'LISTED, Viktor Petrovich')
  await load('TWO', 'Nobody Else')
})

test('a payment that is held while another list names its payee too stays held for a review of that', async () => {
  const creditorAccount = { ...payees.EUR, name: 'Viktor Listed' }
  const { body } = await service.create({ beneficiaryId: undefined, creditorAccount })
  await service.settle()
  await load('TWO', 'Viktor LISTED')
  await release(body.paymentId)
  await service.settle()
  expect((await service.read(body.paymentId)).status).toBe('Held')
  expect((await openCase(body.paymentId))!.hits.join()).toContain('TWO 1')
  await release(body.paymentId)
  await service.settle()
  expect(['Submitted', 'Sent', 'Completed']).toContain((await service.read(body.paymentId)).status)
})

test('money that is held while another list names its payer too stays held for a review of that', async () => {
  const account = { entityId: service.entityId, accountId: service.uuid(service.account['EUR']!), currency: 'EUR' }
  const act = { actor: { type: 'system' as const }, at: service.time.now, wall: service.time.now }
  const funds = { account, currency: 'EUR', amountMinor: 5_000n, debtor: { name: 'Viktor Listed' } }
  const { inboundPaymentId } = await inTransaction(db, (tx) => receiveFunds(tx, funds, act, screening))
  const id = formatId('inp', inboundPaymentId)
  const before = (await service.balance('EUR')).balance
  await load('TWO', 'Viktor LISTED')
  await release(id)
  expect((await service.balance('EUR')).balance).toBe(before)
  await release(id)
  expect((await service.balance('EUR')).balance).toBe(before + 5_000n)
})

test('a payment whose lists are loaded anew without a change needs one review', async () => {
  const creditorAccount = { ...payees.EUR, name: 'Viktor Listed' }
  const { body } = await service.create({ beneficiaryId: undefined, creditorAccount })
  await service.settle()
  await load('ONE', 'LISTED, Viktor Petrovich')
  await release(body.paymentId)
  await service.settle()
  expect(['Submitted', 'Sent', 'Completed']).toContain((await service.read(body.paymentId)).status)
})
