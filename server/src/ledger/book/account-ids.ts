import { createHash } from 'node:crypto'
import type { InternalAccount } from './types.ts'

const derived = new Map<string, string>()

/**
 * Returns the id of an internal account: derived from its purpose, so that it needs no lookup and two processes opening
 * it concurrently get the same one.
 */
export function ledgerAccountId(entityId: string, account: InternalAccount, currency: string): string {
  const name = `${entityId} ${account.kind} ${currency} ${account.qualifier ?? ''}`
  const known = derived.get(name)
  if (known) return known
  const hex = createHash('sha256').update(name).digest('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  if (derived.size >= 50_000) derived.clear()
  derived.set(name, id)
  return id
}
