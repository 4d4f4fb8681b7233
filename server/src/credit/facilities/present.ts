import { formatId } from '../../kernel/values/ids.ts'
import { dayOf } from '../../kernel/values/days.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import type { StoredDocument } from '../../documents/index.ts'
import { termsInForce } from './in-force.ts'
import type { FacilityRow, TermRow } from './queries.ts'
import { statusOn } from './rules.ts'
import type { FacilityOut, TermOut } from './schema.ts'
import type { Usage } from './usage.ts'

/** Stored percentages have four decimals; the wire shows those that say something. */
export const percentText = (percent: string): string => new Decimal(percent).toFixed()

/** Presents a facility with its utilisation. */
export function presentFacility(view: {
  facility: FacilityRow
  usage: Usage
  terms: readonly TermRow[]
  snapshotId: string | null
  letter: StoredDocument
  at: Date
}): FacilityOut {
  const { facility, usage, terms, at } = view
  const { currency } = facility
  const money = (minor: bigint) => formatAmount(minor, currency)
  return {
    facilityId: formatId('fac', facility.facilityId),
    entityId: formatId('ent', facility.entityId),
    name: facility.name,
    status: statusOn(facility, dayOf(at)),
    currency,
    limit: money(facility.limitMinor),
    utilised: money(usage.utilisedMinor),
    available: money(usage.availableMinor),
    unpaidLosses: money(usage.unpaidMinor),
    utilisationBasis: facility.utilisationBasis,
    maxTenor: facility.maxTenor,
    marginMethod: facility.marginMethod,
    initialMarginHeld: money(usage.initialHeldMinor),
    variationMarginHeld: money(usage.variationHeldMinor),
    variationMarginDue: money(usage.variationDueMinor),
    mtm: {
      amount: money(usage.mtmMinor),
      currency,
      asAt: at.toISOString(),
      snapshotId: view.snapshotId && formatId('snp', view.snapshotId),
    },
    marginCallTerms: callTerms(facility),
    termIds: terms.map(({ termId }) => formatId('ctm', termId)),
    effectiveFrom: facility.effectiveFrom,
    reviewDate: facility.reviewDate,
    expiryDate: facility.expiryDate,
    letter: {
      documentId: formatId('doc', view.letter.documentId),
      version: facility.letterVersion,
      signedAt: facility.letterSignedAt?.toISOString() ?? null,
    },
  }
}

function callTerms(facility: FacilityRow): FacilityOut['marginCallTerms'] {
  const { callBasis: basis, currency } = facility
  const isAbsolute = basis === 'NetMtmAbsolute'
  const { overdueAction, overdueGraceHours, callCollection: collection } = termsInForce(facility)
  return {
    basis,
    threshold: isAbsolute
      ? formatAmount(facility.thresholdMinor ?? 0n, currency)
      : percentText(facility.thresholdPercent),
    callSize: isAbsolute ? formatAmount(facility.callMinor ?? 0n, currency) : percentText(facility.callPercent),
    dueBusinessDays: facility.dueBusinessDays,
    minimumCall: formatAmount(facility.minimumCallMinor, currency),
    overdueAction,
    overdueGraceHours,
    collection,
  }
}

/** Presents a term with its utilisation. */
export function presentTerm(term: TermRow, facility: FacilityRow, usage: Usage): TermOut {
  const { currency } = facility
  const money = (minor: bigint) => formatAmount(minor, currency)
  const utilisedMinor = usage.utilisedOfTerm(term.termId)
  const leftMinor = term.limitMinor - utilisedMinor
  const availableMinor = leftMinor < usage.availableMinor ? leftMinor : usage.availableMinor
  return {
    termId: formatId('ctm', term.termId),
    facilityId: formatId('fac', term.facilityId),
    name: term.name,
    products: term.products,
    forwardTypes: term.forwardTypes,
    currencyPairs: term.currencyPairs,
    maxTenor: term.maxTenor,
    currency,
    limit: money(term.limitMinor),
    utilised: money(utilisedMinor),
    available: money(availableMinor > 0n ? availableMinor : 0n),
    initialMargin: {
      percent: percentText(term.initialMarginPercent),
      minimum: money(term.initialMarginMinimumMinor),
      waived: term.initialMarginWaived,
      release: term.marginRelease,
      schedule: term.initialMarginSchedule.map((rung) => ({ ...rung, percent: percentText(rung.percent) })),
    },
    variationMargin: {
      thresholdPercent: percentText(term.thresholdPercent ?? facility.thresholdPercent),
      callPercent: percentText(term.callPercent ?? facility.callPercent),
      basis: facility.callBasis,
    },
    status: term.status,
    validFrom: term.validFrom,
    validTo: term.validTo,
  }
}
