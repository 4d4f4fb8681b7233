import { formatDate, selfOnly } from '../http/index.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { type Initiated, PATHS } from './present.ts'
import { stepsOf } from './status.ts'
import type { PaymentWords } from './terms/words.ts'

/** The history of a payment in a version's words. */
export function presentDetails(words: PaymentWords, initiated: Initiated, baseUrl: string): object {
  const { payment, link } = initiated
  const paymentId = formatId('pay', payment.paymentId)
  const path = `/open-banking/v${words.version}/pisp/${PATHS[link.kind].payments}/${paymentId}/payment-details`
  return {
    Data: {
      PaymentStatus: stepsOf(words, initiated).map(({ status, word, at, reason }) => ({
        PaymentTransactionId: payment.uetr,
        Status: word,
        StatusUpdateDateTime: formatDate(at),
        StatusDetail: {
          Status: word,
          StatusReason: words.detailReason(status, reason.code),
          StatusReasonDescription: reason.description,
        },
      })),
    },
    ...selfOnly(baseUrl, path),
  }
}
