import { type Account, createAccount, createAccountDirectory } from '../../src/accounts/index.ts'
import { accountRoutes } from '../../src/accounts/routes.ts'
import { createEntityDirectory } from '../../src/entities/index.ts'
import { createTransferBatcher } from '../../src/internal-transfers/index.ts'
import { internalTransferRoutes } from '../../src/internal-transfers/routes.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { createHttp, type Deps, SCOPES } from '../../src/kernel/http/http.ts'
import { formatId, newUuid } from '../../src/kernel/values/ids.ts'
import { createListener } from '../../src/kernel/db/notifications.ts'
import { createPendingCredits } from '../../src/payments/inbound/index.ts'
import type { Principal } from '../../src/kernel/http/principal.ts'
import { openPostingConnection } from '../../src/ledger/index.ts'
import { givenEntity, operatorAct } from './clients.ts'
import { closeAfterFile } from './database.ts'
import { fund, handClock, noon } from './ledger.ts'

export const testIssuer = {
  name: 'Test House',
  licence: 'Licensed by nobody.',
  safeguarding: 'Money is kept apart.',
  contact: 'help@test-house.example',
}

/** Accounts and internal transfers over HTTP; the bearer token is the name of a principal. */
export async function openAccountsApp(db: Db) {
  const clock = handClock()
  const principals = new Map<string, Principal>()
  const listener = createListener(db)
  const entities = createEntityDirectory(db, listener)
  const accounts = createAccountDirectory(db, listener)
  const pendingCredits = createPendingCredits(db, listener)
  await listener.start()
  const connections = [openPostingConnection(db), openPostingConnection(db)]
  closeAfterFile(async () => {
    await listener.close()
    await Promise.all(connections.map((connection) => connection.close()))
  })
  const deps: Deps = {
    db,
    clock,
    authenticate: (token) => principals.get(token),
    settings: { requireIdempotencyKey: false, sandbox: true },
  }
  /** Two server processes on one database. */
  const apps = connections.map((connection) => {
    const app = createHttp(deps)
    const transfers = createTransferBatcher(connection, clock)
    accountRoutes(app, { ...deps, accounts, entities, pendingCredits, issuer: testIssuer })
    internalTransferRoutes(app, { ...deps, accounts, entities, transfers })
    return app
  })

  async function givenHolder(serviceKind: 'RM' | 'ABS', scopes: readonly string[] = SCOPES) {
    const entityId = await givenEntity(db, serviceKind)
    const token = newUuid()
    const principal = {
      entityId,
      serviceKind,
      clientId: newUuid(),
      scopes: new Set<string>(scopes),
      roles: new Set(['maker', 'approver'] as const),
    }
    principals.set(token, principal)
    return { entityId, wireId: formatId('ent', entityId), token, principal }
  }

  /** Another API client of the holder's entity; answers its token. */
  function givenClient({ principal }: { principal: Principal }): string {
    const token = newUuid()
    principals.set(token, { ...principal, clientId: newUuid() })
    return token
  }

  async function givenAccount(
    entityId: string,
    currency: string,
    balanceMinor = 0n,
    more: Partial<Parameters<typeof createAccount>[1]> = {},
  ): Promise<Account & { id: string }> {
    const account = await inTransaction(db, async (tx) => {
      const made = await createAccount(tx, { entityId, currency, name: `${currency} account`, ...more }, operatorAct)
      if (balanceMinor > 0n) await fund(tx, entityId, made.accountId, currency, balanceMinor, noon)
      return made
    })
    return { ...account, id: formatId('acc', account.accountId) }
  }

  async function send(
    token: string,
    method: 'GET' | 'POST',
    url: string,
    options: { body?: object | string; headers?: Record<string, string>; process?: number } = {},
  ) {
    const answer = await apps[options.process ?? 0]!.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...options.headers },
      ...(options.body === undefined ? {} : { payload: options.body }),
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what came
    const body = /json/.test(String(answer.headers['content-type'])) ? (answer.json() as any) : undefined
    return { status: answer.statusCode, text: answer.body, bytes: answer.rawPayload, body, headers: answer.headers }
  }

  return { clock, send, givenHolder, givenClient, givenAccount, entities, accounts }
}
