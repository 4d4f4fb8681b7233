import type { Warning } from './assess-destination.ts'
import type { CheckedPayee } from './assess-parties.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { asSentOn } from '../rails/index.ts'
import { type CarriedRemittance, carriedRemittance, nameWarnings, sentOn } from '../validation/index.ts'
import type { Rail } from '../schemes/index.ts'

/** Returns the order's texts by pointer. */
const textsOf = ({ reference, remittance, invoice, ultimateDebtor, ultimateCreditor, payer }: PaymentOrder) =>
  Object.entries({
    '/reference': reference,
    '/remittance/unstructured': remittance?.unstructured,
    '/remittance/structured/creditorReference': remittance?.structured?.creditorReference,
    '/remittance/structured/invoiceNumber': remittance?.structured?.invoiceNumber,
    '/invoice/number': invoice?.number,
    '/payer/name': payer?.name,
    '/ultimateDebtor/name': ultimateDebtor?.name,
    '/ultimateCreditor/name': ultimateCreditor?.name,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined)

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
  return [...nameWarnings(payee.details.name, rail, payeeAt), ...converted, ...lostWarnings(rail, carried)]
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
