import { type FieldError, fieldError, type Params, refusals } from '../../kernel/values/refusals.ts'

/** Errors of account details and texts. All are field errors, reported together with status 400. */
const refuseDetail = refusals({
  iban_invalid: { status: 400, message: 'The IBAN is not valid: {reason}' },
  iban_country_mismatch: {
    status: 400,
    message: 'The IBAN is from {ibanCountry}, the bank from {bankCountry}. Both must be from the same country.',
  },
  bic_invalid: {
    status: 400,
    message: 'A BIC has 8 or 11 letters and digits with a country in the fifth and sixth place, for example DEUTDEFF.',
  },
  bic_country_mismatch: {
    status: 400,
    message: 'The BIC is from {bicCountry}, the account from {country}. Both must be from the same country.',
  },
  account_number_invalid: { status: 400, message: 'The account number is invalid: expected {expected}.' },
  routing_code_invalid: { status: 400, message: 'The {type} is not valid: expected {expected}.' },
  routing_code_repeated: { status: 400, message: 'There are two routing codes of type {type}; send one.' },
  modulus_check_failed: {
    status: 400,
    message: 'The account number does not belong to this sort code (UK modulus check); correct one of them.',
  },
  identification_invalid: {
    status: 400,
    message: 'An LEI has 18 letters or digits and 2 check digits. Its check digits are wrong.',
  },
  local_name_invalid: { status: 400, message: 'The name in the local script is invalid: expected {expected}.' },
  tax_id_invalid: { status: 400, message: 'The tax id is not valid: expected {expected}.' },
  creditor_reference_invalid: {
    status: 400,
    message: 'A creditor reference is RF, 2 check digits and up to 21 letters or digits. Its check digits are wrong.',
  },
  qr_reference_required: {
    status: 400,
    message:
      'A payment to a Swiss QR-IBAN carries the QR reference of the bill: 27 digits with a check digit, as remittance.structured.creditorReference.',
  },
  bank_detail_required: {
    status: 400,
    message: 'A payment in {currency} to {country} requires: {label}.{otherWays}',
  },
  bank_detail_not_used: { status: 400, message: 'This field does not match the other account details: {reason}' },
  destination_not_offered: {
    status: 400,
    message: 'Payments in {currency} to a bank in {country} are not offered for payees of type {type}.',
  },
  characters_not_allowed: {
    status: 400,
    message: 'These characters cannot be sent to a bank: {characters}. Use Latin letters, digits and punctuation.',
  },
  reference_too_long: { status: 400, message: 'A reference has at most {limit} characters on {rail}.' },
  end_to_end_id_invalid: {
    status: 400,
    message:
      "An end-to-end id reaches the payee unchanged. On {rail} it has at most {limit} of the characters a-z A-Z 0-9 / - ? : ( ) . , ' + and space. It must not begin or end with a slash or a space, nor contain two slashes in a row.",
  },
  reference_slashes: {
    status: 400,
    message: 'A reference must not begin or end with a slash, nor contain two in a row.',
  },
})

type Code = keyof typeof refuseDetail

/** Creates one field error with its registered code and message. */
export const error = (pointer: string, code: Code, params: Params = {}): FieldError =>
  fieldError(pointer, refuseDetail[code](params))
