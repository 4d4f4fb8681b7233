import { expect } from 'vitest'
import type { Db } from '../../src/kernel/db/db.ts'
import type { App } from '../../src/kernel/http/http.ts'

/** Operations that leave no record although they are no reads, with the reason. */
export const UNRECORDED: Record<string, string> = {
  createToken: 'tokens have a table of their own',
  revokeToken: 'tokens have a table of their own',
  introspectToken: 'changes nothing',
  quoteSpot: 'a price binds nobody until it is booked, which is recorded',
  quoteForward: 'a price binds nobody until it is booked, which is recorded',
  quoteSpotAmendment: 'a price binds nobody until it is booked, which is recorded',
  quoteForwardAmendment: 'a price binds nobody until it is booked, which is recorded',
  simulateCredit: 'changes nothing',
  validatePayment: 'changes nothing',
  validateBeneficiary: 'changes nothing',
  resetSandbox: 'empties the audit trail of the sandbox',
}

interface Write {
  requestId: string
  operation: string
}

/**
 * Notes each successful write of an instance. `check` fails if one of them has left no record with its request and its
 * operation.
 */
export function watchWrites(app: App, db: Pick<Db, 'pool'>) {
  const writes: Write[] = []
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, query } = request
    const { operation } = routeOptions.config
    const isDone = reply.statusCode >= 200 && reply.statusCode < 300
    const isNamed = operation !== undefined && !operation.includes(' ') // others are routes of a test, or pages
    const isTried = (query as { dryRun?: unknown } | null)?.dryRun !== undefined
    if (isDone && isNamed && method !== 'GET' && !isTried && !reply.hasHeader('idempotent-replayed'))
      writes.push({ requestId: request.id, operation })
    done()
  })
  return {
    writes,
    async check(): Promise<void> {
      const recordable = writes.filter(({ operation }) => !(operation in UNRECORDED))
      const { rows } = await db.pool.query<Write>(
        'select distinct request_id as "requestId", operation from audit_log where request_id = any ($1)',
        [recordable.map(({ requestId }) => requestId)],
      )
      const recorded = new Set(rows.map(({ requestId, operation }) => `${requestId} ${operation}`))
      const missing = recordable.filter(({ requestId, operation }) => !recorded.has(`${requestId} ${operation}`))
      expect([...new Set(missing.map(({ operation }) => operation))], 'writes without a record').toEqual([])
    },
  }
}
