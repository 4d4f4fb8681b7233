import { type PurposeList, purposesFor, readPurpose } from '../../../payments/purposes/index.ts'
import type { Rail } from '../../../payments/schemes/index.ts'
import { fieldErrorOf, refuseErrors, refuseOb } from '../../http/index.ts'
import { payeeOf } from './payee.ts'
import type { Initiation, Risk } from './terms.ts'

/** Most codes listed in an error. */
const SHOWN = 20

/**
 * Returns the purpose code as spelled in its destination's list; undefined if the destination needs no code. ISO 20022
 * codes come in Risk.PaymentPurposeCode (v3.1: or Purpose), national codes, which do not fit there, in ExtendedPurpose.
 *
 * @throws ob_field_expected (U001) where the destination wants one; ob_rule_failed (U014) for one that it does not take
 */
export function purposeOf(initiation: Initiation, risk: Risk, rail: Rail): string | undefined {
  const { bankCountryCode: country, currency, type: payee } = payeeOf(initiation, risk)
  const list = purposesFor({ country, currency, rail, payee })
  if (!list) return undefined
  const { ExtendedPurpose: extended, Purpose: older } = initiation
  const coded = risk.PaymentPurposeCode ?? older
  const code = [extended, coded].map((text) => text && readPurpose(list, text)).find(Boolean)
  if (code || (!list.isRequired && coded === undefined)) return code || undefined
  throw refusedPurpose(list, coded)
}

const fold = (code: string) => code.replaceAll('/', '').toUpperCase()

/** Returns true if a text names the purpose that a payment carries. */
export const isPurpose = (text: string, carried: string | undefined): boolean =>
  carried !== undefined && fold(text) === fold(carried)

function refusedPurpose({ purposes }: PurposeList, coded: string | undefined) {
  const codes = purposes.slice(0, SHOWN).map(({ code }) => code)
  const detail = `send the purpose that the destination asks for, here or in ExtendedPurpose, for example ${codes.join(', ')}`
  const refuse = coded === undefined ? refuseOb.ob_field_expected : refuseOb.ob_rule_failed
  return refuseErrors([fieldErrorOf('/Risk/PaymentPurposeCode', refuse({ detail }))])
}
