import { createHash } from 'node:crypto'
import { createAccount } from '../server/test/support/accounts.ts'
import { createClient } from '../server/src/auth/index.ts'
import { createEntity } from '../server/src/entities/index.ts'
import { type Db, inTransaction } from '../server/src/kernel/db/db.ts'
import { SCOPES } from '../server/src/kernel/http/http.ts'
import { cellMark, formatId, newSecret, newUuid } from '../server/src/kernel/values/ids.ts'
import { postJournal } from '../server/src/ledger/index.ts'

/** One ABS entity with a token and funded EUR accounts. */
export interface BenchEntity {
  entityId: string
  wireId: string
  clientId: string
  token: string
  accounts: { id: string; wireId: string }[]
}

const FUNDS = 1_000_000_000_000n // minor units: no benchmark runs an account dry
const MOST = 100_000_000_000_000n

/** Makes entities for the load to be spread over. */
export async function populate(db: Db, entities: number, accountsEach: number, at: Date): Promise<BenchEntity[]> {
  const made: BenchEntity[] = []
  for (let i = 0; i < entities; i++) made.push(await makeEntity(db, `Bench fund ${i}`, accountsEach, at))
  await db.pool.query('analyze')
  return made
}

/** Makes one entity with a client's token and funded EUR accounts. */
export function makeEntity(
  db: Db,
  name: string,
  accountsEach: number,
  now: Date,
  serviceKind: 'RM' | 'ABS' = 'ABS',
): Promise<BenchEntity> {
  const act = { actor: { type: 'operator' as const }, at: now, wall: new Date() }
  const [entityId, clientId] = [newUuid(), newUuid()]
  const limits = {
    minTradeMinor: 1n,
    minPaymentMinor: 1n,
    maxTradeMinor: MOST,
    dailyTradeMinor: MOST,
    singlePaymentMinor: MOST,
    dailyPaymentMinor: MOST,
    heldOpenMinor: MOST,
    settlementMinor: MOST,
  }
  return inTransaction(db, async (tx) => {
    await createEntity(
      tx,
      {
        entityId,
        name,
        serviceKind,
        entityType: 'Fund',
        countryOfIncorporation: 'LU',
        jurisdiction: 'EU',
        baseCurrency: 'EUR',
        timeZone: 'Europe/Luxembourg',
        markupBps: '25',
        limits,
      },
      act,
    )
    await createClient(
      tx,
      { clientId, entityId, name: 'Bench', roles: ['maker', 'approver'], grants: [...SCOPES] },
      act,
    )
    const accounts = []
    for (let i = 0; i < accountsEach; i++) {
      const { accountId } = await createAccount(tx, { entityId, currency: 'EUR', name: `Account ${i}` }, act)
      const legs = [
        { account: accountId, currency: 'EUR', amountMinor: FUNDS },
        { account: { kind: 'suspense' as const }, currency: 'EUR', amountMinor: -FUNDS },
      ]
      const source = { type: 'bench', id: accountId }
      await postJournal(
        tx,
        { entityId, kind: 'benchFunds', type: 'Deposit', source, valueDate: now.toISOString().slice(0, 10), legs },
        now,
      )
      accounts.push({ id: accountId, wireId: formatId('acc', accountId) })
    }
    await createAccount(tx, { entityId, currency: 'USD', name: 'Dollars' }, act)
    const token = `cbt_${cellMark()}${newSecret()}`
    await tx.query(
      `insert into access_tokens (token_hash, entity_id, client_id, scopes, issued_at, expires_at)
       values ($1, $2, $3, $4, now(), now() + interval '1 day')`,
      [createHash('sha256').update(token).digest(), entityId, clientId, [...SCOPES]],
    )
    return { entityId, wireId: formatId('ent', entityId), clientId, token, accounts }
  })
}
