import { formatDate, selfOnly } from '../http/index.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { type Initiated, PATHS } from './present.ts'
import { isRefusedOrReturned, reasonOf, reasonOfStep } from './reasons.ts'
import { changesOf, firstCodeOf } from './status.ts'
import type { PaymentStatusCode, PaymentWords } from './terms/words.ts'

/** Most characters of a step's reason. */
const MOST_REASON = 256

interface DetailStep {
  status: PaymentStatusCode
  /** The version's word for the status. */
  word: string
  at: Date
  reason: { code: string; description: string }
}

/**
 * Returns the steps of a payment, oldest first and without repetition, starting with its receipt. Each states its reason; the
 * last one of a rejected or returned payment also where the money is.
 */
function stepsOf(words: PaymentWords, initiated: Initiated): DetailStep[] {
  const { payment } = initiated
  const changes = changesOf(initiated)
  const steps: DetailStep[] = []
  const add = (status: PaymentStatusCode, at: Date, { code, description }: DetailStep['reason']) => {
    const reason = { code, description: description.slice(0, MOST_REASON) }
    const word = words.detailStatus[status]
    const last = steps.at(-1)
    if (last?.word !== word || last.reason.description !== reason.description) steps.push({ status, word, at, reason })
  }
  const first = payment.history[0]
  if (first && firstCodeOf(first.status) === 'RCVD') add('RCVD', payment.createdAt, reasonOfStep('RCVD', null))
  for (const [index, { code, at, reason }] of changes.entries()) {
    const isEnd = index === changes.length - 1 && isRefusedOrReturned(payment, code)
    add(code, at, (isEnd ? reasonOf(payment) : undefined) ?? reasonOfStep(code, reason))
  }
  return steps
}

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
