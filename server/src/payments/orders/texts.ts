import type { Warning } from './assess-destination.ts'
import type { CheckedPayee } from './assess-parties.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { partyTexts } from './party-texts.ts'
import { asSentOn } from '../rails/index.ts'
import { type CarriedRemittance, carriedRemittance, nameWarnings, sentOn } from '../validation/index.ts'
import { type Rail, SCHEMES } from '../schemes/index.ts'

/** Returns the order's texts by pointer. */
const textsOf = (order: PaymentOrder): [pointer: string, text: string][] => {
  const { reference, remittance, invoice } = order
  const given = Object.entries({
    '/reference': reference,
    '/remittance/unstructured': remittance?.unstructured,
    '/remittance/structured/creditorReference': remittance?.structured?.creditorReference,
    '/remittance/structured/invoiceNumber': remittance?.structured?.invoiceNumber,
    '/invoice/number': invoice?.number,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return [...given, ...partyTexts(order).map(({ pointer, text }): [string, string] => [pointer, text])]
}

/** Returns every text that reaches the payee's bank in a different form, with that form. Changes nothing silently. */
export function textWarnings(
  order: PaymentOrder,
  payee: CheckedPayee,
  { rail, endToEndId }: { rail: Rail; endToEndId?: string | undefined },
  payeeAt: string,
): Warning[] {
  const carried = carriedOn(rail, order, endToEndId)
  const converted = textsOf(order)
    .map(([pointer, text]) => ({ pointer, text, sent: sentOn(rail, text) }))
    .filter(({ pointer, text, sent }) => sent !== text && !carried.lost.some((lost) => lost.pointer === pointer))
    .map(({ pointer, sent }) => ({
      pointer,
      code: 'text_will_be_converted' as const,
      message: `${rail} carries it as "${sent}".`,
      sent,
    }))
  const shortened = shortenedNames(rail, order)
  return [
    ...nameWarnings(payee.details.name, rail, payeeAt),
    ...converted,
    ...shortened,
    ...lostWarnings(rail, carried),
  ]
}

/** Returns the warnings for names of ultimate parties that are longer than a message of the rail carries. */
function shortenedNames(rail: Rail, { ultimateDebtor, ultimateCreditor }: PaymentOrder): Warning[] {
  const limit = SCHEMES[rail].iso20022.nameLimit ?? Number.POSITIVE_INFINITY
  return Object.entries({ ultimateDebtor, ultimateCreditor }).flatMap(([party, given]) => {
    const sent = sentOn(rail, given?.name ?? '')
    if (sent.length <= limit) return []
    const message = `${rail} carries ${limit} characters of it: "${sent.slice(0, limit)}".`
    return [{ pointer: `/${party}/name`, code: 'text_will_be_shortened', message, sent: sent.slice(0, limit) }]
  })
}

type Said = Pick<PaymentOrder, 'reference' | 'currency' | 'remittance' | 'invoice'>

/** Returns the remittance information as carried by the rail. */
export const carriedOn = (rail: Rail, order: Said, endToEndId?: string): CarriedRemittance => {
  const { reference, currency, remittance, invoice } = order
  const said = { reference, endToEndId, currency, ...(remittance && { remittance }), ...(invoice && { invoice }) }
  return carriedRemittance(rail, asSentOn(rail, said))
}

const CARRIED = ['a creditor reference alone', 'one line of 140 characters']

function lostWarnings(rail: Rail, { lost, texts }: CarriedRemittance): Warning[] {
  const why = `${rail} carries ${CARRIED[texts.length] ?? `${texts.length} lines of 140 characters`}`
  return lost.map(({ pointer, sent }) =>
    sent === undefined
      ? { pointer, code: 'text_will_not_be_sent', message: `${why}; this is not sent.` }
      : { pointer, code: 'text_will_be_shortened', message: `${why}; of this: "${sent}".`, sent },
  )
}
