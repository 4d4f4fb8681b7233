import type { Act } from '../../kernel/values/act.ts'
import { type Account, createAccount } from '../../accounts/index.ts'
import { createClient, grantEntity, findClient, isLiveSecret, lockClients, rotateSecret } from '../../auth/index.ts'
import { createFacility } from '../../credit/facilities/index.ts'
import { createEntity, getProfile, setProfile } from '../../entities/index.ts'
import type { Institution } from '../../institution/index.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { dayOf } from '../../kernel/values/days.ts'
import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import { allowSeveralEntities } from '../../kernel/db/several-entities.ts'
import { SCOPES } from '../../kernel/http/http.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { receiveFunds } from '../../payments/inbound/index.ts'
import { createSeal, type Seal, secretsKey } from '../../kernel/values/seal.ts'
import {
  type HistoryDeps,
  openingBefore,
  planEntityHistory,
  type PlannedHistory,
  recordHistories,
} from '../history/index.ts'
import { createUser, findUser, isLiveUser, setUserSecrets } from '../../users/index.ts'
import {
  type ClientCredentials,
  type Credentials,
  type GroupCredentials,
  type PsuCredentials,
  readCredentials,
  writeCredentials,
} from './credentials.ts'
import { type Demo, demoFacility, DEMOS, GROUP_CLIENT_ID } from './demo.ts'
import { hasDemos, isEmpty } from './mode.ts'

interface SeedDeps {
  db: Db
  clock: Clock
  dataDir: string
  baseUrl: string
  openBankingBaseUrl: string
  /** Address of the users' pages. */
  pagesBaseUrl?: string
  institution: Institution
  /** Key for secrets, if configured; default: the file in dataDir. */
  secretsKey?: string
  /** Seeds three months of history; absent: the sandbox begins with its opening balances. */
  history?: HistoryDeps | undefined
  /** Receives a line before the work of an empty database. */
  progress?: (line: string) => void
}

const LOCK = 0x5eed
const OVERLAP_SECONDS = 86_400

/**
 * Seeds an empty database, and sees to it that the credentials file opens the demo clients: secrets it holds are used
 * again (so that a reset keeps them); where it is lost, or is of another database, new ones are drawn and the old ones work
 * on for a day. Processes that start together wait for one another. A database without the demo clients is left alone.
 *
 * @returns what the file holds; undefined when the database was filled by an operator
 */
export async function seedSandbox(deps: SeedDeps): Promise<Credentials | undefined> {
  const { clock, dataDir } = deps
  const act = { actor: { type: 'system' as const }, at: clock.now(), wall: clock.wall() }
  const known = readCredentials(dataDir)
  const seal = createSeal(() => secretsKey(dataDir, deps.secretsKey))
  const { baseUrl, openBankingBaseUrl, pagesBaseUrl } = deps
  const addresses = { baseUrl, openBankingBaseUrl, ...(pagesBaseUrl && { pagesBaseUrl }) }
  const credentials = await inTransaction(deps.db, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK])
    await allowSeveralEntities(tx, 'seed')
    const isNew = await isEmpty(tx)
    if (isNew) deps.progress?.('Filling the sandbox …')
    if (isNew) return { ...addresses, ...(await seed(tx, known, act, { ...deps, seal })) }
    if (!(await hasDemos(tx))) return undefined
    await lockClients(tx, [...DEMOS.flatMap(({ makerId, approverId }) => [makerId, approverId]), GROUP_CLIENT_ID])
    const clients = await openDemos(tx, known, act)
    const group = await openGroup(tx, known?.group, act)
    return { ...addresses, ...clients, group, psus: await openPsus(tx, known, act, seal) }
  })
  if (credentials) await keepCredentials(dataDir, credentials, known)
  return credentials
}

