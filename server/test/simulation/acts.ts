import fc from 'fast-check'

/**
 * Ways to send a command: without a key, with one, again later, or twice at once, the second time to another process.
 */
export const MANNERS = ['unkeyed', 'keyed', 'again', 'twice'] as const
export type Manner = (typeof MANNERS)[number]

type Entity = 'rm' | 'abs'

export interface Pay {
  do: 'pay'
  who: Entity
  currency: 'EUR' | 'GBP'
  minor: number
  reference: string
  /** Days after the earliest date. */
  later: number
  /** Concurrent action through another process; '-' is none. */
  next: '-' | 'cancel' | 'approve' | 'reject' | 'Rejected' | 'Submitted'
}

export interface Deal {
  do: 'deal'
  who: Entity
  buy: string
  sell: string
  fixedSide: 'Buy' | 'Sell'
  minor: number
  /** Value date: that of spot, else the earliest. */
  isSpot: boolean
  /** Bookings of the one quote, at once. */
  times: number
  settleEarly: boolean
}

export type Act = (
  | { do: 'transfer'; currency: string; isForth: boolean; minor: number }
  | Pay
  | Deal
  | { do: 'receive'; who: Entity; currency: string; minor: number; isHeld: boolean }
  | { do: 'pass'; duration: string }
  | { do: 'move'; shiftPercent: string }
) & {
  /** Process to call; the next one if two are needed. */
  via: number
  manner: Manner
  /** A dry run comes first. */
  isRehearsed: boolean
}

export const CURRENCIES = ['EUR', 'USD', 'GBP']
/** Amounts that are large compared with the balances, so that many are rejected. */
const minor = fc.integer({ min: 100, max: 40_000_000 })
const who = fc.constantFrom<Entity>('rm', 'abs')
const currency = fc.constantFrom(...CURRENCIES)

const transfer = fc.record({ do: fc.constant('transfer' as const), currency, isForth: fc.boolean(), minor })

const pay: fc.Arbitrary<Pay> = fc.record({
  do: fc.constant('pay'),
  who,
  currency: fc.constantFrom('EUR', 'GBP'),
  minor,
  reference: fc.constantFrom(
    'Invoice',
    '#FAIL:AC01',
    '#RETURN',
    '#HOLD',
    '#APPROVE',
    '#APPROVE #HOLD',
    '#HOLD #RETURN',
  ),
  later: fc.constantFrom(0, 0, 0, 1),
  next: fc.constantFrom('-', '-', 'cancel', 'approve', 'reject', 'Rejected', 'Submitted'),
})

const deal: fc.Arbitrary<Deal> = fc
  .record({
    do: fc.constant('deal' as const),
    who,
    sides: fc.shuffledSubarray(CURRENCIES, { minLength: 2, maxLength: 2 }),
    fixedSide: fc.constantFrom('Buy', 'Sell'),
    minor,
    isSpot: fc.boolean(),
    times: fc.constantFrom(1, 1, 2, 3),
    settleEarly: fc.boolean(),
  })
  .map(({ sides, ...rest }) => ({ ...rest, buy: sides[0]!, sell: sides[1]! }))

const receive = fc.record({ do: fc.constant('receive' as const), who, currency, minor, isHeld: fc.boolean() })
const pass = fc.record({
  do: fc.constant('pass' as const),
  duration: fc.constantFrom('PT2S', 'PT5S', 'PT1M', 'PT4H', 'P1D'),
})
const move = fc.record({ do: fc.constant('move' as const), shiftPercent: fc.constantFrom('-3', '0.5', '2') })

const sending = fc.record({ via: fc.nat(5), manner: fc.constantFrom(...MANNERS), isRehearsed: fc.boolean() })

const act: fc.Arbitrary<Act> = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: transfer },
      { weight: 5, arbitrary: pay },
      { weight: 4, arbitrary: deal },
      { weight: 2, arbitrary: receive },
      { weight: 1, arbitrary: pass },
      { weight: 1, arbitrary: move },
    ),
    sending,
  )
  .map(([what, how]) => ({ ...what, ...how }))

/** Sequential acts of several concurrent callers. */
export const callers: fc.Arbitrary<Act[][]> = fc.array(fc.array(act, { minLength: 4, maxLength: 10, size: 'max' }), {
  minLength: 3,
  maxLength: 6,
  size: 'max',
})

/** Connections of each process: few, so that work which waits for one while it holds another is found out. */
export const poolSizes = fc.constantFrom(2, 3, 8)
