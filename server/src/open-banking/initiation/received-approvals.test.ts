import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { givenClientRow } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { base, domestic, openInitiation } from '../../../test/support/initiation.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { removePolicy, setPolicy } from '../../approvals/index.ts'
import { setClientStatus } from '../../auth/index.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { decidePayment } from '../../payments/lifecycle/decisions.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')

const { authorised, pay } = openInitiation(bank)

const APPROVER = {
  serviceKind: 'ABS' as const,
  scopes: new Set(['payments:approve' as const]),
  roles: new Set(['approver' as const]),
  actorType: 'client' as const,
}

describe.each(VERSIONS)('v%s', (version) => {
  test('an approval whose client was blocked is not received; a rejection by a client that approved is shown as one', async () => {
    const act = { actor: { type: 'operator' as const }, at: bank.time.now, wall: bank.time.wall }
    const band = { currency: null, fromMinor: 500_00n, belowMinor: null, newPayeeOnly: false, steps: 2 }
    const { policyId } = await inTransaction(db, (tx) =>
      setPolicy(tx, bank.entityId, { resource: 'Payment', ...band }, act),
    )
    const change = { InstructedAmount: { Amount: '600.00', Currency: 'GBP' } }
    const { body } = await pay(
      version,
      'domestic',
      await authorised(version, 'domestic', change),
      domestic(version, change),
    )
    const id = body.Data.DomesticPaymentId as string
    const shown = async () => (await bank.get(`${base(version)}/domestic-payments/${id}`)).body.Data.MultiAuthorisation
    const decideAs = async (clientId: string, what: 'approve' | 'reject') => {
      const principal = { ...APPROVER, clientId, entityId: bank.entityId }
      const by = { ...act, principal, actor: { type: 'client' as const }, requestId: randomUUID() }
      await inTransaction(db, (tx) => decidePayment({ ...by, tx }, bank.deps.payments, parseId('pay', id), what))
    }
    const first = await givenClientRow(db, bank.entityId)
    const second = await givenClientRow(db, bank.entityId)
    const set = (status: 'Active' | 'Blocked') => inTransaction(db, (tx) => setClientStatus(tx, first, status, act))
    await decideAs(first, 'approve')
    expect(await shown()).toMatchObject({ NumberRequired: 3, NumberReceived: 2 })
    await set('Blocked')
    expect(await shown()).toMatchObject({ NumberRequired: 3, NumberReceived: 1 })
    await decideAs(second, 'approve')
    await set('Active')
    await decideAs(second, 'reject')
    expect(await shown()).toMatchObject({ Status: version === '3.1' ? 'Rejected' : 'RJCT' })
    await inTransaction(db, (tx) => removePolicy(tx, bank.entityId, policyId, act))
  })
})
