import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openFileBank, returnFile, statusFile } from '../../../test/support/file-bank.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, directory, take, settled } = bank

const ADVICE = 'Find the report with list-contradictions, and clear it with clear-contradiction.'
const SETTLED_AFTER_REJECTION = (uetr: string) =>
  `contradictory: payment ${uetr} is Failed, and the bank reports Completed. The bank debited or settled a payment that it ` +
  `had rejected; the payer had its money back then. ${ADVICE}`

const outcomes = (name: string): string[] => {
  const text = readFileSync(path.join(directory, 'done', `${name}.result.json`), 'utf8')
  return (JSON.parse(text).results as { outcome: string }[]).map(({ outcome }) => outcome)
}

test('the result file states a report that contradicts its payment with what to do, not as the status of the payment', async () => {
  const payment = (await service.create({ amount: '41.00' }, 'GBP')).body
  await service.settle()
  expect(await take(statusFile(payment.uetr, 'RJCT', 'CT-1'))).toEqual([`payment ${payment.uetr}: Failed`])
  expect(await take(statusFile(payment.uetr, 'ACSC', 'CT-2'))).toEqual([SETTLED_AFTER_REJECTION(payment.uetr)])
  expect((await service.read(payment.paymentId)).status).toBe('Failed')
  expect(await bank.listed()).toMatchObject([{ kind: 'DebitAfterRejection', amount: 41_00n }])
  // another report of it is not listed twice, and is still no status of the payment
  expect(await take(statusFile(payment.uetr, 'ACSC', 'CT-3'))).toEqual([SETTLED_AFTER_REJECTION(payment.uetr)])
  expect(await bank.listed()).toHaveLength(1)
})

test('the result file states a contradiction to a report that was read just before and did not take effect yet', async () => {
  const payment = (await service.create({ amount: '42.00' }, 'GBP')).body
  await service.settle()
  const listed = (await bank.listed()).length
  writeFileSync(path.join(directory, 'inbox', 'a-rejected.xml'), statusFile(payment.uetr, 'RJCT', 'CT-4'))
  await bank.poll()
  writeFileSync(path.join(directory, 'inbox', 'b-settled.xml'), statusFile(payment.uetr, 'ACSC', 'CT-5'))
  await bank.poll()
  expect([outcomes('a-rejected.xml'), outcomes('b-settled.xml')]).toEqual([
    [`payment ${payment.uetr}: Failed`],
    [SETTLED_AFTER_REJECTION(payment.uetr)],
  ])
  await service.advance(1000)
  expect((await bank.listed()).slice(listed)).toMatchObject([{ kind: 'DebitAfterRejection', amount: 42_00n }])
})

test('the result file states a return above the amount paid as a return that is contradictory in part', async () => {
  const payment = await settled('43.00')
  const listed = (await bank.listed()).length
  expect(await take(returnFile(payment.uetr, 'RETURN-ABOVE-43', '50.00'))).toEqual([
    `payment ${payment.uetr}: Returned, and contradictory in part. More came back than was paid and had not been returned ` +
      `before. ${ADVICE}`,
  ])
  expect((await bank.listed()).slice(listed)).toMatchObject([{ kind: 'ReturnAboveAmount', amount: 7_00n }])
})

test('the result file does not state that a payment failed when its bank rejects it after its money came back', async () => {
  const payment = await settled('44.00')
  await take(returnFile(payment.uetr, 'RETURN-OF-44-00', '44.00'))
  const listed = (await bank.listed()).length
  expect(await take(statusFile(payment.uetr, 'RJCT', 'CT-6'))).toEqual([
    `no change: payment ${payment.uetr} is Returned, and the bank reports Failed. The rejection changes nothing: its payer ` +
      'has the money already.',
  ])
  expect((await service.read(payment.paymentId)).status).toBe('Returned')
  expect(await bank.listed()).toHaveLength(listed)
})
