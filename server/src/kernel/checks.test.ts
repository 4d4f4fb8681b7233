import { expect, test } from 'vitest'
import { refuseAmount } from './values/money.ts'
import { fieldError, type Refusal } from './values/refusals.ts'
import { asFieldErrors, type Check, runChecks } from './checks.ts'
import { refuseAll, refuseShape } from './http/validation.ts'

interface Subject {
  amount: string
  currency: string
  minor?: bigint
}

const fail = (refusal: Refusal): never => {
  throw refusal
}

const CHECKS: readonly Check<Subject>[] = [
  { at: '/currency', check: ({ currency }) => (currency === 'XXX' ? fail(refuseShape.currency_unknown()) : undefined) },
  {
    at: '/amount',
    needs: ['/currency'],
    check: ({ amount }) => (amount === 'x' ? fail(refuseAmount.amount_invalid()) : { minor: BigInt(amount) }),
  },
  {
    at: '/texts',
    check: ({ minor }) => {
      if (minor === 13n)
        throw refuseAll(['/texts/0', '/texts/1'].map((at) => fieldError(at, refuseShape.field_required())))
    },
  },
]

const pointersOf = async (subject: Subject, unread: string[] = []) =>
  asFieldErrors(await runChecks(CHECKS, subject, (pointer) => !unread.includes(pointer))).map(({ pointer }) => pointer)

test('all errors are reported, in the order of the list', async () => {
  expect(await pointersOf({ amount: 'x', currency: 'XXX' })).toEqual(['/currency', '/amount'])
})

test('an error is not reported if its field, or one that it needs, is unreadable', async () => {
  expect(await pointersOf({ amount: 'x', currency: 'XXX' }, ['/currency'])).toEqual([])
  expect(await pointersOf({ amount: 'x', currency: 'EUR' }, ['/amount'])).toEqual([])
})

test('later checks use the values of earlier ones', async () => {
  const subject: Subject = { amount: '13', currency: 'EUR' }
  expect(await pointersOf(subject)).toEqual(['/texts/0', '/texts/1'])
  expect(subject.minor).toBe(13n)
})

test('an error with a list loses only the errors of unreadable fields', async () => {
  expect(await pointersOf({ amount: '13', currency: 'EUR' }, ['/texts/0'])).toEqual(['/texts/1'])
  expect(await pointersOf({ amount: '13', currency: 'EUR' }, ['/texts/0', '/texts/1'])).toEqual([])
})

test('a defect in a check is not reported as an error of a field', async () => {
  await expect(pointersOf({ amount: 'no number', currency: 'EUR' })).rejects.toThrow(SyntaxError)
})
