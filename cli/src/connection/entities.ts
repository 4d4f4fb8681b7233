import type { Cambist } from '@cambist/sdk'
import { UsageError } from '../usage-error.ts'

/**
 * Returns the id of the account that a user means: an id, or a currency, which stands for its default account.
 *
 * @throws UsageError that names the existing currencies, or asks for --entity
 */
export async function findAccountId(api: Cambist, idOrCurrency: string, entity?: string): Promise<string> {
  if (idOrCurrency.startsWith('acc_')) return idOrCurrency
  const currency = idOrCurrency.toUpperCase()
  const accounts = await api.accounts.list(entity === undefined ? {} : { entityId: entity }).take(10_000)
  const [found, another] = accounts.filter((account) => account.currency === currency && account.isDefault)
  if (found && another)
    throw new UsageError(`Several entities have a default account in ${currency}. Choose one with --entity.`)
  if (found) return found.accountId
  const currencies = [...new Set(accounts.map((account) => account.currency))].sort()
  throw new UsageError(`No default account in ${currency}; there are accounts in ${currencies.join(', ')}.`)
}

/**
 * Returns the entity of a command: the one that --entity names, otherwise the client's only one.
 *
 * @throws UsageError that lists the client's entities if it has several
 */
export async function findEntityId(api: Cambist, named?: string): Promise<string> {
  if (named !== undefined) return named
  const entities = await api.entities.list().take(100)
  if (entities.length > 1) {
    const lines = entities.map(({ entityId, name, serviceKind }) => `  ${entityId}  ${name} (${serviceKind})`)
    throw new UsageError(`This client has several entities. Choose one with --entity:\n${lines.join('\n')}`)
  }
  if (!entities[0]) throw new UsageError('This client has no entity.')
  return entities[0].entityId
}
