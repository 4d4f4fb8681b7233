import { expect, test } from 'vitest'
import type { BeneficiaryRow } from '../../beneficiaries/index.ts'
import type { CheckedOrder } from '../orders/assess.ts'
import type { PaymentRow } from '../record/queries.ts'
import { straightPayee } from './straight.ts'

const at = new Date('2026-11-20T10:00:00Z')
const plain = { approvalsRequired: 0, scheduledFor: null, batchId: null, currency: 'EUR', rail: 'Sepa', createdAt: at }
const active = {
  beneficiaryId: '01a21c51-081b-70fd-8001-b91818817455',
  version: 3,
  status: 'Active',
  currency: 'EUR',
  rails: ['Sepa'],
  payableFrom: null,
  details: {},
  name: 'Muster GmbH',
}
const judged = (draft: object, saved?: object) =>
  straightPayee(
    { ...plain, ...draft } as PaymentRow,
    { payee: { details: { name: 'Inline AG' } }, verification: undefined } as unknown as CheckedOrder,
    saved && ({ ...active, ...saved } as unknown as BeneficiaryRow),
  )

test('a payment that nothing stops freezes its payee, saved or given with it', () => {
  expect(judged({}, {})).toMatchObject({ name: 'Muster GmbH', version: 3 })
  expect(judged({})).toEqual({ name: 'Inline AG' })
})

test.each([
  ['needs an approval', { approvalsRequired: 1 }, {}],
  ['has a later date', { scheduledFor: new Date('2026-11-23T00:00:00Z') }, {}],
  ['is in a batch', { batchId: 'b' }, {}],
  ['has a blocked payee', {}, { status: 'Blocked' }],
  ['has a payee of another currency', {}, { currency: 'GBP' }],
  ['goes by a rail that its payee has not', {}, { rails: ['Swift'] }],
  ['has a payee that is payable later', {}, { payableFrom: new Date(at.getTime() + 1) }],
])('a payment that %s is not submitted immediately', (_, draft, saved) => {
  expect(judged(draft, saved)).toBeUndefined()
})
