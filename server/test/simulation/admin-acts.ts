import { bodyOf } from './caller.ts'
import { withFile, withFolder } from './files.ts'
import { operate } from './operator-acts.ts'
import { type Act, done, requested, type Teller } from './teller.ts'

/** Entity that every caller manages at once. It has no caller of its own, which a block would stop. */
interface Managed {
  entityId: string
  clientId: string
  accountId: string
}
let managed: Promise<Managed> | undefined

async function manageOne(teller: Teller): Promise<Managed> {
  const place = ['--country', 'DE', '--base-currency', 'EUR', '--time-zone', 'Europe/Berlin']
  const entity = await operate(teller, 'create-entity', '--kind', 'RM', '--name', 'Managed GmbH', ...place)
  const entityId = entity!['entityId']!
  const client = await operate(teller, 'create-client', '--entity', entityId, '--name', 'Load')
  const account = await operate(teller, 'create-account', '--entity', entityId, '--currency', 'EUR', '--name', 'Load')
  return { entityId, clientId: client!['clientId']!, accountId: account!['accountId']! }
}
const managedBy = (teller: Teller) => (managed ??= manageOne(teller))

/** Runs operator commands at once; true if each was accepted. */
async function operateAll(teller: Teller, commands: readonly string[][]): Promise<boolean> {
  const done = await Promise.all(commands.map((words) => operate(teller, ...words)))
  return done.every((printed) => printed !== undefined)
}

/** Blocks and unblocks an entity, its client and its account, while their terms change and money arrives. */
const blockAndUnblock: Act = async (teller) => {
  const { entityId, clientId, accountId } = await managedBy(teller)
  const ids = [entityId, clientId, accountId]
  const money = ['receive-funds', '--currency', 'EUR', '--amount', '10.00', '--bank-reference', crypto.randomUUID()]
  const isBlocked = await operateAll(teller, [
    ...ids.map((id) => ['block', id]),
    ['set-limits', '--entity', entityId, '--max-trade', '5000'],
    [...money, '--account', accountId],
  ])
  return (
    (await operateAll(
      teller,
      ids.map((id) => ['unblock', id]),
    )) && isBlocked
  )
}

/** Gives and takes away rights of one client, with its roles, secret and lock. */
const grantRights: Act = async (teller) => {
  const { entityId, clientId } = await managedBy(teller)
  const other = teller.sandbox.entityIds[teller.who]
  const [client, of] = [
    ['--client', clientId],
    ['--entity', other],
  ]
  const isGranted = await operateAll(teller, [
    ['grant', ...client, ...of],
    ['unlock-client', ...client],
    ['set-client-roles', ...client, '--entity', entityId, '--role', 'maker'],
    ['rotate-secret', ...client],
  ])
  // Another caller may have revoked the grant already.
  await operate(teller, 'revoke', ...client, ...of)
  return isGranted
}

/** Replaces the settings and a name of an entity in use, and of one that other callers change. */
const setSettings: Act = async (teller) => {
  const { entityId } = await managedBy(teller)
  const settings = JSON.stringify({ preAuthorizedDebit: { enabled: true, banks: ['Example Bank'] } })
  const own = teller.sandbox.entityIds[teller.who]
  return withFile(settings, (file) =>
    operateAll(
      teller,
      [entityId, own].flatMap((id) => [
        ['set-settings', '--entity', id, '--file', file],
        ['set-names', '--entity', id, '--trading-name', 'Load'],
      ]),
    ),
  )
}

/** Creates a user, replaces its secrets and blocks it, and ends its lock-out. */
const manageUsers: Act = async (teller) => {
  const entityId = teller.sandbox.entityIds[teller.who]
  const username = `load-${crypto.randomUUID().slice(0, 8)}`
  const made = await operate(teller, 'create-user', '--entity', entityId, '--username', username)
  if (!made) return false
  const user = ['--entity', entityId, '--user', made['userId']!]
  return operateAll(teller, [
    ['reset-user', ...user],
    ['set-user', ...user, '--status', 'Blocked'],
    ['unlock-user', '--username', username],
    ['set-user', ...user, '--status', 'Active'],
  ])
}

/** Creates a credit facility and sets a reference rate. */
const addTerms: Act = async (teller) => {
  const { entityId } = await managedBy(teller)
  const { now } = await teller.sandbox.processes[0]!.get<{ now: string }>('rm', '/v1/sandbox/clock')
  const rate = ['--currency', 'KWD', '--rate', '0.3071', '--day', now.slice(0, 10)]
  return operateAll(teller, [
    ['create-facility', '--entity', entityId, '--currency', 'EUR', '--limit', '100000'],
    ['set-reference-rate', ...rate, '--source', 'Central Bank of Kuwait', '--by', 'A. Khan'],
  ])
}

/** Making keys takes a processor for long: some callers do it. */
const KEYS_AT_MOST = 3
let keysMade = 0

/** Creates a third party of open banking and rotates the keys that its messages are signed with. */
const manageOpenBanking: Act = async (teller) => {
  if (keysMade++ >= KEYS_AT_MOST) return false
  return withFolder((folder) =>
    operateAll(teller, [['create-third-party', '--folder', folder], ['rotate-open-banking-key']]),
  )
}

/** Creates a client, which asks for tokens and revokes one, while its secret is replaced. */
const useTokens: Act = async (teller) => {
  const { entityId } = await managedBy(teller)
  const made = await operate(teller, 'create-client', '--entity', entityId, '--name', 'Tokens')
  if (!made) return false
  const client = { client_id: made['clientId']!, client_secret: made['clientSecret']! }
  const process = teller.sandbox.processes[teller.turn++ % teller.sandbox.processes.length]!
  const post = async (endpoint: string, fields: Record<string, string>) => {
    const answer = await process.postForm(`/v1/oauth2/${endpoint}`, { ...client, ...fields })
    if (done(answer)) requested.add(`post /v1/oauth2/${endpoint}`)
    return answer
  }
  const ask = () => post('token', { grant_type: 'client_credentials' })
  const [first] = await Promise.all([ask(), ask(), operate(teller, 'rotate-secret', '--client', client.client_id)])
  const token = String(bodyOf(first)['access_token'])
  const answers = await Promise.all([post('introspect', { token }), post('revoke', { token }), ask()])
  return done(first) && answers.every(done)
}

export const ADMIN_ACTS = {
  blockAndUnblock,
  grantRights,
  setSettings,
  manageUsers,
  addTerms,
  manageOpenBanking,
  useTokens,
} as const satisfies Record<string, Act>
