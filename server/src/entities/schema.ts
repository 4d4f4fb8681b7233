import { type Static, Type } from 'typebox'
import {
  AmountOut,
  CountryCode,
  CurrencyCode,
  DayText,
  Input,
  Instant,
  Nullable,
  OneOf,
  Text,
  Output,
  Resource,
} from '../kernel/http/wire.ts'

export const EntityType = OneOf(['Company', 'Fund', 'Spv', 'Partnership', 'Trust', 'Individual'])
export type EntityType = Static<typeof EntityType>
export const EntityStatus = OneOf(['Onboarding', 'Active', 'Suspended', 'Closed'])
export type EntityStatus = Static<typeof EntityStatus>
const Kind = OneOf(['RM', 'ABS'])

export const Address = Resource('Address', {
  line1: Text(70),
  line2: Type.Optional(Text(70)),
  city: Text(70),
  region: Type.Optional(Text(70)),
  postCode: Type.Optional(Text(16)),
  countryCode: CountryCode,
})
export type Address = Static<typeof Address>

export const Contact = Resource('Contact', {
  name: Text(140),
  email: Type.Optional(Text(254)),
  phone: Type.Optional(Text(32)),
})
export type Contact = Static<typeof Contact>

/** Most owners, directors and other persons behind an entity. */
const MOST_RELATED = 100

/** Person or body behind an entity. */
export const RelatedParties = Type.Array(
  Input({
    name: Text(140),
    role: OneOf(['Owner', 'Director', 'Controller', 'Trustee', 'Signatory']),
    countryCode: Type.Optional(CountryCode),
  }),
  { maxItems: MOST_RELATED },
)
export type RelatedParty = Static<typeof RelatedParties>[number]

export const EntityOut = Resource('Entity', {
  entityId: Type.String(),
  name: Type.String(),
  legalName: Type.String(),
  tradingName: Nullable(Type.String()),
  serviceKind: Kind,
  entityType: EntityType,
  registrationNumber: Nullable(Type.String()),
  lei: Nullable(Type.String({ description: 'ISO 17442.' })),
  countryOfIncorporation: CountryCode,
  jurisdiction: Type.String({ description: 'Jurisdiction whose rules apply: UK, EU, CA …' }),
  status: EntityStatus,
  parentEntityId: Nullable(Type.String()),
  addresses: Type.Array(Address),
  baseCurrency: CurrencyCode,
  timeZone: Type.String({ examples: ['Europe/Berlin'] }),
  relationshipContacts: Type.Array(Contact),
  createdAt: Instant,
})

const ForwardType = OneOf(['Fixed', 'Window', 'Open', 'Variable'])
const PostExpiryAction = OneOf(['Reject', 'AcceptAtSpot', 'UtiliseNextAvailableQuote', 'ExecuteAtMarketOpen'])
const Duration = Type.String({
  pattern: '^P(?=.)([0-9]+[YMWD])*(T([0-9]+[HMS])+)?$',
  maxLength: 20,
  examples: ['PT24H'],
})
const Pair = Type.String({ pattern: '^[A-Z]{3}/[A-Z]{3}$', examples: ['EUR/USD'] })

const Features = Output({
  spot: Type.Boolean(),
  forwards: Type.Array(ForwardType),
  heldRates: Type.Boolean(),
  drawdowns: Type.Boolean(),
  payments: Type.Boolean(),
  internalTransfers: Type.Boolean(),
  openBanking: Type.Boolean(),
  orders: Type.Boolean(),
})

const heldRate = { tenors: Type.Array(Duration), maxTenor: Duration, postExpiryActions: Type.Array(PostExpiryAction) }

const shared = {
  features: Features,
  tradablePairs: Nullable(
    Type.Array(Pair, {
      description: 'Currency pairs that the entity can trade. Null: all pairs that the service offers.',
    }),
  ),
  maxForwardTenor: Nullable(Duration),
  approvalPolicies: Type.Array(Output({ resource: Type.String(), policyId: Type.String(), summary: Type.String() })),
  approvalPriceToleranceBps: Type.Integer({
    minimum: 0,
    maximum: 500,
    description:
      'Largest change of the market rate, up or down, between the pricing of a trade and its last approval, in basis ' +
      'points of the rate. If the rate changed by more, the approval is rejected with trade_price_moved.',
  }),
  vopRequired: OneOf(['Always', 'EurOnly', 'Never'], {
    description: 'Payments for which the client must verify the payee first.',
  }),
  defaultChargeBearer: OneOf(['SHA', 'OUR', 'BEN']),
  defaultBeneficiaryByCurrency: Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.String()),
  preAuthorizedDebit: Output({ enabled: Type.Boolean(), banks: Type.Array(Type.String()) }),
  cutOffProfile: Type.String(),
  notificationPreferences: Output({ emails: Type.Array(Type.String()) }),
  quoteExpiryEvents: Type.Boolean({
    description: 'Records the event `quote.expired` for each spot or forward quote that expires without being booked.',
  }),
  ipAllowList: Type.Array(Type.String(), {
    description: 'IP addresses and CIDR ranges from which clients can request tokens. Empty: all addresses.',
  }),
  dataRetentionDays: Type.Integer({ minimum: 1, maximum: 36525 }),
}

/** Contents of `entity_settings.profile`: everything except money and seconds. */
export const SettingsProfile = Output({ ...shared, heldRate: Nullable(Output(heldRate)) })
export type SettingsProfile = Static<typeof SettingsProfile>

const DailyLimit = Resource('DailyLimit', { limit: AmountOut, used: AmountOut, resetsAt: Instant })

const SettlementLimit = Output(
  { limit: AmountOut, used: AmountOut, available: AmountOut, currency: CurrencyCode },
  { description: 'Unpaid spot deals, at the mid rate of their quotes.' },
)

export const SettingsOut = Resource('EntitySettings', {
  entityId: Type.String(),
  ...shared,
  maxForwardTenor: Nullable({
    ...Duration,
    description:
      'The longest tenor that can be dealt today: the entity’s limit, or less if the known holidays end sooner.',
  }),
  shorterForwardTenors: Type.Array(
    Output({ currency: CurrencyCode, maxForwardTenor: Duration, lastValueDate: Nullable(DayText) }),
    {
      description: 'Currencies whose holidays are known for a shorter time, with their last possible value date.',
    },
  ),
  heldRate: Nullable(Output({ ...heldRate, maxOpenNotional: AmountOut })),
  limits: Output({
    currency: CurrencyCode,
    minTradeSize: AmountOut,
    maxTradeSize: AmountOut,
    dailyTrade: DailyLimit,
    minPayment: AmountOut,
    singlePayment: AmountOut,
    dailyPayment: DailyLimit,
    settlement: SettlementLimit,
  }),
  quoteLifeSeconds: Output({ spot: Type.Integer(), forward: Type.Integer() }),
})
