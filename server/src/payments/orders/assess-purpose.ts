import type { EntityProfile } from '../../entities/index.ts'
import type { CheckedPayee } from './assess-parties.ts'
import { type PurposeList, purposesFor, readPurpose } from '../purposes/index.ts'
import { refuse } from '../record/rules.ts'
import type { PaymentOrder } from '../record/schema.ts'
import type { Rail } from '../schemes/index.ts'

/** The purpose that goes with a payment, and the list it comes from. */
export interface CheckedPurpose {
  list: PurposeList | undefined
  code: string | undefined
  /** True for a purpose code at a destination without purposes: it is not sent. */
  isIgnored: boolean
}

/** Most codes listed in an error; GET /v1/payments/purpose-of-payment returns all. */
const SHOWN = 200

/** Returns the purpose list of the payment's destination; undefined if none applies. */
export const purposeListOf = (
  order: Pick<PaymentOrder, 'currency'>,
  payee: CheckedPayee,
  rail: Rail | undefined,
  profile: EntityProfile,
): PurposeList | undefined =>
  purposesFor({
    country: payee.details.bankCountryCode,
    currency: order.currency,
    rail,
    payer: profile.entity.entityType === 'Individual' ? 'Individual' : 'Company',
    payee: payee.details.type,
  })

/**
 * The payment's purpose code as its list spells it: the order's, or else the payee's usual one. Where no list applies a
 * code is ignored.
 *
 * @throws purpose_code_required, purpose_code_invalid
 */
export function checkPurpose(order: PaymentOrder, payee: CheckedPayee, list: PurposeList | undefined): CheckedPurpose {
  const given = order.purposeCode ?? payee.details.defaultPurposeCode
  if (!list) return { list, code: undefined, isIgnored: order.purposeCode !== undefined }
  const named = { currency: order.currency, country: payee.details.bankCountryCode }
  const options = list.purposes.slice(0, SHOWN).map(({ code }) => code)
  if (given === undefined) {
    if (list.isRequired) throw refuse.purpose_code_required({ ...named, options })
    return { list, code: undefined, isIgnored: false }
  }
  const code = readPurpose(list, given)
  if (code !== undefined) return { list, code, isIgnored: false }
  // The payee's usual code may belong to another rail's list: it is not an error of this order.
  if (order.purposeCode === undefined && !list.isRequired) return { list, code: undefined, isIgnored: false }
  throw refuse.purpose_code_invalid({ ...named, purposeCode: given, options })
}

/** Currencies whose local rails want the payer's own data with the payment (domain 5.6). */
const NAMES_PAYER = new Set(['INR', 'MYR'])

/**
 * Returns the payer with all details the destination requires: from the order, completed from the entity.
 *
 * @throws payer_details_required
 */
export function checkPayer(order: PaymentOrder, payee: CheckedPayee, { entity }: EntityProfile): void {
  if (!NAMES_PAYER.has(order.currency)) return
  const { payer } = order
  const type = payer?.type ?? (entity.entityType === 'Individual' ? 'Individual' : 'Company')
  const missing = [
    (payer ? payer.address : entity.addresses[0]) === undefined ? 'address' : '',
    type === 'Individual' && payer?.dateOfBirth === undefined ? 'dateOfBirth' : '',
  ].filter((field) => field !== '')
  if (missing.length === 0) return
  throw refuse.payer_details_required({ currency: order.currency, country: payee.details.bankCountryCode, missing })
}
