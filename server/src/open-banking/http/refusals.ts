import type { FieldError, Params } from '../../kernel/values/refusals.ts'
import { Refusal, refusals, statusOf } from '../../kernel/values/refusals.ts'
import type { ObVersion } from './version.ts'

/**
 * Errors of the open-banking surface, one for each error code of the standard used here. `{detail}` states the valid
 * input. The standard prescribes status 400 for nearly all of them, including an unknown consent or account.
 */
export const refuseOb = refusals({
  ob_field_expected: { status: 400, message: 'This field is needed here: {detail}.' },
  ob_field_invalid: { status: 400, message: 'The value is not valid: {detail}.' },
  ob_field_invalid_date: { status: 400, message: 'Expected an existing date and time in ISO 8601: {detail}.' },
  ob_field_missing: { status: 400, message: 'This field is required.' },
  ob_agent_missing: { status: 400, message: 'Name the payee’s bank here, by its BIC or national code.' },
  ob_field_unexpected: { status: 400, message: 'Unexpected field: {detail}.' },
  ob_header_invalid: { status: 400, message: 'The header {header} cannot be used: {detail}.' },
  ob_header_missing: { status: 400, message: 'Send the header {header}.' },
  ob_consent_mismatch: {
    status: 400,
    message: 'The payment differs from the consent. Send Initiation and Risk exactly as in the consent.',
  },
  ob_consent_status: { status: 400, message: 'The consent {standing}; {detail}.' },
  ob_invalid_format: { status: 400, message: 'The body has the wrong format: {detail}.' },
  ob_body_unexpected: { status: 400, message: 'A {method} request has no body here. Omit the body.' },
  ob_resource_not_found: {
    status: 400,
    message: 'This client has no such resource in this API version: {detail}.',
  },
  ob_after_cut_off: { status: 400, message: 'The cut-off of {cutOff} has passed. Create a new consent.' },
  ob_market_closed: {
    status: 400,
    message: 'The currency market is closed until {reopensAt}. Create a new consent after that.',
  },
  ob_rule_failed: { status: 400, message: 'The payment cannot be made: {detail}.' },
  ob_rate_expired: { status: 400, message: 'The rate was valid until {until}. Create a new consent.' },
  ob_signature_invalid: { status: 400, message: 'x-jws-signature does not match the body and the signing key {kid}.' },
  ob_signature_claim_invalid: { status: 400, message: 'The JOSE header of x-jws-signature was rejected: {detail}.' },
  ob_signature_claim_missing: { status: 400, message: 'The JOSE header of x-jws-signature lacks {claim}.' },
  ob_signature_malformed: {
    status: 400,
    message: 'x-jws-signature must be a detached JWS, <base64url header>..<base64url signature>: {detail}.',
  },
  ob_signature_missing: {
    status: 400,
    message: 'Send x-jws-signature, a detached JWS over the exact bytes of the body.',
  },
  ob_signature_unexpected: { status: 400, message: 'This path does not accept signed requests. Omit x-jws-signature.' },
  ob_account_identifier_unsupported: { status: 400, message: 'The account cannot be used: {detail}.' },
  ob_secondary_identification_unsupported: {
    status: 400,
    message: 'SecondaryIdentification is not supported for this account; leave it out.',
  },
  ob_currency_unsupported: { status: 400, message: 'The currency {currency} cannot be used here: {detail}.' },
  ob_local_instrument_unsupported: {
    status: 400,
    message: 'LocalInstrument {value} is not supported; use {supported}.',
  },
  ob_scheme_unsupported: { status: 400, message: 'SchemeName {value} is not supported; use {supported}.' },
  ob_reauthenticate: {
    status: 403,
    message: 'The user must authenticate again. Redirect them to authorisation with the same ConsentId.',
  },
  ob_idempotency_key_reused: {
    status: 422,
    message: 'This x-idempotency-key was used within 24 hours with another body; use a new key.',
  },
  ob_unauthorised: { status: 401, message: 'A valid access token of the right kind is needed.' },
  ob_token_expired: { status: 401, message: 'The access token has expired; request a new one.' },
  ob_forbidden: { status: 403, message: 'The consent or the token does not cover this: {detail}.' },
  ob_not_enabled: { status: 403, message: 'Open banking is not enabled for this user. The institution can enable it.' },
  ob_route_not_found: { status: 404, message: 'Unknown path in this API version.' },
  ob_method_not_allowed: { status: 405, message: 'This path does not support {method}. Use {allowed}.' },
  ob_media_type_unsupported: { status: 415, message: 'Send the body as application/json.' },
})

