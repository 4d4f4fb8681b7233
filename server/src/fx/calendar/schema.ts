import { Type } from 'typebox'
import {
  CurrencyCode,
  DayText,
  EntityId,
  Input,
  Instant,
  ZonedTime,
  Nullable,
  OneOf,
  Output,
  Resource,
} from '../../kernel/http/wire.ts'

const deal = {
  buyCurrency: CurrencyCode,
  sellCurrency: CurrencyCode,
  entityId: EntityId,
}

export const EarliestSettlementQuery = Input({
  ...deal,
  at: Type.Optional({ ...Instant, description: 'When the deal would be struck; now when absent. RFC 3339.' }),
})

export const SpotValueDatesQuery = Input({
  ...deal,
  from: Type.Optional({ ...DayText, description: 'First day of the list; the trade date when absent.' }),
  to: Type.Optional({
    ...DayText,
    description: 'Last day of the list; the spot date when absent, if it is not before `from`.',
  }),
})

const TenorOut = OneOf(['T0', 'T1', 'T2'])

const cutOff = { cutOffAt: Instant, cutOffLocal: ZonedTime }

export const EarliestSettlement = Resource('EarliestSettlement', {
  currencyPair: Type.String({ examples: ['EUR/USD'] }),
  tradeDate: DayText,
  earliestDate: DayText,
  tenor: TenorOut,
  ...cutOff,
  spotDate: DayText,
  marketOpen: Type.Boolean({ description: 'While it is false, the dates are those at the next opening.' }),
  nextCutOffs: Type.Array(Output({ date: DayText, tenor: TenorOut, ...cutOff }), {
    description: 'Every date up to spot that can still be dealt, the earliest first.',
  }),
})

export const SpotValueDates = Resource('SpotValueDates', {
  currencyPair: Type.String({ examples: ['EUR/USD'] }),
  spotDate: DayText,
  dates: Type.Array(
    Output({
      date: DayText,
      available: Type.Boolean(),
      tenor: Nullable(TenorOut),
      cutOffAt: Nullable(Instant),
      cutOffLocal: Nullable(ZonedTime),
      reasons: Type.Array(
        Output({
          currency: Nullable(CurrencyCode),
          code: OneOf(['Weekend', 'BankHoliday', 'CutOffPassed', 'MarketClosed', 'NotSupported']),
          name: Type.String(),
          expected: Type.Optional(
            Type.Boolean({ description: 'true: the holiday is calculated, no authority has announced it yet.' }),
          ),
        }),
      ),
    }),
  ),
})

export const CalendarsQuery = Input({
  currency: Type.Optional(CurrencyCode),
  from: Type.Optional({ ...DayText, description: 'Lists holidays from this day; with `to` and `currency` only.' }),
  to: Type.Optional({ ...DayText, description: 'Last day of the holidays listed, at most 366 days after `from`.' }),
})

const CalendarOut = Resource('Calendar', {
  currency: CurrencyCode,
  coveredFrom: DayText,
  coveredTo: { ...DayText, description: 'Last day that can be a value date or a payment date.' },
  announcedTo: Nullable({
    ...DayText,
    description: 'Holidays after this day are expected, not announced, and may move; null: all of them are expected.',
  }),
  source: Type.String(),
  holidays: Nullable(
    Type.Array(Output({ date: DayText, name: Type.String(), expected: Type.Boolean() }), {
      description: 'Bank holidays from `from` to `to`, weekends left out; null where no range was given.',
    }),
  ),
})

export const CalendarsOut = Output({ data: Type.Array(CalendarOut), nextCursor: Nullable(Type.String()) })
