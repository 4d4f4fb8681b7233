import type { Act } from '../../kernel/values/act.ts'
import type { Command } from 'commander'
import { accountsOf, setAccountStatus } from '../../accounts/index.ts'
import { listClients, setClientStatus } from '../../auth/index.ts'
import { checkEntityDecided } from '../../compliance/index.ts'
import { listEntities, setEntityStatus } from '../../entities/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { idOf, type Run } from './run.ts'
import { UsageError } from './options/usage-error.ts'

export function statusCommands(operator: Command, run: Run): void {
  operator
    .command('block')
    .argument('<id>', 'a client (cli_...), an account (acc_...) or an entity (ent_...)')
    .description(
      'block a client (its tokens are refused), an account (no money leaves it), or an entity (both, and its payments wait)',
    )
    .addHelpText('after', '\nExample:\n  npm run operator -- block cli_...')
    .action((id: string) => run((tx, act) => setBlocked(tx, id, true, act)))

  operator
    .command('unblock')
    .argument('<id>', 'blocked object')
    .description('lift a block')
    .action((id: string) => run((tx, act) => setBlocked(tx, id, false, act)))

  operator
    .command('list')
    .description('list all entities with their API clients and accounts')
    .action(() => run((tx) => listAll(tx)))
}

async function setBlocked(tx: Tx, id: string, blocked: boolean, act: Act): Promise<object> {
  const status = blocked ? 'Blocked' : 'Active'
  switch (id.slice(0, 4)) {
    case 'cli_':
      await setClientStatus(tx, idOf('cli', id), status, act)
      return { clientId: id, status }
    case 'acc_':
      await setAccountStatus(tx, idOf('acc', id), status, act)
      return { accountId: id, status }
    case 'ent_': {
      const entityStatus = blocked ? 'Suspended' : 'Active'
      if (!blocked) await checkEntityDecided(tx, idOf('ent', id))
      await setEntityStatus(tx, idOf('ent', id), entityStatus, act)
      return { entityId: id, status: entityStatus }
    }
    default:
      throw new UsageError(`${id} is not the id of a client (cli_...), an account (acc_...) or an entity (ent_...).`)
  }
}

async function listAll(tx: Tx): Promise<object> {
  const lists: object[] = []
  for (const { entityId, name, serviceKind, status } of await listEntities(tx)) {
    const clients = (await listClients(tx, entityId)).map(({ clientId, name: client, status: state, entities }) => {
      const roles = entities.find((held) => held.entityId === entityId)?.roles.join(' and ')
      return `${formatId('cli', clientId)} (${client}, ${roles}, ${state})`
    })
    const accounts = (await accountsOf(tx, entityId)).map(
      (account) => `${formatId('acc', account.accountId)} (${account.name}, ${account.currency}, ${account.status})`,
    )
    lists.push({ entityId: formatId('ent', entityId), name, serviceKind, status, clients, accounts })
  }
  return lists
}
