import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { codeOf, domestic, openInitiation } from '../../../test/support/initiation.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { refuseHttp } from '../../kernel/http/problems.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
let isBehind = false
const backlog = {
  check: async () => {
    if (isBehind) throw refuseHttp.overloaded({}, { headers: { 'retry-after': '3' } })
  },
}
openBankingRoutes(bank.app, { ...bank.deps, backlog })
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')
const { authorised, pay } = openInitiation(bank)

test.each(VERSIONS)(
  'v%s: while jobs are behind a payment is rejected and its consent stays usable under the same key',
  async (version) => {
    const consentId = await authorised(version, 'domestic')
    const key = randomUUID()
    isBehind = true
    const rejected = await pay(version, 'domestic', consentId, domestic(version), { key })
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([503, '3'])
    expect(rejected.headers['x-jws-signature']).toBeTruthy()
    expect(codeOf(rejected)).toBeTruthy()
    const { rows } = await db.pool.query('select 1 from payments where entity_id = $1', [bank.entityId])
    isBehind = false
    const paid = await pay(version, 'domestic', consentId, domestic(version), { key })
    expect([paid.status, paid.text]).toEqual([201, paid.text])
    const after = await db.pool.query('select 1 from payments where entity_id = $1', [bank.entityId])
    expect(after.rowCount).toBe(rows.length + 1)
  },
)
