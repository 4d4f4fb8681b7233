import { findBeneficiary } from '../../beneficiaries/index.ts'
import { getProfile } from '../../entities/index.ts'
import { isOpen } from '../../fx/calendar/index.ts'
import type { App } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { ownEntity, type Principal } from '../../kernel/http/principal.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import type { PaymentDeps } from '../orders/deps.ts'
import { optionsFor } from '../orders/options.ts'
import { purposesFor } from '../purposes/index.ts'
import { refuse } from '../record/rules.ts'
import {
  Earliest,
  EarliestQuery,
  OptionsQuery,
  type OptionsQuery as Options,
  PaymentOptions,
  PurposeQuery,
  Purposes,
} from '../record/schema.ts'
import { earliestPayment, isEea } from '../validation/index.ts'
import { railsFor } from '../schemes/index.ts'

const read = { scope: 'payments:read' as const }

/** Registers the routes about a destination's dates, options and purposes, before a payment exists. */
export function destinationRoutes(app: App, deps: PaymentDeps): void {
  app.get(
    '/v1/payments/earliest-settlement',
    {
      config: { ...read, entities: 'any' },
      schema: {
        summary: 'Get the earliest payment date',
        description:
          'Returns the earliest `paymentDate` for a currency and country, the time by which to make the payment, and the day of its arrival.',
        querystring: EarliestQuery,
        response: { 200: Earliest },
      },
    },
    ({ principal, query, receivedAt }) => {
      ownEntity(principal, query.entityId)
      return earliest(deps, query, receivedAt)
    },
  )

  app.get(
    '/v1/payments/options',
    {
      config: read,
      schema: {
        summary: 'List payment options with fee and arrival',
        description:
          'Returns speed, charge bearer, fee and arrival of each option. Name the country of the payee’s bank or a ' +
          'saved payee. Default: the country of the currency.',
        querystring: OptionsQuery,
        response: { 200: PaymentOptions },
      },
    },
    ({ principal, query, receivedAt }) => options(deps, principal, query, receivedAt),
  )

  app.get(
    '/v1/payments/purpose-of-payment',
    {
      config: { ...read, entityKind: 'RM', entities: 'any' },
      schema: {
        summary: 'List purpose codes of a destination',
        description:
          'Returns the purpose codes that a payer can use. If the list is empty, a purpose code of a payment is ignored with a warning.',
        querystring: PurposeQuery,
        response: { 200: Purposes },
      },
    },
    ({ principal, query }) => {
      ownEntity(principal, query.entityId)
      const { currency, country, rail = railsFor(currency, country)[0], payerType, payeeType } = query
      return presentPurposes(purposesFor({ currency, country, rail, payer: payerType, payee: payeeType }))
    },
  )
}

const BOTH = ['Individual', 'Company']

const presentPurposes = (list: ReturnType<typeof purposesFor>) => ({
  listId: list?.listId ?? null,
  required: list?.isRequired ?? false,
  items: (list?.purposes ?? []).map(({ code, description, payer, payee }) => ({
    code,
    description,
    required: list!.isRequired,
    appliesTo: { payerTypes: payer ? [payer] : BOTH, payeeTypes: payee ? [payee] : BOTH },
  })),
})

async function options(deps: PaymentDeps, principal: Principal, query: Options, at: Date) {
  const entityId = ownEntity(principal, query.entityId)
  const beneficiaryId = query.beneficiaryId === undefined ? undefined : parseId('ben', query.beneficiaryId)
  const payee = beneficiaryId && (await findBeneficiary(deps.db.reader, entityId, beneficiaryId))
  if (query.beneficiaryId !== undefined && !payee) throw refuseShared.beneficiary_not_found()
  if (payee && payee.currency !== query.currency) {
    throw refuse.beneficiary_currency_mismatch({ expected: payee.currency, actual: query.currency })
  }
  const profile = (await getProfile(deps.db.reader, entityId))!
  const country = payee ? payee.bankCountryCode : query.country
  const { jurisdiction } = profile.entity
  return {
    currency: query.currency,
    country: country ?? null,
    items: optionsFor(
      {
        currency: query.currency,
        country,
        rails: payee ? payee.rails : railsFor(query.currency, country),
        amount: query.amount,
        paymentDate: query.paymentDate,
        payerInEea: jurisdiction === 'EU' || isEea(jurisdiction),
        usualBearer: profile.settings.defaultChargeBearer,
        at,
      },
      (of, day) => isOpen(deps.calendars, of, day),
    ),
  }
}

function earliest(deps: PaymentDeps, query: EarliestQuery, at: Date) {
  const { currency, country, rail } = query
  const available = railsFor(currency, country)
  if (rail && !available.includes(rail)) throw refuse.rail_not_available({ rail, currency, available })
  const found = earliestPayment(
    { currency, at, ...(country ? { country } : {}), ...(rail ? { rail } : {}) },
    (of, day) => isOpen(deps.calendars, of, day),
  )
  return {
    currency,
    rail: found.rail,
    earliestPaymentDate: found.earliestPaymentDate,
    cutOffAt: found.cutOffAt.toISOString(),
    cutOffLocal: {
      time: found.cutOffLocalTime,
      zone: found.zone,
    },
    expectedArrivalDate: found.expectedArrivalDate,
  }
}
