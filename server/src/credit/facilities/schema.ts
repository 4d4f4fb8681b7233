import { type Static, Type } from 'typebox'
import {
  AmountOut,
  AnyId,
  CurrencyCode,
  DayText,
  EntityId,
  EntityIds,
  Input,
  Instant,
  Nullable,
  OneOf,
  Output,
  Resource,
  paging,
  Text,
} from '../../kernel/http/wire.ts'
import { FACILITY_STATUSES } from './queries.ts'

export const FacilitiesQuery = Input({
  ...paging,
  entityId: EntityIds,
  facilityId: Type.Optional(AnyId('one facility')),
})

export const FacilityParam = Input({ facilityId: AnyId('the facility') })

export const TermsQuery = Input({
  ...paging,
  entityId: EntityId,
  currency: Type.Optional(CurrencyCode),
  termId: Type.Optional(Text(64, { description: 'One term.' })),
})

export const LetterQuery = Input({
  entityId: EntityId,
  format: Type.Optional(OneOf(['json', 'pdf'], { description: 'Takes precedence over the Accept header.' })),
})

const Percent = Type.String({ description: 'Percentage.', examples: ['2.5'] })
const Tenor = Type.String({ description: 'ISO 8601 duration, counted from spot.', examples: ['P12M'] })

const MtmOut = Output(
  {
    amount: AmountOut,
    currency: CurrencyCode,
    asAt: Instant,
    snapshotId: Nullable(Type.String({ description: 'Market snapshot of the valuation; null without open deals.' })),
  },
  { description: 'Net and discounted; negative if closing out the deals would be a loss for the client.' },
)

export const FacilityOut = Resource('Facility', {
  facilityId: Type.String(),
  entityId: Type.String(),
  name: Type.String(),
  status: OneOf(FACILITY_STATUSES),
  currency: CurrencyCode,
  limit: AmountOut,
  utilised: AmountOut,
  available: AmountOut,
  unpaidLosses: {
    ...AmountOut,
    description:
      'The part of `utilised` that comes from close-out losses not yet paid and from overdue spot trades, at mid.',
  },
  utilisationBasis: OneOf(['Notional', 'MarginWaiver']),
  maxTenor: Tenor,
  marginMethod: OneOf(['PerTrade', 'NetPosition']),
  initialMarginHeld: AmountOut,
  variationMarginHeld: AmountOut,
  variationMarginDue: AmountOut,
  mtm: MtmOut,
  marginCallTerms: Output({
    basis: OneOf(['RateMove', 'MtmOverNotional', 'NetMtmAbsolute']),
    threshold: Type.String({ description: 'Percentage; for NetMtmAbsolute an amount.' }),
    callSize: Type.String({ description: 'Percentage of the notional; for NetMtmAbsolute the size of a block.' }),
    dueBusinessDays: Type.Integer(),
    minimumCall: AmountOut,
    overdueAction: OneOf(['Alert', 'CloseOut']),
    overdueGraceHours: Type.Integer(),
    collection: OneOf(['Automatic', 'OnRequest'], {
      description:
        'Automatic: the service collects variation margin calls from the account that each call names. OnRequest: ' +
        'you pay each call.',
    }),
  }),
  termIds: Type.Array(Type.String()),
  effectiveFrom: DayText,
  reviewDate: DayText,
  expiryDate: Nullable({
    ...DayText,
    description: 'Last day on which deals can be made; null if it has no end.',
  }),
  letter: Output({
    documentId: Nullable(Type.String()),
    version: Type.Integer(),
    signedAt: Nullable(Instant),
  }),
})
export type FacilityOut = Static<typeof FacilityOut>

export const TermOut = Resource('FacilityTerm', {
  termId: Type.String(),
  facilityId: Type.String(),
  name: Type.String(),
  products: Type.Array(Type.String()),
  forwardTypes: Type.Array(Type.String()),
  currencyPairs: Nullable(
    Type.Array(Type.String(), { description: 'Currency pairs that the term covers. Null: all pairs.' }),
  ),
  maxTenor: Tenor,
  currency: CurrencyCode,
  limit: AmountOut,
  utilised: AmountOut,
  available: AmountOut,
  initialMargin: Output({
    percent: Percent,
    minimum: AmountOut,
    waived: Type.Boolean({ description: 'True: initial margin is due only once the limit is used up.' }),
    release: OneOf(['ProRata', 'AtEnd']),
    schedule: Type.Array(Output({ fromTenor: Tenor, toTenor: Tenor, percent: Percent })),
  }),
  variationMargin: Output({
    thresholdPercent: Percent,
    callPercent: Percent,
    basis: OneOf(['RateMove', 'MtmOverNotional', 'NetMtmAbsolute']),
  }),
  status: OneOf(['Active', 'Suspended']),
  validFrom: DayText,
  validTo: Nullable(DayText),
})
export type TermOut = Static<typeof TermOut>

export const LetterOut = Output({
  documentId: Type.String(),
  version: Type.Integer(),
  issuedAt: Instant,
  signedAt: Nullable(Instant),
  sha256: Type.String({ description: 'Hash of the PDF in hex.' }),
  downloadUrl: Type.String({ description: 'URL of the PDF; use the same access token.' }),
  expiresAt: Nullable(Instant),
})
