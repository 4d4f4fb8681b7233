import { describe, expect, test } from 'vitest'
import { officialCodes, officialFilesAtHand } from '../../../test/support/official-openapi.ts'
import { REASONS } from '../../payments/record/status-reasons.ts'
import { reasonOfStep } from './reasons.ts'
import type { PaymentStatusCode } from './terms/words.ts'

const STATUSES: PaymentStatusCode[] = ['RCVD', 'PDNG', 'PATC', 'ACTC', 'ACSP', 'ACSC', 'ACCC', 'RJCT']
const BY_US = Object.keys(REASONS).filter((reason) => reason.length > 4)
const OF_BANKS = Object.keys(REASONS).filter((reason) => reason.length === 4 && reason !== 'ACCC')

describe.skipIf(!officialFilesAtHand)('a reason in payment-details is one of the standard', () => {
  const known = officialFilesAtHand ? officialCodes('OBExternalStatusReason1Code') : new Set()

  test.each(STATUSES)('of a step %s without a reason of its own', (status) => {
    expect(known).toContain(reasonOfStep(status, null).code)
  })

  test.each([...BY_US, ...OF_BANKS])('of a step with the reason %s', (reason) => {
    expect(known).toContain(reasonOfStep('PDNG', reason).code)
  })
})

test('each reason fits into a step: 4 characters of code and 256 of description', () => {
  for (const reason of [null, ...BY_US, ...OF_BANKS])
    for (const status of STATUSES) {
      const { code, description } = reasonOfStep(status, reason)
      expect([reason, code.length, description.length > 0 && description.length <= 256]).toEqual([reason, 4, true])
    }
})

test('a code of a bank that we do not know is passed on', () => {
  expect(reasonOfStep('RJCT', 'AC07')).toEqual({ code: 'AC07', description: 'The bank gave the code AC07.' })
})

test('a third party does not learn that screening holds or rejected a payment', () => {
  for (const reason of ['ScreeningReview', 'ScreeningRejected'])
    expect(reasonOfStep('PDNG', reason)).toMatchObject({
      code: 'U042', // not disclosed
      description: expect.not.stringMatching(/screen|review/i),
    })
})
