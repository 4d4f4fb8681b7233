import { formatId } from '../kernel/values/ids.ts'
import { invariant } from '../kernel/values/refusals.ts'

/** Prefixes of the ids of resources that events are about, by type. */
const PREFIXES: Readonly<Record<string, string>> = {
  account: 'acc',
  beneficiary: 'ben',
  consent: 'obc',
  contradiction: 'ctr',
  creditFacility: 'fac',
  heldRate: 'quo',
  inboundPayment: 'inp',
  internalTransfer: 'ift',
  marginCall: 'mgc',
  payment: 'pay',
  paymentBatch: 'bat',
  reconciliation: 'rec',
  statement: 'sta',
  trade: 'trd',
  verification: 'ver',
  webhookEndpoint: 'whe',
}

/** Returns the id of a resource as clients know it. */
export function formatResourceId(type: string, uuid: string): string {
  const prefix = PREFIXES[type]
  invariant(prefix, `resources of type ${type} have ids`)
  return formatId(prefix, uuid)
}
