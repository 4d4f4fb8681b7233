import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'
import type { Clock } from '../../kernel/values/clock.ts'
import { saysDatabaseIsAway } from '../../kernel/db/connection-loss.ts'
import { type Db, inTransaction, type Queryable, type Tx } from '../../kernel/db/db.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import { openReloaded } from '../../kernel/db/reads/reloaded.ts'
import type { Seal } from '../../kernel/values/seal.ts'
import type { Certified } from '../dcr/index.ts'

export interface SigningKey {
  kid: string
  privateKey: KeyObject
  certificate: X509Certificate
}

export interface SigningKeys {
  /** The key that signs now. */
  current: () => SigningKey
  /** Published keys: the current one, then those retired within 90 days, each with its certificate. */
  published: () => { keys: JWK[] }
  /** Called with the key that signs from now on, before it does. A call that fails is repeated, and the earlier key signs meanwhile. */
  onChange: (hear: (next: SigningKey) => Promise<void>) => void
}

const PUBLISHED_MS = 90 * 86_400_000
const LOCK = 0x0b5e

interface KeyDeps {
  db: Db
  clock: Clock
  seal: Seal
  /** Draws a key and certifies it: the sandbox's authority, or the key itself. */
  certify: () => Promise<Certified>
  /** True if an unreadable key may be replaced: in the sandbox, where no client depends on it. */
  mayReplace: boolean
}

interface KeyRow {
  kid: string
  privateKey: Buffer
  certificate: string
  retiredAt: Date | null
}

interface OpenDeps extends KeyDeps {
  /** Not yet started. */
  listener: Pick<Listener, 'on'>
  /** Receives the error of keys that cannot be read after a rotation. */
  onDefect: (error: Error) => void
}

/**
 * Opens the signing keys of this process and reloads them after a rotation, until a read succeeds. Creates one in a database without
 * keys.
 */
export async function openSigningKeys(deps: OpenDeps): Promise<SigningKeys> {
  const hearers: ((next: SigningKey) => Promise<void>)[] = []
  let known = await ensureKey(deps)
  const load = async () => {
    const next = await readKeys(deps)
    if (!next[0] || next[0].kid === known[0]!.kid) return known
    for (const hear of hearers) await hear(next[0])
    return (known = next)
  }
  const keys = await openReloaded({ listener: deps.listener, channel: 'open_banking_keys_changed' }, load, {
    onError: (cause) => {
      if (!saysDatabaseIsAway(cause))
        // they are read when it is back
        deps.onDefect(new Error(`${UNREADABLE} The key before it signs until they can be read.`, { cause }))
    },
  })
  return {
    current: () => keys.current()[0]!,
    published: () => ({ keys: keys.current().map(({ jwk }) => jwk) }),
    onChange: (hear) => void hearers.push(hear),
  }
}

const UNREADABLE =
  'The signing keys of open banking cannot be read after a rotation. If its SECRETS_KEY was another one, rotate again with that of the servers.'

type Read = SigningKey & { jwk: JWK }

/** Locks the signing keys until the transaction ends: of two rotations at once, the second retires the key of the first. */
const lockSigningKeys = (tx: Tx) => tx.query('select pg_advisory_xact_lock($1)', [LOCK])

async function ensureKey(deps: KeyDeps): Promise<Read[]> {
  const known = await readOrReplace(deps, deps.db)
  if (known[0]) return known
  await inTransaction(deps.db, async (tx) => {
    await lockSigningKeys(tx)
    if ((await readOrReplace(deps, { pool: tx })).length === 0) await rotateSigningKey(tx, deps)
  })
  return readKeys(deps)
}

/** Reads the stored key; returns undefined if it is unreadable and may be replaced. @throws Error if it may not */
async function readOrReplace(deps: KeyDeps, db: { pool: Queryable }): Promise<Read[]> {
  try {
    return await readKeys({ ...deps, db })
  } catch (cause) {
    if (deps.mayReplace) return []
    const what = 'The signing key of open banking is encrypted with another SECRETS_KEY.'
    const remedy = 'Start with that one, or make a new key: npm run operator -- rotate-open-banking-key'
    throw new Error(`${what} ${remedy}`, { cause })
  }
}

/**
 * Has another key sign from now on; the one before stays published for 90 days.
 *
 * @param given a key and its certificate, PEM; drawn when not given
 */
export async function rotateSigningKey(
  tx: Tx,
  { clock, seal, certify }: Pick<KeyDeps, 'clock' | 'seal' | 'certify'>,
  given?: Certified,
): Promise<string> {
  const made = given ?? (await certify())
  const certificate = new X509Certificate(made.certificate)
  const privateKey = createPrivateKey(made.privateKey)
  if (privateKey.asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(privateKey))
    throw new Error('The certificate is not one of this RSA private key.')
  if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new Error('The key must have 2048 bits or more.')
  const kid = await calculateJwkThumbprint(await exportJWK(createPublicKey(privateKey)))
  const wall = clock.wall()
  await lockSigningKeys(tx)
  await tx.query('update open_banking_signing_keys set retired_at = $1 where retired_at is null', [wall])
  await tx.query(
    'insert into open_banking_signing_keys (kid, private_key, certificate, created_at) values ($1, $2, $3, $4)',
    [kid, seal.seal(made.privateKey, sealedFor(kid)), made.certificate, wall],
  )
  return kid
}

const sealedFor = (kid: string): string => `open_banking_signing_keys ${kid}`

/** The key that signs first; none when there is none. @throws Error when it cannot be opened */
async function readKeys(deps: Pick<KeyDeps, 'clock' | 'seal'> & { db: { pool: Queryable } }): Promise<Read[]> {
  const { rows } = await deps.db.pool.query<KeyRow>(
    `select kid, private_key as "privateKey", certificate, retired_at as "retiredAt" from open_banking_signing_keys
      where retired_at is null or retired_at > $1 order by retired_at desc nulls first`,
    [new Date(deps.clock.wall().getTime() - PUBLISHED_MS)],
  )
  const [first, ...retired] = rows
  if (!first || first.retiredAt) return []
  return [await readKey(first, deps.seal), ...(await Promise.all(retired.map((row) => readKey(row, undefined))))]
}

/** A retired key signs nothing: its private half is not opened. */
async function readKey(row: KeyRow, seal: Seal | undefined): Promise<Read> {
  const certificate = new X509Certificate(row.certificate)
  const opened = seal?.open(row.privateKey, sealedFor(row.kid))
  const jwk = await exportJWK(certificate.publicKey)
  const x5c = [certificate.raw.toString('base64')]
  return {
    kid: row.kid,
    privateKey: opened === undefined ? (undefined as never) : createPrivateKey(opened),
    certificate,
    jwk: { ...jwk, kid: row.kid, use: 'sig', alg: 'PS256', x5c },
  }
}
