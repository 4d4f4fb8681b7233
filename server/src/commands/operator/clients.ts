import { type Command, InvalidArgumentError, Option } from 'commander'
import type { JSONWebKeySet } from 'jose'
import { readFileSync } from 'node:fs'
import { createClient, rotateSecret, setClientRoles, unlockClient } from '../../auth/index.ts'
import { SCOPES } from '../../kernel/http.ts'
import { formatId } from '../../kernel/ids.ts'
import { type Role, ROLES } from '../../kernel/principal.ts'
import { profileOf } from './entities.ts'
import { collect, idOf, type Run } from './run.ts'

export function clientCommands(operator: Command, run: Run): void {
  operator
    .command('create-client')
    .description('create an API client; its secret is printed now and never again')
    .requiredOption('--entity <id>')
    .requiredOption('--name <text>')
    .addOption(roleOption().default(['maker']))
    .option('--scope <scopes...>', 'scopes it may ask for; all but sandbox:simulate if not said')
    .option('--allow-ip <range>', 'address or CIDR range it may ask from, may be repeated; any if not said', collect)
    .option('--jwks <file>', 'public keys for private_key_jwt')
    .addHelpText(
      'after',
      `\nScopes: ${SCOPES.join(' ')}\n\nExample:\n  npm run operator -- create-client --entity ent_... --name ERP --scope fx:quote fx:trade reporting:read --allow-ip 192.0.2.0/24`,
    )
    .action((options: ClientOptions) =>
      run(async (tx, act) => {
        const { entity } = await profileOf(tx, options.entity)
        const { clientId, clientSecret } = await createClient(
          tx,
          { ...orderOf(options), entityId: entity.entityId },
          act,
        )
        return { clientId: formatId('cli', clientId), clientSecret, entityId: options.entity, roles: options.role }
      }),
    )

  operator
    .command('rotate-secret')
    .description('draw a second secret for a client; the present one works on for a while')
    .requiredOption('--client <id>')
    .option('--overlap-hours <hours>', 'how long the present secret works on; 0 ends it now', '24')
    .addHelpText('after', '\nExample:\n  npm run operator -- rotate-secret --client cli_... --overlap-hours 72')
    .action((options: { client: string; overlapHours: string }) =>
      run(async (tx, act) => {
        const seconds = overlapSeconds(options.overlapHours)
        const clientSecret = await rotateSecret(tx, idOf('cli', options.client), seconds, act)
        const oldWorksUntil = new Date(act.wall.getTime() + seconds * 1000).toISOString()
        return { clientId: options.client, clientSecret, oldWorksUntil }
      }),
    )

  operator
    .command('set-client-roles')
    .description('replace the roles that a client has for an entity; its tokens carry them at once')
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
    'maker creates, changes and cancels; approver approves and rejects what other clients made; may be repeated',
  ).argParser((text: string): Role[] => {
    const role = ROLES.find((known) => known === text)
    if (!role) throw new InvalidArgumentError(`Use ${ROLES.join(' or ')}.`)
    if (!given.includes(role)) given.push(role)
    return [...given]
  })
}

interface ClientOptions {
  entity: string
  name: string
  role: Role[]
  scope?: string[]
  allowIp?: string[]
  jwks?: string
}

const orderOf = (options: ClientOptions) => ({
  name: options.name,
  roles: options.role,
  grants: options.scope?.flatMap((text) => collect(text)) ?? SCOPES.filter((scope) => scope !== 'sandbox:simulate'),
  ipAllowList: options.allowIp ?? [],
  ...(options.jwks && { jwks: JSON.parse(readFileSync(options.jwks, 'utf8')) as JSONWebKeySet }),
})

function overlapSeconds(hours: string): number {
  if (!/^\d{1,4}$/.test(hours)) throw new Error('--overlap-hours is a whole number from 0 to 9999.')
  return Number(hours) * 3600
}
