import type { Cambist } from '@cambist/sdk'

/**
 * The account a user means: an id, or a currency, which stands for its default account.
 *
 * @throws Error that names the currencies there are, or asks for --entity
 */
export async function findAccountId(api: Cambist, idOrCurrency: string, entity?: string): Promise<string> {
  if (idOrCurrency.startsWith('acc_')) return idOrCurrency
  const currency = idOrCurrency.toUpperCase()
  const query = entity === undefined ? {} : { entityId: entity }
  const accounts = await take(api.list('/v1/accounts', { params: { query } }), Number.POSITIVE_INFINITY)
  const [found, another] = accounts.filter((account) => account.currency === currency && account.isDefault)
  if (found && another)
    throw new Error(`Several entities have a default account in ${currency}. Choose one with --entity.`)
  if (found) return found.accountId
  const currencies = [...new Set(accounts.map((account) => account.currency))].sort()
  throw new Error(`No default account in ${currency}; there are accounts in ${currencies.join(', ')}.`)
}

/**
 * The entity of a command: the one that --entity names, else the client's only one.
 *
 * @throws Error that lists the client's entities where it has several
 */
export async function ownEntityId(api: Cambist, named?: string): Promise<string> {
  if (named !== undefined) return named
  const entities = await take(api.list('/v1/entities'), 100)
  if (entities.length > 1) {
    const lines = entities.map(({ entityId, name, serviceKind }) => `  ${entityId}  ${name} (${serviceKind})`)
    throw new Error(`This client has several entities. Choose one with --entity:\n${lines.join('\n')}`)
  }
  if (!entities[0]) throw new Error('This client has no entity.')
  return entities[0].entityId
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
