import { type TSchema, Type } from 'typebox'
import type { Documented } from '../../kernel/http/openapi/documented.ts'
import { answerOf, At, exactly } from '../http/index.ts'
import { PATHS } from './present.ts'
import type { PaymentKind, PaymentWords } from './terms/words.ts'

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)
const anything = Type.Object({})
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
  const name = kind === 'domesticPayment' ? 'DomesticPayment' : 'InternationalPayment'
  const { consent, payment } = words.bodies[kind]
  const [Consent, Payment] = [consentAnswer(words, consent), paymentAnswer(words, kind, payment)]
  return {
    createConsent: {
      id: `create${name}Consent`,
      summary: 'Ask for consent to a payment',
      body: consent,
      answers: { 201: Consent },
    },
    readConsent: { id: `get${name}Consent`, summary: 'One consent', answers: { 200: Consent } },
    confirmFunds: {
      id: `confirm${name}Funds`,
      summary: 'Whether the account has the money for the payment of a consent',
      answers: { 200: FundsAnswer },
    },
    createPayment: {
      id: `create${name}`,
      summary: 'Make the payment of a consent',
      body: payment,
      answers: { 201: Payment },
    },
    readPayment: { id: `get${name}`, summary: 'One payment', answers: { 200: Payment } },
    readDetails: { id: `get${name}Details`, summary: 'The steps of a payment', answers: { 200: detailsAnswer(words) } },
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
    StatusReason: optional(Type.Array(anything)),
    StatusUpdateDateTime: At,
    ReadRefundAccount: optional(Type.Enum(['Yes', 'No'])),
    CutOffDateTime: optional(At),
    ExpectedExecutionDateTime: optional(At),
    ExpectedSettlementDateTime: optional(At),
    Charges: optional(Charges),
    ExchangeRateInformation: optional(anything),
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
      StatusReason: optional(Type.Array(anything)),
      StatusUpdateDateTime: At,
      ExpectedExecutionDateTime: optional(At),
      ExpectedSettlementDateTime: optional(At),
      Refund: optional(exactly({ Account: anything })),
      Charges: optional(Charges),
      ExchangeRateInformation: optional(anything),
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
