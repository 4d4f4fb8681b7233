/** A word that makes the sandbox behave in a certain way. It acts in references and names, never by amount. */
interface MagicValue {
  value: string
  where: 'PaymentReference' | 'PayeeName'
  /** Effect. */
  effect: string
}

const inReference = (value: string, effect: string): MagicValue => ({ value, where: 'PaymentReference', effect })
const atEndOfName = (value: string, effect: string): MagicValue => ({ value, where: 'PayeeName', effect })

/** Magic values of interface 13. In a reference the word may occur anywhere; a name must end with it. */
export const MAGIC_VALUES: readonly MagicValue[] = [
  inReference('#HOLD', 'Screening holds the payment; POST /v1/sandbox/payments/{paymentId}/transition decides.'),
  inReference(
    '#FAIL:AC01',
    'The rail refuses the payment with this reason; any ISO 20022 reason code can stand for AC01.',
  ),
  inReference('#RETURN', 'The payment is returned (AC04) two seconds after it was completed.'),
  inReference(
    '#SLOW',
    'The rail completes the payment an hour later than usual; without it, one to five seconds after the release.',
  ),
  inReference('#APPROVE', 'The payment needs the approval of another client of the entity.'),
  atEndOfName('#MATCH', 'Verification of payee answers Match.'),
  atEndOfName('#NEAR', 'Verification of payee answers NearMatch.'),
  atEndOfName('#NOMATCH', 'Verification of payee answers NoMatch.'),
  atEndOfName('#NA', 'Verification of payee answers NotAvailable.'),
]
