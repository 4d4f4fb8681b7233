import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../kernel/values/clock.ts'
import type { Db, Queryable } from '../kernel/db/db.ts'
import type { Seal } from '../kernel/values/seal.ts'
import { isActive } from './log-in.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { takeCode } from './one-time-code.ts'
import { holdsProof, type PasskeyProof, type Passkeys } from './passkeys.ts'
import { findSecrets, totpSecretsOf, type User } from './queries.ts'
import { totpSealedFor } from './service.ts'

/** Proof that a user confirmed one statement with the second factor. */
export type Confirmation = ({ method: 'Passkey' } & PasskeyProof) | CodeProof

interface CodeProof {
  method: 'Code'
  /** Time step of the code (RFC 6238: 30 seconds); a step is used once. */
  codeStep: bigint
  /** SHA-256 of the user's secret, to detect a later change of the secret. */
  codeKey: Buffer
  /** HMAC-SHA-256 over statement and step with the user's secret. */
  codeProof: Buffer
}

/** The second factor as a form sent it. */
interface SecondFactor {
  code?: string | undefined
  /** Response of the browser's passkey, whose challenge is the statement's hash. */
  passkey?: unknown
}

/**
 * Confirms a statement with a second factor of a user (RTS on strong customer authentication, article 5): a passkey signs the
 * statement's hash; a code is used up together with the hash. Wrong codes are limited as at the login.
 *
 * @param statementHash SHA-256 of what the user sees
 * @returns undefined if the factor is wrong, was used before, or its attempts are stopped
 */
export type Confirm = (user: User, statementHash: Buffer, factor: SecondFactor) => Promise<Confirmation | undefined>

interface ConfirmDeps {
  db: Db
  clock: Clock
  seal: Seal
  passkeys: Passkeys
  limits: LogInLimits
}

export function createConfirm(deps: ConfirmDeps): Confirm {
  return async ({ username }, statementHash, { code, passkey }) => {
    const user = await findSecrets(deps.db.pool, username)
    if (!user || !isActive(user)) return undefined
    if (passkey !== undefined) {
      const challenge = statementHash.toString('base64url')
      const proof = await deps.passkeys.proves(user, { challenge, response: passkey })
      return proof && { method: 'Passkey', ...proof }
    }
    if (!code) return undefined
    const taken = await deps.limits.code(username, () => takeCode(deps, user, code))
    if (!taken) return undefined
    const { step, secret } = taken
    return {
      method: 'Code',
      codeStep: BigInt(step),
      codeKey: hash('sha256', secret, 'buffer'),
      codeProof: codeProof(secret, statementHash, BigInt(step)),
    }
  }
}

const codeProof = (secret: string, statementHash: Buffer, step: bigint): Buffer =>
  createHmac('sha256', secret).update('cambist payment approval').update(statementHash).update(String(step)).digest()

/** Result of verifying a stored confirmation again. */
interface Verified {
  holds: boolean
  /** One sentence for the operator. */
  reason: string
}

/** Verifies a stored confirmation of a statement again. */
export async function verifyConfirmation(
  db: Queryable,
  seal: Seal,
  user: User,
  { statementHash, confirmation }: { statementHash: Buffer; confirmation: Confirmation },
): Promise<Verified> {
  if (confirmation.method === 'Passkey') return verifyPasskey(confirmation, statementHash)
  const held = (await totpSecretsOf(db, user)).map((sealed) => seal.open(sealed, totpSealedFor(user)))
  const secret = held.find((each) => hash('sha256', each, 'buffer').equals(confirmation.codeKey))
  if (secret === undefined)
    return {
      holds: false,
      reason: 'The secret of the code is not stored any more, so that the proof cannot be repeated.',
    }
  const holds = timingSafeEqual(codeProof(secret, statementHash, confirmation.codeStep), confirmation.codeProof)
  return {
    holds,
    reason: holds
      ? `The user confirmed the statement with the code of ${new Date(Number(confirmation.codeStep) * 30_000).toISOString()}.`
      : 'The proof of the code does not match the statement.',
  }
}

async function verifyPasskey(proof: PasskeyProof, statementHash: Buffer): Promise<Verified> {
  const { origin } = JSON.parse(proof.clientData.toString()) as { origin: string }
  const holds = await holdsProof(proof, statementHash.toString('base64url'), origin)
  return {
    holds,
    reason: holds
      ? `The passkey signed the statement's hash at ${origin}.`
      : "The passkey's signature does not match the statement.",
  }
}
