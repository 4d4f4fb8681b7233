import { latin, swiftX, codePoint } from './swift-text.ts'
import { refuseShape } from '../../kernel/http/validation.ts'
import { type FieldError, fieldError } from '../../kernel/values/refusals.ts'
import { isCreditorReference, isQrReference } from '../schemes/index.ts'
import { findScheme, type PaymentScheme } from '../schemes/index.ts'
import { compact, isQrIban } from './iban.ts'
import { error } from './rules.ts'

/**
 * Character sets accepted by banks. Texts are stored unchanged; the sent text is `latin(text)`, or `swiftX(text)` if
 * only the narrow set is reliable. Callers report the difference: no text is changed or truncated silently.
 */

/** Names, addresses and remittance texts of CBPR+: the x set and more punctuation. */
const WIDE = /[^A-Za-z0-9/\-?:().,'+ !#&%*=^_{}~";@[\\\]$><|`]/gu

/** Length of a text beyond those of all rails. */
const LONG = 2000

/** Returns an error if the text is blank or contains a character without a Latin spelling. */
export function textError(text: string, pointer: string): FieldError | undefined {
  if (text.trim() === '') return fieldError(pointer, refuseShape.text_blank())
  // Of a text that no rail carries, each character once: converting all of it would block other requests.
  const looked = text.length > LONG ? [...new Set(text)].join('') : text
  const bad = [...new Set(latin(looked).match(WIDE) ?? [])]
  if (bad.length === 0) return undefined
  const characters = bad.map((character) => (/\p{C}/u.test(character) ? codePoint(character) : character))
  return error(pointer, 'characters_not_allowed', { characters })
}

/** Longest name of a bill or an invoice, on every rail. */
const NUMBER_LIMIT = 35

/** Returns the errors of a bill reference or invoice number: those of `textError`, and it must not be truncated. */
export function numberError(number: string, pointer: string): FieldError | undefined {
  const isLong = latin(number).length > NUMBER_LIMIT
  const tooLong = isLong ? error(pointer, 'reference_too_long', { limit: NUMBER_LIMIT, rail: 'any rail' }) : undefined
  return textError(number, pointer) ?? tooLong
}

/**
 * Returns the errors of a payment's reference on a rail: length, characters and, on SWIFT, slashes at the ends or in
 * pairs. Never truncates.
 */
export function referenceErrors(reference: string, rail: string, pointer = '/reference'): FieldError[] {
  const { referenceLimit: limit, limitsSlashes } = textRules(rail)
  const slashes = limitsSlashes && /^\/|\/$|\/\//.test(reference)
  return [
    latin(reference).length > limit ? error(pointer, 'reference_too_long', { limit, rail }) : undefined,
    slashes ? error(pointer, 'reference_slashes') : undefined,
    textError(reference, pointer),
  ].filter((found) => found !== undefined)
}

/** An end-to-end id that every bank on the way passes on: SWIFT x set, no slash at an end or in pairs, no blank at an end. */
const PASSED_ON = /^(?![/ ])(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]+(?<![/ ])$/

/**
 * Returns an error if an end-to-end id cannot reach the payee unchanged. It is never converted or truncated: the payer and
 * the payee reconcile by it.
 *
 * @param rail absent where it is not known: any rail
 */
export function endToEndIdError(id: string, rail: string | undefined, pointer: string): FieldError | undefined {
  const limit = textRules(rail ?? '').endToEndIdLimit ?? END_TO_END_ID_LIMIT
  if (id.length <= limit && PASSED_ON.test(id)) return undefined
  return error(pointer, 'end_to_end_id_invalid', { limit, rail: rail ?? 'any rail' })
}

/** Longest end-to-end id of ISO 20022. */
const END_TO_END_ID_LIMIT = 35

export interface TextWarning {
  pointer: string
  code: 'text_will_be_converted' | 'text_will_be_shortened'
  message: string
  /** Text as sent to the bank. */
  sent: string
}

/** Returns a warning with the name as sent to the payee's bank, if it differs from the input. */
export function nameWarnings(name: string, rail: string, pointer = '/name'): TextWarning[] {
  const { nameLimit: limit } = textRules(rail)
  const spelled = sentOn(rail, name)
  const shortened = spelled.slice(0, limit)
  const warnings: TextWarning[] = []
  if (spelled !== name) {
    warnings.push({
      pointer,
      code: 'text_will_be_converted',
      message: `${rail} carries it as "${spelled}".`,
      sent: spelled,
    })
  }
  if (shortened !== spelled) {
    const message = `${rail} carries ${limit} characters of it: "${shortened}".`
    warnings.push({ pointer, code: 'text_will_be_shortened', message, sent: shortened })
  }
  return warnings
}

/**
 * Checks a bill reference: RF references need valid check digits, and a QR-IBAN accepts only a QR reference. Other
 * references are national and sent unchanged.
 */
export function creditorReferenceError(
  reference: string | undefined,
  payeeIban: string | undefined,
  pointer = '/remittance/structured/creditorReference',
): FieldError | undefined {
  const plain = reference === undefined ? undefined : compact(reference)
  if (payeeIban !== undefined && isQrIban(payeeIban)) {
    return plain !== undefined && isQrReference(plain) ? undefined : error(pointer, 'qr_reference_required')
  }
  if (plain === undefined || !plain.startsWith('RF') || isCreditorReference(plain)) return undefined
  return error(pointer, 'creditor_reference_invalid')
}

/** A text as the rail carries it: in Latin letters without marks; a character that it does not carry as a full stop. */
export const sentOn = (rail: string, text: string): string =>
  textRules(rail).characters === 'SwiftX' ? swiftX(text) : latin(text).replace(WIDE, '.')

/** Rules for texts of a scheme; of an unknown one those of SWIFT without its rule of slashes. */
const textRules = (rail: string): PaymentScheme['text'] =>
  findScheme(rail)?.text ?? { characters: 'Latin', nameLimit: 140, referenceLimit: 35 }
