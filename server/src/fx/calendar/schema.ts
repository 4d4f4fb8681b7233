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
  at: Type.Optional({ ...Instant, description: 'Time of the deal, RFC 3339. Default: now.' }),
})

export const SpotValueDatesQuery = Input({
  ...deal,
  from: Type.Optional({ ...DayText, description: 'First day of the list. Default: the trade date.' }),
  to: Type.Optional({
    ...DayText,
    description: 'Last day of the list. Default: the spot date, if it is not before `from`.',
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
  marketOpen: Type.Boolean({ description: 'If false, the dates are those at the next opening.' }),
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
            Type.Boolean({ description: 'True if the holiday is calculated, and no authority has announced it yet.' }),
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
  coveredTo: { ...DayText, description: 'Last possible value date or payment date.' },
  announcedTo: Nullable({
    ...DayText,
    description:
      'Holidays after this day are expected, not announced, and may change; null if all of them are expected.',
  }),
  source: Type.String(),
  holidays: Nullable(
    Type.Array(Output({ date: DayText, name: Type.String(), expected: Type.Boolean() }), {
      description: 'Bank holidays from `from` to `to`, without weekends; null without a range.',
    }),
  ),
})

export const CalendarsOut = Output({ data: Type.Array(CalendarOut), nextCursor: Nullable(Type.String()) })
