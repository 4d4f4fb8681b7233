import type { Cambist } from '@cambist/sdk'

/**
 * The account a user means: an id, or a currency, which stands for its default account.
 *
 * @throws Error that names the currencies there are
 */
export async function findAccountId(api: Cambist, idOrCurrency: string): Promise<string> {
  if (idOrCurrency.startsWith('acc_')) return idOrCurrency
  const currency = idOrCurrency.toUpperCase()
  const seen = new Set<string>()
  for await (const account of api.list('/v1/accounts')) {
    if (account.currency === currency && account.isDefault) return account.accountId
    seen.add(account.currency)
  }
  throw new Error(`No default account in ${currency}; there are accounts in ${[...seen].sort().join(', ')}.`)
}

/** The entity that the client belongs to. */
export async function ownEntityId(api: Cambist): Promise<string> {
  for await (const entity of api.list('/v1/entities')) return entity.entityId
  throw new Error('This client sees no entity.')
}

/** The first `limit` items of a list. */
export async function take<T>(items: AsyncIterable<T>, limit: number): Promise<T[]> {
  const taken: T[] = []
  if (limit <= 0) return taken
  for await (const item of items) {
    taken.push(item)
    if (taken.length >= limit) break
  }
  return taken
}
