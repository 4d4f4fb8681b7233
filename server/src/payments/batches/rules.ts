import { refusals } from '../../kernel/values/refusals.ts'

export const refuse = refusals({
  payment_batch_not_found: { status: 404, message: 'There is no such batch among those this client may see.' },
  payment_batch_not_cancellable: {
    status: 409,
    message:
      'A batch that is {status} can no longer be cancelled; its payments can, one by one, until they are submitted.',
  },
  csv_invalid: { status: 400, message: 'The CSV cannot be read: {reason}.' },
  xml_invalid: { status: 400, message: 'The XML is no pain.001.001.09 that can be read: {reason}.' },
  file_element_not_carried: {
    status: 422,
    message:
      'A payment cannot carry these elements of the file: {elements}. Leave them out, or pay this one otherwise.',
  },
  payee_not_matched: {
    status: 422,
    message:
      'The payee was verified: {status}. {outcome} Correct the payee; to pay it all the same, send the payment with the verificationId {verificationId}.',
  },
  batch_totals_mismatch: {
    status: 422,
    message: 'The file says {what} {said}, its transactions make {counted}; correct the file.',
  },
})
