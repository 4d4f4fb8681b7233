import { refuseShape } from '../../kernel/http/validation.ts'
import { type FieldError, fieldError } from '../../kernel/values/refusals.ts'
import { latin, textError } from '../validation/index.ts'
import type { PaymentDetails, PaymentOrder } from '../record/schema.ts'

/** A text that a bank receives about a party or in a report to an authority. */
interface PartyText {
  pointer: string
  text: string
  /** Longest text that a message carries, in characters. */
  limit: number
}

type Party = NonNullable<PaymentDetails['payer']>

/** Returns the texts of an order's parties and of its report to an authority. */
export function partyTexts({
  payer,
  ultimateDebtor,
  ultimateCreditor,
  regulatoryReporting,
}: PaymentOrder): PartyText[] {
  const parties = Object.entries({ payer, ultimateDebtor, ultimateCreditor })
  return [...parties.flatMap(([name, party]) => (party ? textsOfParty(party, `/${name}`) : [])), ...reported()]

  function reported(): PartyText[] {
    const at = '/regulatoryReporting'
    const { code, details = [] } = regulatoryReporting ?? {}
    return [
      ...given([[`${at}/code`, code, 10]]),
      ...details.map((text, i) => ({ pointer: `${at}/details/${i}`, text, limit: 35 })),
    ]
  }
}

function textsOfParty({ name, address, identification, placeOfBirth }: Party, at: string): PartyText[] {
  return given([
    [`${at}/name`, name, 140],
    [`${at}/address/line1`, address?.line1, 70],
    [`${at}/address/line2`, address?.line2, 70],
    [`${at}/address/city`, address?.city, 35],
    [`${at}/address/region`, address?.region, 35],
    [`${at}/address/postCode`, address?.postCode, 16],
    [`${at}/identification/type`, identification?.type, 35],
    [`${at}/identification/value`, identification?.value, 35],
    [`${at}/placeOfBirth`, placeOfBirth, 35],
  ])
}

const given = (texts: [pointer: string, text: string | undefined, limit: number][]): PartyText[] =>
  texts.flatMap(([pointer, text, limit]) => (text === undefined ? [] : [{ pointer, text, limit }]))

/** Returns the errors of texts without a permitted spelling, or whose spelling is too long for a message. */
export const partyTextErrors = (order: PaymentOrder): FieldError[] =>
  partyTexts(order).flatMap(({ pointer, text, limit }) => {
    const found = textError(text, pointer)
    if (found) return [found]
    return latin(text).length > limit ? [fieldError(pointer, refuseShape.text_too_long({ limit }))] : []
  })
