import { type TSchema, Type } from 'typebox'
import type { Documented } from '../../kernel/http/openapi/documented.ts'
import { answerOf, At, exactly, Reason } from '../http/index.ts'
import { PATHS } from './present.ts'
import type { PaymentKind, PaymentWords } from './terms/words.ts'

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)
const anything = Type.Object({}, { additionalProperties: true })
const Rate = exactly({
  UnitCurrency: optional(Type.String()),
  ExchangeRate: optional(Type.Number()),
  RateType: optional(Type.String()),
  ContractIdentification: optional(Type.String()),
  ExpirationDateTime: optional(At),
})
const Charges = Type.Array(
  exactly({
    ChargeBearer: Type.String(),
    Type: Type.String(),
    Amount: exactly({ Amount: Type.String(), Currency: Type.String() }),
  }),
)

const unique = (words: Readonly<Record<string, string>>): string[] => [...new Set(Object.values(words))]

/** Descriptions of the routes of one kind of payment, in a version's words. */
export function describedRoutes(words: PaymentWords, kind: PaymentKind): Record<Route, Documented> {
  const { consent, payment } = words.bodies[kind]
  const [Consent, Payment] = [consentAnswer(words, consent), paymentAnswer(words, kind, payment)]
  const described = descriptionsOf(kind)
  return {
    createConsent: { ...described.createConsent, body: consent, answers: { 201: Consent } },
    readConsent: { ...described.readConsent, answers: { 200: Consent } },
    confirmFunds: { ...described.confirmFunds, answers: { 200: FundsAnswer } },
    createPayment: { ...described.createPayment, body: payment, answers: { 201: Payment } },
    readPayment: { ...described.readPayment, answers: { 200: Payment } },
    readDetails: { ...described.readDetails, answers: { 200: detailsAnswer(words) } },
  }
}

type Words = Pick<Documented, 'id' | 'summary' | 'description'>

/** Returns the ids and texts of the operations of one kind of payment. */
function descriptionsOf(kind: PaymentKind): Record<Route, Words> {
  const [name, text] =
    kind === 'domesticPayment'
      ? (['DomesticPayment', 'a domestic payment'] as const)
      : (['InternationalPayment', 'an international payment'] as const)
  return {
    createConsent: {
      id: `create${name}Consent`,
      summary: `Create a consent for ${text}`,
      description:
        'Creates a consent. Send the user to the authorisation page within an hour; the user chooses the paying account there unless `DebtorAccount` names it.',
    },
    readConsent: {
      id: `get${name}Consent`,
      summary: `Get a consent for ${text}`,
      description: 'Returns the consent with its status, and with charges, dates and rate as far as they are known.',
    },
    confirmFunds: {
      id: `confirm${name}Funds`,
      summary: `Confirm funds for ${text}`,
      description: 'Needs the token of a user who has approved the consent. It reports no balance, and holds no money.',
    },
    createPayment: {
      id: `create${name}`,
      summary: `Submit ${text}`,
      description:
        'Takes the `Initiation` and the `Risk` of the consent unchanged, and the token of the user who approved it. A consent pays once.',
    },
    readPayment: {
      id: `get${name}`,
      summary: `Get ${text}`,
      description: 'Returns the payment with its status, charges and dates. Its steps have the reason of a rejection.',
    },
    readDetails: {
      id: `get${name}Details`,
      summary: `List steps of ${text}`,
      description: 'Returns each status that the payment has had, in order, with its time and the reason.',
    },
  }
}

type Route = 'createConsent' | 'readConsent' | 'confirmFunds' | 'createPayment' | 'readPayment' | 'readDetails'

/** Returns the schema of the part that an answer repeats from the request. */
const repeated = (body: TSchema): { Initiation: TSchema } =>
  (body as unknown as { properties: { Data: { properties: { Initiation: TSchema } } } }).properties.Data.properties

function consentAnswer(words: PaymentWords, body: TSchema): TSchema {
  const { Initiation } = repeated(body)
  const Data = exactly({
    ConsentId: Type.String(),
    CreationDateTime: At,
    Status: Type.Enum(unique(words.consentStatus)),
    StatusReason: optional(Type.Array(Reason)),
    StatusUpdateDateTime: At,
    ReadRefundAccount: optional(Type.Enum(['Yes', 'No'])),
    CutOffDateTime: optional(At),
    ExpectedExecutionDateTime: optional(At),
    ExpectedSettlementDateTime: optional(At),
    Charges: optional(Charges),
    ExchangeRateInformation: optional(Rate),
    Initiation,
    Authorisation: optional(anything),
    SCASupportData: optional(anything),
  })
  return answerOf(Data, { Risk: anything }) // old consents have codes that new ones cannot have
}

function paymentAnswer(words: PaymentWords, kind: PaymentKind, body: TSchema): TSchema {
  return answerOf(
    exactly({
      [PATHS[kind].id]: Type.String(),
      ConsentId: Type.String(),
      CreationDateTime: At,
      Status: Type.Enum(unique(words.paymentStatus)),
      StatusReason: optional(Type.Array(Reason)),
      StatusUpdateDateTime: At,
      ExpectedExecutionDateTime: optional(At),
      ExpectedSettlementDateTime: optional(At),
      Refund: optional(exactly({ Account: anything })),
      Charges: optional(Charges),
      ExchangeRateInformation: optional(Rate),
      Initiation: repeated(body).Initiation,
      MultiAuthorisation: optional(
        exactly({
          Status: Type.Enum(unique(words.authorisationStatus)),
          NumberRequired: Type.Integer(),
          NumberReceived: Type.Integer(),
          LastUpdateDateTime: At,
        }),
      ),
    }),
  )
}

const detailsAnswer = (words: PaymentWords): TSchema => {
  const Status = Type.Enum(unique(words.detailStatus))
  const StatusDetail = exactly({
    Status,
    StatusReason: Type.String(),
    StatusReasonDescription: Type.String(),
  })
  const step = exactly({ PaymentTransactionId: Type.String(), Status, StatusUpdateDateTime: At, StatusDetail })
  return answerOf(exactly({ PaymentStatus: Type.Array(step) }))
}

const FundsAnswer = answerOf(
  exactly({ FundsAvailableResult: exactly({ FundsAvailableDateTime: At, FundsAvailable: Type.Boolean() }) }),
)
