import type { Act } from '../../../kernel/values/act.ts'
import { type Command, Option } from 'commander'
import type { JSONWebKeySet } from 'jose'
import {
  type ApiClient,
  createClient,
  grantEntity,
  listClients,
  revokeEntity,
  rotateSecret,
  setClientRoles,
  unlockClient,
} from '../../../auth/index.ts'
import { type Db, inTransaction, type Queryable } from '../../../kernel/db/db.ts'
import { SCOPES } from '../../../kernel/http/http.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import type { Role } from '../../../kernel/http/principal.ts'
import { profileOf } from './entities.ts'
import { readJson } from '../options/files.ts'
import { collect, idOf, type Run } from '../run.ts'

export function clientCommands(operator: Command, run: Run): void {
  operator
    .command('create-client')
    .description('create an API client; its secret is printed only now')
    .requiredOption('--entity <id>', 'entity it acts for; repeat it for several entities of a group', collect)
    .requiredOption('--name <text>')
    .addOption(roleOption().default(['maker']))
    .option('--scope <scopes...>', 'scopes it may request (default: all except sandbox:simulate)')
    .option('--allow-ip <range>', 'allowed address or CIDR range, may be repeated (default: any)', collect)
    .option('--jwks <file>', 'public keys for private_key_jwt')
    .addHelpText(
      'after',
      `\nScopes: ${SCOPES.join(' ')}\n\nExample:\n  npm run operator -- create-client --entity ent_... --name ERP --scope fx:quote fx:trade reporting:read --allow-ip 192.0.2.0/24`,
    )
    .action((options: ClientOptions) => run.inSteps((db, act) => createFor(db, options, act)))

  grantCommands(operator, run)

  operator
    .command('rotate-secret')
    .description('create a second secret for a client; the current one stays valid for a while')
    .requiredOption('--client <id>')
    .option('--overlap-hours <hours>', 'hours that the current secret stays valid; 0 ends it now', '24')
    .addHelpText('after', '\nExample:\n  npm run operator -- rotate-secret --client cli_... --overlap-hours 72')
    .action((options: { client: string; overlapHours: string }) =>
      run(async (tx, act) => {
        const seconds = Number(options.overlapHours) * 3600
        const clientSecret = await rotateSecret(tx, idOf('cli', options.client), seconds, act)
        const oldWorksUntil = new Date(act.wall.getTime() + seconds * 1000).toISOString()
        return { clientId: options.client, clientSecret, oldWorksUntil }
      }),
    )

  operator
    .command('set-client-roles')
    .description('replace the roles of a client for an entity; existing tokens follow immediately')
    .requiredOption('--client <id>')
    .requiredOption('--entity <id>')
    .addOption(roleOption().makeOptionMandatory())
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- set-client-roles --client cli_... --entity ent_... --role maker --role approver',
    )
    .action((options: { client: string; entity: string; role: Role[] }) =>
      run(async (tx, act) => {
        const key = { clientId: idOf('cli', options.client), entityId: idOf('ent', options.entity) }
        await setClientRoles(tx, key, options.role, act)
        return { clientId: options.client, entityId: options.entity, roles: options.role }
      }),
    )

  operator
    .command('unlock-client')
    .description('end the lock-out of a client after failed authentications')
    .requiredOption('--client <id>')
    .action((options: { client: string }) =>
      run(async (tx, act) => {
        await unlockClient(tx, idOf('cli', options.client), act)
        return { clientId: options.client, locked: false }
      }),
    )
}

/** Roles add up to a set; the first one given replaces the default. */
function roleOption(): Option {
  const given: Role[] = []
  return new Option(
    '--role <role>',
    'maker creates, changes and cancels; approver approves and rejects requests of other clients; may be repeated',
  ).argParser((text: string): Role[] => {
    const role = text as Role // checked with the other options
    if (!given.includes(role)) given.push(role)
    return [...given]
  })
}

