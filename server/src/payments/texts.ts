import type { CheckedPayee } from './assess-parties.ts'
import type { PaymentOrder } from './schema.ts'
import { nameWarnings, type Rail, sentOn, type TextWarning } from './validation/index.ts'

/** The order's texts by where they stand. */
const textsOf = ({ reference, remittance, ultimateDebtor, ultimateCreditor, payer }: PaymentOrder) =>
  Object.entries({
    '/reference': reference,
    '/remittance/unstructured': remittance?.unstructured,
    '/payer/name': payer?.name,
    '/ultimateDebtor/name': ultimateDebtor?.name,
    '/ultimateCreditor/name': ultimateCreditor?.name,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined)

/** Every text that will reach the payee's bank otherwise than it was given, with what will arrive. Nothing is changed unseen. */
export function textWarnings(order: PaymentOrder, payee: CheckedPayee, rail: Rail, payeeAt: string): TextWarning[] {
  const converted = textsOf(order)
    .map(([pointer, text]) => ({ pointer, text, sent: sentOn(rail, text) }))
    .filter(({ text, sent }) => sent !== text)
    .map(({ pointer, sent }) => ({
      pointer,
      code: 'text_will_be_converted' as const,
      message: `${rail} carries it as "${sent}".`,
      sent,
    }))
  return [...nameWarnings(payee.details.name, rail, payeeAt), ...converted]
}
