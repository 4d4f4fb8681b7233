import { formatId, parseId } from '../kernel/values/ids.ts'
import { invariant } from '../kernel/values/refusals.ts'

/** Prefixes of the ids of resources that events and audited acts are about, by type. */
const PREFIXES: Readonly<Record<string, string>> = {
  account: 'acc',
  bankBreak: 'brk',
  beneficiary: 'ben',
  client: 'cli',
  consent: 'obc',
  contradiction: 'ctr',
  creditFacility: 'fac',
  entity: 'ent',
  heldRate: 'quo',
  inboundPayment: 'inp',
  internalTransfer: 'ift',
  marginCall: 'mgc',
  order: 'ord',
  payment: 'pay',
  paymentBatch: 'bat',
  quote: 'quo',
  rateAlert: 'ral',
  reconciliation: 'rec',
  screeningCase: 'scr',
  statement: 'sta',
  trade: 'trd',
  user: 'usr',
  verification: 'ver',
  virtualAccount: 'vac',
  webhookDelivery: 'whd',
  webhookEndpoint: 'whe',
}

/** Returns the id of a resource as clients know it. */
export function formatResourceId(type: string, uuid: string): string {
  const prefix = PREFIXES[type]
  invariant(prefix, `resources of type ${type} have ids`)
  return formatId(prefix, uuid)
}

/** Returns the id of any resource of the audit trail: as clients know it, or the stored one where they know none. */
export const shownResourceId = (type: string, uuid: string): string =>
  PREFIXES[type] === undefined ? uuid : formatId(PREFIXES[type], uuid)

/** Returns the stored id of a resource from an id of any type; undefined for another text. */
export function storedResourceId(id: string): string | undefined {
  const prefix = id.slice(0, Math.max(0, id.lastIndexOf('_')))
  return Object.values(PREFIXES).includes(prefix) ? parseId(prefix, id) : undefined
}