/** Registers the commands for a client's entities and its rights for each. */
function grantCommands(operator: Command, run: Run): void {
  operator
    .command('grant')
    .description('let an API client act for an entity, or replace its scopes and roles there')
    .requiredOption('--client <id>')
    .requiredOption('--entity <id>')
    .addOption(roleOption().default(['maker']))
    .option('--scope <scopes...>', 'scopes it may use for this entity; default: all but sandbox:simulate')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- grant --client cli_... --entity ent_... --scope reporting:read',
    )
    .action((options: GrantOptions) =>
      run(async (tx, act) => {
        const [entityId] = await entityIdsOf(tx, [options.entity])
        const { role: roles, client } = options
        const grants = scopesOf(options)
        await grantEntity(tx, idOf('cli', client), { entityId: entityId!, roles, grants }, act)
        return { clientId: client, entityId: options.entity, roles, scopes: grants }
      }),
    )

  operator
    .command('revoke')
    .description('revoke the grant of an API client for an entity; its tokens lose it within a second')
    .requiredOption('--client <id>')
    .requiredOption('--entity <id>')
    .action((options: GrantOptions) =>
      run(async (tx, act) => {
        await revokeEntity(tx, idOf('cli', options.client), idOf('ent', options.entity), act)
        return { clientId: options.client, entityId: options.entity, revoked: true }
      }),
    )

  operator
    .command('list-clients')
    .description('list all API clients with their entities, roles and scopes')
    .option('--entity <id>', 'only those that act for this entity')
    .action((options: { entity?: string }) =>
      run(async (tx) => {
        const entityId = options.entity === undefined ? undefined : idOf('ent', options.entity)
        return (await listClients(tx, entityId)).map(presentClient)
      }),
    )
}

const presentClient = ({ clientId, name, status, entities }: ApiClient) => ({
  clientId: formatId('cli', clientId),
  name,
  status,
  entities: entities.map(
    (held) => `${formatId('ent', held.entityId)} (${held.roles.join(', ')}): ${held.grants.join(' ')}`,
  ),
})

/** Creates a client with its first grant, then grants each further entity in a transaction of its own. */
async function createFor(db: Db, options: ClientOptions, act: Act): Promise<object> {
  const [entityId, ...otherEntityIds] = await entityIdsOf(db.reader, options.entity)
  const order = { ...orderOf(options), entityId: entityId! }
  const { clientId, clientSecret } = await inTransaction(db, (tx) => createClient(tx, order, act))
  const { roles, grants } = order
  for (const other of otherEntityIds) {
    await inTransaction(db, (tx) => grantEntity(tx, clientId, { entityId: other, roles, grants }, act))
  }
  const entities =
    otherEntityIds.length === 0 ? { entityId: options.entity[0] } : { entityIds: [...new Set(options.entity)] }
  return { clientId: formatId('cli', clientId), clientSecret, ...entities, roles: options.role }
}

/** Returns the stored ids of entities, each once. @throws Error if one does not exist */
async function entityIdsOf(db: Queryable, wireIds: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const wireId of wireIds) found.push((await profileOf(db, wireId)).entity.entityId)
  return [...new Set(found)]
}

interface GrantOptions {
  client: string
  entity: string
  role: Role[]
  scope?: string[]
}

interface ClientOptions {
  entity: string[]
  name: string
  role: Role[]
  scope?: string[]
  allowIp?: string[]
  jwks?: string
}

const scopesOf = ({ scope }: { scope?: string[] }): string[] =>
  scope?.flatMap((text) => collect(text)) ?? SCOPES.filter((known) => known !== 'sandbox:simulate')

const orderOf = (options: ClientOptions) => ({
  name: options.name,
  roles: options.role,
  grants: scopesOf(options),
  ipAllowList: options.allowIp ?? [],
  ...(options.jwks && { jwks: readJson('--jwks', options.jwks) as JSONWebKeySet }),
})
