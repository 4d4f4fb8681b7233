import { refusals } from '../../kernel/values/refusals.ts'

export const refuse = refusals({
  payment_batch_not_found: { status: 404, message: 'The batch does not exist or is not visible to this client.' },
  payment_batch_not_cancellable: {
    status: 409,
    message:
      'A batch that is {status} can no longer be cancelled; its payments can, one by one, until they are submitted.',
  },
  csv_invalid: { status: 400, standsAlone: true, message: 'The CSV cannot be read: {reason}.' },
  xml_invalid: { status: 400, standsAlone: true, message: 'The XML is not a readable pain.001.001.09: {reason}.' },
  file_element_not_carried: {
    status: 422,
    message:
      'A payment cannot carry these elements of the file: {elements}. Remove them, or send this payment another way.',
  },
  payee_not_matched: {
    status: 422,
    message:
      'The payee was verified: {status}. {outcome} Correct the payee, or confirm it by sending the payment with the verificationId {verificationId}.',
  },
  batch_item_too_large: { status: 400, message: 'An item has at most {limit} bytes of JSON.' },
  batch_too_complex: {
    status: 413,
    message: 'Reading this batch takes too much time or memory. Split it into smaller batches.',
  },
  batch_totals_mismatch: {
    status: 422,
    message: 'These totals of the file differ from its transactions: {totals}. Correct the file.',
  },
})