/** Writes the file if it changes. Its addresses stay those of another process that serves the same sandbox already. */
async function keepCredentials(dataDir: string, found: Credentials, known: Credentials | undefined): Promise<void> {
  const isShared = known !== undefined && known.baseUrl !== found.baseUrl && (await isServed(known.baseUrl))
  const kept = isShared ? { ...found, ...addressesOf(known) } : found
  if (JSON.stringify(kept) !== JSON.stringify(known)) writeCredentials(dataDir, kept)
}

const addressesOf = ({ baseUrl, openBankingBaseUrl, pagesBaseUrl }: Credentials) => ({
  baseUrl,
  openBankingBaseUrl,
  ...(pagesBaseUrl !== undefined && { pagesBaseUrl }),
})

/** Returns true if a service answers at an address. */
async function isServed(baseUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${baseUrl}/health/live`, { signal: AbortSignal.timeout(1000) })
    return ((await answer.json()) as { status?: unknown }).status === 'live'
  } catch {
    return false
  }
}

/**
 * Seeds a database that was just emptied, with the secrets that it had, in the transaction that emptied it.
 *
 * @param known what `seedSandbox` answered
 * @param start business time of the new start, wall time, and the parts that `seedSandbox` had
 */
export async function reseedSandbox(
  tx: Tx,
  known: Credentials,
  { now, wall, ...parts }: Parts & { now: Date; wall: Date },
): Promise<void> {
  await seed(tx, known, { actor: { type: 'system' }, at: now, wall }, parts)
}

interface Parts {
  institution: Institution
  seal: Seal
  history?: HistoryDeps | undefined
}

type Clients = Pick<Credentials, 'clients' | 'approvers'>
type Open = (demo: Demo, role: Role, kept: string | undefined) => Promise<string>
const ROLES = { clients: 'maker', approvers: 'approver' } as const
type Role = (typeof ROLES)[keyof typeof ROLES]

async function seed(
  tx: Tx,
  known: Credentials | undefined,
  act: Act,
  { institution, seal, history }: Parts,
): Promise<Clients & Pick<Credentials, 'group' | 'psus'>> {
  await tx.query('alter sequence account_serials restart') // the same IBANs each time
  const opening = history ? { ...act, at: openingBefore(act.at) } : act
  const planned: PlannedHistory[] = []
  for (const demo of DEMOS) {
    await createEntity(tx, demo.entity, opening)
    const { features } = (await getProfile(tx, demo.entity.entityId))!.settings
    const profile = { quoteExpiryEvents: true, features: { ...features, orders: true } }
    await setProfile(tx, demo.entity.entityId, profile, opening)
    const accounts = []
    for (const order of demo.accounts) accounts.push(await openAccount(tx, institution, { demo, order }, opening))
    const holder = { key: demo.key, ...demo.entity, makerId: demo.makerId, accounts }
    if (history) planned.push(await planEntityHistory(tx, history, holder, { act: opening, until: act.at }))
    else for (const { account, targetMinor } of accounts) await fund(tx, demo, account, targetMinor, act)
  }
  await recordHistories(tx, planned)
  await createFacility(tx, { ...demoFacility(dayOf(act.at)), signedAt: act.at }, act)
  const clients = await forEachClient(known, async (demo, role, kept) => {
    const { clientSecret } = await createClient(
      tx,
      {
        clientId: idOf(demo, role),
        entityId: demo.entity.entityId,
        name: `Sandbox ${role}`,
        roles: [role],
        grants: SCOPES,
        ...(kept && { clientSecret: kept }),
      },
      act,
    )
    return clientSecret
  })
  return { ...clients, group: await openGroup(tx, known?.group, act), psus: await openPsus(tx, known, act, seal) }
}

/** The client of both entities: made where it is missing, as in sandboxes of before, and opened by the file's secret. */
async function openGroup(tx: Tx, known: GroupCredentials | undefined, act: Act): Promise<GroupCredentials> {
  const clientId = GROUP_CLIENT_ID
  const [rm, abs] = DEMOS.map(({ entity }) => entity.entityId)
  const kept = known?.clientSecret
  const open = async (): Promise<string> => {
    if (!(await findClient(tx, clientId))) {
      const grant = { roles: ['maker'] as const, grants: SCOPES }
      const order = { clientId, name: 'Sandbox group', entityId: rm!, ...grant, ...(kept && { clientSecret: kept }) }
      const { clientSecret } = await createClient(tx, order, act)
      await grantEntity(tx, clientId, { entityId: abs!, ...grant }, act)
      return clientSecret
    }
    if (kept && (await isLiveSecret(tx, clientId, kept, act.wall))) return kept
    return rotateSecret(tx, clientId, OVERLAP_SECONDS, act)
  }
  return {
    clientId: formatId('cli', clientId),
    clientSecret: await open(),
    entityIds: { rm: formatId('ent', rm!), abs: formatId('ent', abs!) },
  }
}

/** Creates the users of the demo entities: users in the file keep their secrets, others get new ones. */
async function openPsus(tx: Tx, known: Credentials | undefined, act: Act, seal: Seal): Promise<PsuCredentials[]> {
  const made: PsuCredentials[] = []
  for (const { entity, psu } of DEMOS) {
    const { entityId } = entity
    const kept = known?.psus.find(({ username }) => username === psu.username)
    const secrets = kept && { password: kept.password, totpSecret: kept.totpSecret }
    const exists = await findUser(tx, entityId, psu.userId)
    if (exists && kept && (await isLiveUser(tx, seal, kept))) {
      made.push(kept)
      continue
    }
    const open = exists ? setUserSecrets : createUser
    const { username, password, totpSecret } = await open(tx, seal, { entityId, ...psu, ...secrets }, act)
    made.push({ username, password, totpSecret, entityId: formatId('ent', entityId) })
  }
  return made
}

async function openAccount(
  tx: Tx,
  institution: Institution,
  { demo, order }: { demo: Demo; order: Demo['accounts'][number] },
  act: Act,
): Promise<OpenedAccount> {
  const { opening, ...details } = order
  const account = await createAccount(tx, institution, { entityId: demo.entity.entityId, ...details }, act)
  return { account, targetMinor: opening === '0' ? 0n : parseAmount(opening, order.currency) }
}

/** An account with the balance that it has at the start. */
interface OpenedAccount {
  account: Account
  targetMinor: bigint
}

async function fund(tx: Tx, { entity }: Demo, account: Account, amountMinor: bigint, act: Act): Promise<void> {
  if (amountMinor === 0n) return
  const { currency } = account
  const debtor = { name: entity.name }
  await receiveFunds(tx, { account, currency, amountMinor, debtor, reference: 'Opening balance' }, act)
}

const openDemos = (tx: Tx, known: Credentials | undefined, act: Act): Promise<Clients> =>
  forEachClient(known, async (demo, role, kept) => {
    const clientId = idOf(demo, role)
    if (kept && (await isLiveSecret(tx, clientId, kept, act.wall))) return kept
    return rotateSecret(tx, clientId, OVERLAP_SECONDS, act)
  })

const idOf = (demo: Demo, role: Role): string => (role === 'maker' ? demo.makerId : demo.approverId)

/** Opens the four clients in order; `open` answers the secret. */
async function forEachClient(known: Credentials | undefined, open: Open): Promise<Clients> {
  const made = { clients: {}, approvers: {} } as Clients
  for (const group of ['clients', 'approvers'] as const) {
    for (const demo of DEMOS) {
      const id = idOf(demo, ROLES[group])
      made[group][demo.key] = {
        clientId: formatId('cli', id),
        clientSecret: await open(demo, ROLES[group], keptSecret(known?.[group][demo.key], id)),
        entityId: formatId('ent', demo.entity.entityId),
      }
    }
  }
  return made
}

const keptSecret = (known: ClientCredentials | undefined, clientId: string): string | undefined =>
  known && parseId('cli', known.clientId) === clientId ? known.clientSecret : undefined