export type ObRefusalCode = keyof typeof refuseOb

/** The standard's code of a refusal: of four characters in v4.0, a name after `UK.OBIE.` in v3.1. */
interface ObCode {
  iso: string
  name: string
}

const code = (iso: string, name: string): ObCode => ({ iso, name: `UK.OBIE.${name}` })

export const UNEXPECTED = code('U000', 'UnexpectedError')

const NOT_FOUND = code('U011', 'Resource.NotFound')
const FIELD_INVALID = code('U002', 'Field.Invalid')
const AFTER_CUT_OFF = code('U012', 'Rules.AfterCutOffDateTime')
const HEADER_INVALID = code('U006', 'Header.Invalid')
/** Other reasons of a 403 or 429. v3.1 has no such code: there the token in the header does not cover the request. */
const OTHER = code('U042', 'Header.Invalid')
const ACCOUNT_UNSUPPORTED = code('U021', 'Unsupported.AccountIdentifier')

/** Standard codes by internal error code, including errors of other modules that can occur here. */
const CODES: Record<string, ObCode> = {
  ob_field_expected: code('U001', 'Field.Expected'),
  ob_field_invalid: FIELD_INVALID,
  ob_field_invalid_date: code('U003', 'Field.InvalidDate'),
  ob_field_missing: code('U004', 'Field.Missing'),
  ob_agent_missing: code('U004', 'Field.Missing'),
  ob_field_unexpected: code('U005', 'Field.Unexpected'),
  ob_header_invalid: HEADER_INVALID,
  ob_header_missing: code('U007', 'Header.Missing'),
  ob_consent_mismatch: code('U008', 'Resource.ConsentMismatch'),
  ob_consent_status: code('U009', 'Resource.InvalidConsentStatus'),
  ob_invalid_format: code('U010', 'Resource.InvalidFormat'),
  ob_body_unexpected: code('U010', 'Resource.InvalidFormat'),
  ob_resource_not_found: NOT_FOUND,
  ob_after_cut_off: AFTER_CUT_OFF,
  ob_market_closed: AFTER_CUT_OFF,
  ob_rate_expired: AFTER_CUT_OFF,
  ob_rule_failed: code('U014', 'Rules.FailsControlParameters'),
  ob_signature_invalid: code('U015', 'Signature.Invalid'),
  ob_signature_claim_invalid: code('U016', 'Signature.InvalidClaim'),
  ob_signature_claim_missing: code('U017', 'Signature.MissingClaim'),
  ob_signature_malformed: code('U018', 'Signature.Malformed'),
  ob_signature_missing: code('U019', 'Signature.Missing'),
  ob_signature_unexpected: code('U020', 'Signature.Unexpected'),
  ob_account_identifier_unsupported: ACCOUNT_UNSUPPORTED,
  ob_secondary_identification_unsupported: code('U022', 'Unsupported.AccountSecondaryIdentifier'),
  ob_currency_unsupported: code('U023', 'Unsupported.Currency'),
  ob_local_instrument_unsupported: code('U026', 'Unsupported.LocalInstrument'),
  ob_scheme_unsupported: code('U027', 'Unsupported.Scheme'),
  ob_reauthenticate: code('U028', 'Reauthenticate'),
  ob_idempotency_key_reused: code('U029', 'Rules.ResourceAlreadyExists'),
  ob_token_expired: code('TKXP', 'Header.Invalid'),
  ob_unauthorised: HEADER_INVALID,
  ob_forbidden: OTHER,
  ob_not_enabled: OTHER,
  ob_route_not_found: NOT_FOUND,
  ob_method_not_allowed: NOT_FOUND,
  not_acceptable: HEADER_INVALID,
  expectation_not_supported: HEADER_INVALID,
  host_missing: code('U007', 'Header.Missing'),
  ob_media_type_unsupported: HEADER_INVALID,
  media_type_not_supported: HEADER_INVALID,
  rate_limited: OTHER,
  too_many_concurrent_requests: OTHER,
  body_not_json: FIELD_INVALID,
  body_too_large: code('U010', 'Resource.InvalidFormat'),
  currency_unknown: code('U023', 'Unsupported.Currency'),
  field_required: code('U004', 'Field.Missing'),
  unknown_field: code('U005', 'Field.Unexpected'),
  parameter_repeated: FIELD_INVALID,
  unknown_parameter: code('U005', 'Field.Unexpected'),
  instant_invalid: code('U003', 'Field.InvalidDate'),
  date_invalid: code('U003', 'Field.InvalidDate'),
  cursor_invalid: FIELD_INVALID,
}

