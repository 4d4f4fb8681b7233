import { expect, test } from 'vitest'
import { encodeImage } from '../../src/events/images.ts'
import { breaches } from './event-versions.ts'

const event = (sequence: number, version: number, type = 'payment.sent') => ({
  entityId: 'e',
  sequence: BigInt(sequence),
  type,
  resourceType: 'payment',
  resourceId: 'p',
  version,
})
const images = (...states: object[]) => new Map(states.map((state, i) => [BigInt(i + 1), encodeImage(state)]))

test('a version that falls in the feed is found', () => {
  const found = breaches([event(1, 3), event(2, 2, 'payment.trackingUpdated')], new Map())
  expect(found).toEqual(['payment.trackingUpdated 2 follows payment.sent 3'])
})

test('a resource that changed under the same version is found, with what changed', () => {
  const found = breaches(
    [event(1, 3), event(2, 3, 'payment.trackingUpdated')],
    images({ status: 'Sent', recall: null }, { status: 'Sent', recall: { status: 'Requested' } }),
  )
  expect(found).toEqual(['payment.trackingUpdated repeats the version of payment.sent with another recall'])
})

test('an event that changes nothing may repeat the version; one that raises it may change everything', () => {
  const states = [{ status: 'Sent' }, { status: 'Sent' }, { status: 'Completed' }]
  expect(breaches([event(1, 3), event(2, 3), event(3, 4)], images(...states))).toEqual([])
})
