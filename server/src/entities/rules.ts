import { refusals } from '../kernel/values/refusals.ts'
import type { EntityProfile } from './queries.ts'
import type { SettingsProfile } from './schema.ts'

export const refuse = refusals({
  daily_limit_exceeded: {
    status: 422,
    message:
      'This would exceed the daily {kind} limit of {limit} {currency}: {used} are used. The limit resets at {resetsAt}.',
  },
  settlement_limit_exceeded: {
    status: 422,
    message:
      'The deal of {needed} {currency} exceeds the settlement limit of {limit} {currency}: {used} of spot deals are not settled, {available} are left. Fund or close out an earlier deal, or reduce this one.',
  },
  entity_not_active: { status: 403, message: 'The entity is {status}. Ask the operator to activate it.' },
  lei_invalid: { status: 422, message: 'The LEI {lei} is not 20 characters with the right check digits (ISO 17442).' },
  related_parties_invalid: { status: 422, message: 'The related parties are invalid: {reason}.' },
  settings_invalid: { status: 422, message: 'The settings are invalid: {reason}.' },
  time_zone_unknown: { status: 422, message: '{timeZone} is not an IANA time zone. Use a name such as Europe/Berlin.' },
})

/** Checks that an entity may still deal. @throws entity_not_active */
export function checkActive({ entity: { status } }: EntityProfile): void {
  if (status !== 'Active') throw refuse.entity_not_active({ status })
}

/** Returns true if the users of an entity may give third parties access: it is active, and open banking is enabled for it. */
export const usesOpenBanking = ({ entity, settings }: EntityProfile): boolean =>
  entity.status === 'Active' && settings.features.openBanking

/** Default durations of held rates, unless an operator sets others. */
const HOLD_TENORS = 'PT30S PT1M PT3M PT5M PT10M PT15M PT30M PT1H PT2H PT3H PT4H PT6H PT8H PT12H PT18H PT24H'.split(' ')

/** Default permissions of a new entity: forwards and drawdowns for RM, held rates and internal transfers for ABS. */
export function defaultProfile(kind: 'RM' | 'ABS'): SettingsProfile {
  const isRm = kind === 'RM'
  return {
    features: {
      spot: true,
      forwards: isRm ? ['Fixed', 'Window', 'Open', 'Variable'] : [],
      heldRates: !isRm,
      drawdowns: isRm,
      payments: true,
      internalTransfers: !isRm,
      openBanking: true,
      orders: false,
    },
    tradablePairs: null,
    maxForwardTenor: isRm ? 'P24M' : null,
    heldRate: isRm
      ? null
      : {
          tenors: HOLD_TENORS,
          maxTenor: 'PT24H',
          postExpiryActions: ['Reject', 'AcceptAtSpot', 'UtiliseNextAvailableQuote', 'ExecuteAtMarketOpen'],
        },
    approvalPolicies: [],
    approvalPriceToleranceBps: 5,
    vopRequired: 'EurOnly',
    defaultChargeBearer: 'SHA',
    defaultBeneficiaryByCurrency: {},
    preAuthorizedDebit: { enabled: false, banks: [] },
    cutOffProfile: 'Standard',
    notificationPreferences: { emails: [] },
    quoteExpiryEvents: false,
    ipAllowList: [],
    dataRetentionDays: 2557,
  }
}