/** Lists the standard's codes that a version can answer with. */
export function standardCodes(version: ObVersion): string[] {
  const all = [...Object.values(CODES), UNEXPECTED]
  return [...new Set(all.map(({ iso, name }) => (version === '3.1' ? name : iso)))].sort()
}

/** Returns the standard's code of an error; unlisted client errors become an invalid field. */
export const obCodeOf = (refusalCode: string, status: number): ObCode =>
  CODES[refusalCode] ?? (status >= 500 ? UNEXPECTED : FIELD_INVALID)

/**
 * Builds one error of a body for a response with several. `pointer` is a JSON pointer:
 * "/Data/Initiation/DebtorAccount".
 */
export function fieldErrorOf(pointer: string, refusal: Refusal): FieldError {
  return { pointer, code: refusal.code, message: refusal.message, params: refusal.params }
}

/** An error with the text of another rejection, which consists of whole sentences. */
export const statedError = (pointer: string, refusalCode: ObRefusalCode, message: string): FieldError => ({
  pointer,
  code: refusalCode,
  message,
  params: {},
})

/** A refusal about one field of the body or one query parameter ("?fromBookingDateTime"). */
export const refuseField = (pointer: string, refusalCode: ObRefusalCode, params: Params = {}): Refusal =>
  refuseOb[refusalCode](params, { errors: [fieldErrorOf(pointer, refuseOb[refusalCode](params))] })

/** Most errors in a response of this surface. */
export const MOST_OB_ERRORS = 100

/** Combines several errors into one response with the code of the first. */
export function refuseErrors(errors: readonly FieldError[]): Refusal {
  const [first] = errors
  const spec = { status: statusOf(first!.code), message: first!.message }
  return new Refusal(first!.code, spec, first!.params, { errors: errors.slice(0, MOST_OB_ERRORS) })
}

/** Checks whose results are read together. */
type Checks = readonly (() => unknown)[]
type Results<C extends Checks> = { [K in keyof C]: C[K] extends () => infer R ? R : never }

/**
 * Runs checks that do not depend on each other and returns their results.
 *
 * @throws the errors of all of them at once, the first of each field, with the code of the first
 */
export function checkAll<const C extends Checks>(...checks: C): Results<C> {
  const errors: FieldError[] = []
  const results = checks.map((check) => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof Refusal) || error.errors.length === 0) throw error
      errors.push(...error.errors)
      return undefined
    }
  })
  if (errors.length > 0) throw refuseErrors(firstOfEachField(errors))
  return results as Results<C>
}

function firstOfEachField(errors: readonly FieldError[]): FieldError[] {
  const found = new Map<string, FieldError>()
  for (const each of errors) if (!found.has(each.pointer)) found.set(each.pointer, each)
  return [...found.values()]
}
