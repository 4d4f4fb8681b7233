import type { Db } from '../kernel/db/db.ts'
import { formatLastingId, parseId } from '../kernel/values/ids.ts'
import type { Listener } from '../kernel/db/notifications.ts'
import { createSharedCache } from '../kernel/db/shared-cache.ts'
import { type Account, accountsOf, findAccount } from './queries.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'

/** The accounts of entities, cached in this process; a change by any process is seen within a second. */
export interface AccountDirectory {
  /** All accounts of an entity, newest first; at once when they are cached. */
  ofEntity(entityId: string): readonly Account[] | Promise<readonly Account[]>
  /** An account of the entity by its id on the wire; undefined for another entity's. */
  find(entityId: string, wireId: string): Account | undefined | Promise<Account | undefined>
}

interface Accounts {
  list: readonly Account[]
  byWireId: Map<string, Account>
}

/** @param listener not yet started; the directory adds its hearer to it */
export function createAccountDirectory(db: Pick<Db, 'reader'>, listener: Listener): AccountDirectory {
  const cache = createSharedCache<Accounts>(listener, async (entityId) => {
    const list = await accountsOf(db.reader, entityId)
    return { list, byWireId: new Map(list.map((account) => [formatLastingId('acc', account.accountId), account])) }
  })
  /** An account that is not in the cache may have been opened a moment ago: that must not be answered with 404. */
  async function findNew(entityId: string, wireId: string): Promise<Account | undefined> {
    const accountId = parseId('acc', wireId)
    const account = accountId === undefined ? undefined : await findAccount(db.reader, entityId, accountId)
    if (account) cache.forget(entityId)
    return account
  }

  listener.on('account_changed', (entityId) => (entityId === undefined ? cache.clear() : cache.forget(entityId)))
  listener.on('sandbox_reset', cache.clear)
  return {
    ofEntity(entityId) {
      const found = cache.get(entityId)
      return found instanceof Promise ? found.then((accounts) => accounts!.list) : found!.list
    },
    find(entityId, wireId) {
      const found = cache.get(entityId)
      if (!(found instanceof Promise)) return found!.byWireId.get(wireId) ?? findNew(entityId, wireId)
      return found.then((accounts) => accounts!.byWireId.get(wireId) ?? findNew(entityId, wireId))
    },
  }
}

/**
 * An account of the entity by its id on the wire.
 *
 * @throws account_not_found, also for another entity's, so that ids cannot be probed
 */
export function getAccount(accounts: AccountDirectory, entityId: string, wireId: string): Account | Promise<Account> {
  const found = accounts.find(entityId, wireId)
  const present = (account: Account | undefined) => {
    if (!account) throw refuseShared.account_not_found({ accountId: wireId })
    return account
  }
  return found instanceof Promise ? found.then(present) : present(found)
}

/** Finds an account like `getAccount`, among several entities. @throws account_not_found */
export async function getAccountAmong(
  accounts: AccountDirectory,
  entityIds: readonly string[],
  wireId: string,
): Promise<Account> {
  for (const entityId of entityIds) {
    const found = await accounts.find(entityId, wireId)
    if (found) return found
  }
  throw refuseShared.account_not_found({ accountId: wireId })
}

/** The accounts of some entities, newest first. */
export async function accountsOfEntities(
  directory: AccountDirectory,
  entityIds: readonly string[],
): Promise<readonly Account[]> {
  const lists = await Promise.all(entityIds.map(async (entityId) => directory.ofEntity(entityId)))
  if (lists.length === 1) return lists[0]!
  return lists.flat().sort((a, b) => (a.accountId < b.accountId ? 1 : -1))
}
