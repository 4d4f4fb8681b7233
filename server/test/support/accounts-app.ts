import { type Account } from '../../src/accounts/index.ts'
import { createAccount } from './accounts.ts'
import { createTransferBatcher } from '../../src/internal-transfers/index.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { SCOPES } from '../../src/kernel/http/http.ts'
import type { Principal } from '../../src/kernel/http/principal.ts'
import { formatId, newUuid } from '../../src/kernel/values/ids.ts'
import { openPostingConnection } from '../../src/ledger/index.ts'
import { givenClientRow, givenEntity, operatorAct } from './clients.ts'
import { closeAfterFile } from './database.ts'
import { fund, handClock, noon } from './ledger.ts'
import { type Given, openProcess } from './process.ts'

/**
 * Accounts and internal transfers over HTTP; the bearer token is the name of a principal.
 *
 * @param given parts of the first process that differ
 */
export async function openAccountsApp(db: Db, given: Given = {}) {
  const clock = handClock()
  const principals = new Map<string, Principal>()
  const authenticate = (token: string) => principals.get(token)
  const connection = openPostingConnection(db)
  closeAfterFile(() => connection.close())
  /** Two server processes on one database. */
  const processes = [
    await openProcess(db, { clock, authenticate, ...given }),
    await openProcess(db, { clock, authenticate, transfers: createTransferBatcher(connection, clock) }),
  ]
  const { entities, accounts } = processes[0]!.context
  const { worker } = processes[0]!

  async function givenHolder(serviceKind: 'RM' | 'ABS', scopes: readonly string[] = SCOPES) {
    const entityId = await givenEntity(db, serviceKind)
    const token = newUuid()
    const principal = {
      entityId,
      serviceKind,
      clientId: await givenClientRow(db, entityId),
      scopes: new Set<string>(scopes),
      roles: new Set(['maker', 'approver'] as const),
    }
    principals.set(token, principal)
    return { entityId, wireId: formatId('ent', entityId), token, principal }
  }

  /** Another API client of the holder's entity; answers its token. */
  async function givenClient({ principal }: { principal: Principal }): Promise<string> {
    const token = newUuid()
    principals.set(token, { ...principal, clientId: await givenClientRow(db, principal.entityId) })
    return token
  }

  const principalOf = (token: string): Principal => principals.get(token)!

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
    const answer = await processes[options.process ?? 0]!.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...options.headers },
      ...(options.body === undefined ? {} : { payload: options.body }),
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what came
    const body = /json/.test(String(answer.headers['content-type'])) ? (answer.json() as any) : undefined
    return { status: answer.statusCode, text: answer.body, bytes: answer.rawPayload, body, headers: answer.headers }
  }

  return { clock, send, processes, givenHolder, givenClient, principalOf, givenAccount, entities, accounts, worker }
}
