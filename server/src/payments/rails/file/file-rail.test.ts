import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts'
import type { RailInstruction } from '../rail.ts'
import { createFileRail, makeRailFolders } from './file-rail.ts'

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))
await makeRailFolders(directory)

const settings = { format: 'pacs.008' as const, name: 'Cambist', bic: 'CMBTDEFFXXX', bankBic: 'DEUTDEFF' }
const at = new Date('2026-11-20T10:00:00.000Z')
const instruction = (): RailInstruction => ({
  uetr: crypto.randomUUID(),
  endToEndId: 'E2E-1',
  rail: 'Sepa',
  currency: 'EUR',
  amount: '1250.50',
  paymentDate: '2026-11-20',
  reference: 'Invoice 7',
  chargeBearer: 'SHA',
  debtor: { name: 'Harbour Imports B.V.', accountId: 'acc_1', iban: 'DE02120300000000202051', country: 'NL' },
  creditor: { name: 'Hanse GmbH', countryCode: 'DE', bankCountryCode: 'DE', iban: 'DE89370400440532013000' },
  details: {},
})

const noReport = () => Promise.reject(new Error('a file rail reports by its inbox'))

const filesIn = (folder: string) => readdirSync(path.join(directory, folder))

/** Moves complete files to `sent`, as a bank's transfer program does; fails where one was sent before or is cut off. */
function transfer(): void {
  for (const name of filesIn('outbox').filter((each) => each.endsWith('.xml'))) {
    expect(filesIn('sent'), 'sent twice').not.toContain(name)
    expect(readFileSync(path.join(directory, 'outbox', name), 'utf8').trimEnd()).toMatch(/<\/Document>$/)
    renameSync(path.join(directory, 'outbox', name), path.join(directory, 'sent', name))
  }
}

test('a payment that several processes submit concurrently is sent once, and no part of a file is sent', async () => {
  const payments = Array.from({ length: 100 }, instruction)
  const rails = Array.from({ length: 4 }, () => createFileRail(directory, settings))
  let isSubmitting = true
  const submitted = Promise.all(
    payments.flatMap((payment) => rails.map((rail) => rail.submit(payment, at, noReport))),
  ).finally(() => {
    isSubmitting = false
  })
  while (isSubmitting) {
    transfer()
    await pause()
  }
  await submitted
  transfer()
  expect([filesIn('sent').length, filesIn('outbox')]).toEqual([payments.length, []])
})

test('a message whose process was killed before it could be sent is sent by the next', async () => {
  const payment = instruction()
  const name = `pacs.008-${payment.uetr.replaceAll('-', '')}.xml`
  const [partial, written] = [`outbox/${name}.1.partial`, `written/${name}`].map((file) => path.join(directory, file))
  writeFileSync(partial!, '<Document>the first</Document>')
  linkSync(partial!, written!)
  await createFileRail(directory, settings).submit(payment, at, noReport)
  expect([filesIn('outbox'), readFileSync(path.join(directory, 'outbox', name), 'utf8')]).toEqual([
    [name],
    '<Document>the first</Document>',
  ])
  transfer()
})

test('a payment that the bank has taken is not submitted again after a restart', async () => {
  const payment = instruction()
  await createFileRail(directory, settings).submit(payment, at, noReport)
  transfer()
  const before = filesIn('sent').length
  await createFileRail(directory, settings).submit(payment, at, noReport)
  expect([filesIn('sent').length, filesIn('outbox')]).toEqual([before, []])
})
