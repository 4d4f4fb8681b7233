import { expect, test } from 'vitest'
import type { Facility, MarginCall, Trade } from '../read/resources.ts'
import type { Books } from './books.ts'
import { changeLetter, compareLetters, firstLetter } from './letters.ts'

const terms = (overdueAction: string, overdueGraceHours: number) => ({
  overdueAction,
  overdueGraceHours,
  collection: 'Automatic',
})
const at = new Date('2027-01-04T09:00:00Z')

/** A letter of 24 hours that the operator made harsher or milder on 4 January. */
function changed(overdueGraceHours: number, isSigned: boolean) {
  const letter = firstLetter(terms('CloseOut', 24))
  changeLetter(letter, { change: { overdueGraceHours }, isSigned, at })
  return new Map([['fac_1', letter]])
}

/** Books with a call that was due on 4 January, and a forward that was closed out for it. */
function books(grace: number, closedAt: string | undefined, now = '2027-01-05T23:10:00Z'): Books {
  const status = closedAt === undefined ? 'Overdue' : 'Cancelled'
  const call = {
    marginCallId: 'mgc_1',
    facilityId: 'fac_1',
    status,
    dueAt: '2027-01-04T16:00:00Z',
    reasonTradeIds: ['trd_1'],
  }
  const history = closedAt === undefined ? [] : [{ status: 'ClosedOut', at: closedAt, reason: 'MarginCallOverdue' }]
  const forward = { tradeId: 'trd_1', kind: 'Forward', history, forward: { facilityId: 'fac_1' } }
  return {
    now: new Date(now),
    facilities: [{ facilityId: 'fac_1', marginCallTerms: terms('CloseOut', grace) } as Facility],
    calls: [call as MarginCall],
    trades: new Map([['trd_1', forward as Trade]]),
  } as Books
}

const checks = (...of: Parameters<typeof compareLetters>) => compareLetters(...of).map(({ check }) => check)

test('a shorter grace applies from its signature on, a longer one immediately', () => {
  expect(checks(books(24, undefined), changed(2, false))).toEqual([])
  expect(checks(books(2, undefined), changed(2, true))).toEqual([])
  expect(checks(books(48, undefined), changed(48, false))).toEqual([])
  expect(checks(books(2, undefined), changed(2, false))).toEqual(['a facility shows the terms in force'])
})

test('a close-out before the agreed time is found', () => {
  expect(checks(books(24, '2027-01-05T16:00:00Z'), changed(2, false))).toEqual([])
  expect(checks(books(24, '2027-01-04T18:00:00Z'), changed(2, false))).toEqual([
    'no deal is closed out before the agreed time',
  ])
  expect(checks(books(2, '2027-01-04T18:00:00Z'), changed(2, true))).toEqual([])
})

test('a call whose deals are not closed out is found', () => {
  expect(checks(books(24, undefined, '2027-01-20T23:10:00Z'), changed(2, false))).toEqual([
    'an unmet call closes its deals out',
  ])
})
