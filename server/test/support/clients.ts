import { createClient, grantEntity } from '../../src/auth/index.ts'
import { createEntity, type NewEntity } from '../../src/entities/index.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { SCOPES } from '../../src/kernel/http/http.ts'
import { type Role, ROLES } from '../../src/kernel/http/principal.ts'
import { formatId, newUuid } from '../../src/kernel/values/ids.ts'

const at = new Date('2026-11-20T10:00:00.000Z')
export const operatorAct = { actor: { type: 'operator' as const }, at, wall: at }

/** An active entity in EUR, Europe/Berlin, with limits of 1,000,000,000.00 and a mark-up of 25 bps; answers its uuid. */
export const givenEntity = (db: Db, serviceKind: 'RM' | 'ABS', change: Partial<NewEntity> = {}): Promise<string> => {
  const most = 100_000_000_000n
  const limits = {
    minTradeMinor: 100n,
    maxTradeMinor: most,
    dailyTradeMinor: most,
    minPaymentMinor: 100n,
    singlePaymentMinor: most,
    dailyPaymentMinor: most,
    heldOpenMinor: most,
    settlementMinor: most,
  }
  const order: NewEntity = {
    serviceKind,
    name: `An ${serviceKind} entity`,
    entityType: 'Company',
    countryOfIncorporation: 'DE',
    jurisdiction: 'EU',
    baseCurrency: 'EUR',
    timeZone: 'Europe/Berlin',
    markupBps: '25',
    ...change,
    limits: { ...limits, ...change.limits },
  }
  return inTransaction(db, (tx) => createEntity(tx, order, operatorAct))
}

/**
 * Stores the row of a client that a test authenticates by itself, with all scopes and, unless said otherwise, both roles;
 * answers its id. Approvals of a client without a row do not count. A row that exists stays.
 */
export async function givenClientRow(
  db: Db,
  entityId: string,
  { clientId = newUuid(), roles = ROLES }: { clientId?: string; roles?: readonly Role[] } = {},
): Promise<string> {
  await inTransaction(db, async (tx) => {
    await tx.query(
      `insert into api_clients (entity_id, client_id, name, status, created_at) values ($1, $2, 'A client', 'Active', $3)
        on conflict do nothing`,
      [entityId, clientId, at],
    )
    await tx.query(
      `insert into api_client_entities (entity_id, client_id, home_entity_id, roles, grants, granted_at)
        values ($1, $2, $1, $3, $4, $5) on conflict do nothing`,
      [entityId, clientId, roles, SCOPES, at],
    )
  })
  return clientId
}

/** An API client of the entity, with all scopes unless said otherwise. `id` is the wire form of `clientId`. */
export async function givenClient(
  db: Db,
  entityId: string,
  { otherEntityIds = [], ...change }: Partial<Parameters<typeof createClient>[1]> & { otherEntityIds?: string[] } = {},
): Promise<{ clientId: string; id: string; secret: string }> {
  const order = { entityId, name: 'A client', roles: ['maker', 'approver'] as const, grants: [...SCOPES], ...change }
  const made = await inTransaction(db, (tx) => createClient(tx, order, operatorAct))
  for (const other of otherEntityIds) {
    await inTransaction(db, (tx) => grantEntity(tx, made.clientId, { ...order, entityId: other }, operatorAct))
  }
  return { clientId: made.clientId, id: formatId('cli', made.clientId), secret: made.clientSecret }
}
