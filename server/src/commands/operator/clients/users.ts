import { Option, type Command } from 'commander'
import type { Institution } from '../../../institution/index.ts'
import { readConfig } from '../../../settings/config.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { createSeal, type Seal, secretsKey } from '../../../kernel/values/seal.ts'
import {
  createUser,
  listUsers,
  setUserSecrets,
  setUserStatus,
  totpAddress,
  unlockUser,
  type UserCredentials,
} from '../../../users/index.ts'
import { profileOf } from './entities.ts'
import { idOf, type Run } from '../run.ts'

const CREATE_USER_HELP = `
A person who acts for several entities gets a user for each, with a username of its own.

Example:
  npm run operator -- create-user --entity ent_... --username jo.example`

/** The people who act for entities in open banking. */
export function userCommands(operator: Command, run: Run): void {
  operator
    .command('create-user')
    .description('create a user who can approve for one entity; password and seed are printed only now')
    .requiredOption('--entity <id>')
    .requiredOption('--username <name>', 'username: 3 to 64 lower-case letters, digits and . _ @ + -')
    .addHelpText('after', CREATE_USER_HELP)
    .action((options: { entity: string; username: string }) =>
      run(async (tx, act, { institution }) => {
        const { entity } = await profileOf(tx, options.entity)
        const { entityId } = entity
        const made = await createUser(tx, ownSeal(), { entityId, username: options.username }, act)
        return { ...present(made, institution), entityId: options.entity }
      }),
    )

  operator
    .command('reset-user')
    .description('replace the password and code seed of a user; the old ones end now')
    .requiredOption('--entity <id>')
    .requiredOption('--user <id>')
    .action((options: { entity: string; user: string }) =>
      run(async (tx, act, { institution }) =>
        present(await setUserSecrets(tx, ownSeal(), namesOf(options), act), institution),
      ),
    )

  operator
    .command('set-user')
    .description('block a user and their sessions and consents, or unblock them')
    .requiredOption('--entity <id>')
    .requiredOption('--user <id>')
    .addOption(new Option('--status <status>').choices(['Active', 'Blocked']).makeOptionMandatory())
    .action((options: { entity: string; user: string; status: 'Active' | 'Blocked' }) =>
      run(async (tx, act) => {
        await setUserStatus(tx, namesOf(options), options.status, act)
        return { userId: options.user, status: options.status }
      }),
    )

  operator
    .command('unlock-user')
    .description('end the delays of a user after failed logins')
    .requiredOption('--username <name>')
    .action((options: { username: string }) =>
      run(async (tx, act) => {
        await unlockUser(tx, options.username, act)
        return { username: options.username, locked: false }
      }),
    )

  operator
    .command('list-users')
    .description('list the users of an entity')
    .requiredOption('--entity <id>')
    .action((options: { entity: string }) =>
      run(async (tx) => {
        const users = await listUsers(tx, idOf('ent', options.entity))
        return users.map(({ userId, username, status }) => ({ userId: formatId('usr', userId), username, status }))
      }),
    )
}

/** Opens the seal of the server's environment: both must read each other's secrets. */
function ownSeal(): Seal {
  const config = readConfig(process.env)
  return createSeal(() => secretsKey(config.dataDir, config.secretsKey))
}

const present = ({ userId, username, password, totpSecret }: UserCredentials, { name }: Institution) => ({
  userId: formatId('usr', userId),
  username,
  password,
  totpSecret,
  /** Content of a QR code. */
  totpAddress: totpAddress(name, username, totpSecret),
})

const namesOf = ({ entity, user }: { entity: string; user: string }): { entityId: string; userId: string } => ({
  entityId: idOf('ent', entity),
  userId: idOf('usr', user),
})
