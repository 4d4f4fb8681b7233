import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { createTurns } from '../kernel/http/listener/turns.ts'

/** scrypt with 32 MiB: about 60 ms of a core, off the event loop. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const LENGTH = 32

/** The hash of a password with its salt and its cost, as text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const derived = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), derived.toString('base64url')].join('$')
}

/**
 * Compares a password with its hash; without a hash it takes the same time and returns false.
 *
 * @param isKnown true for a browser or passkey of the user, whose attempts do not queue behind those of strangers
 */
export async function matchesPassword(
  password: string,
  stored: string | undefined,
  { isKnown = false }: { isKnown?: boolean } = {},
): Promise<boolean> {
  const [, n, r, p, salt, hash] = (stored ?? (await decoy())).split('$')
  const options = { N: Number(n), r: Number(r), p: Number(p), maxmem: COST.maxmem }
  const turns = isKnown ? knownTurns : strangerTurns
  const derived = await derive(password.slice(0, 256), Buffer.from(salt!, 'base64url'), options, turns)
  return timingSafeEqual(derived, Buffer.from(hash!, 'base64url')) && stored !== undefined
}

let decoyHash: Promise<string> | undefined
const decoy = () => (decoyHash ??= hashPassword(randomBytes(16).toString('hex')))

/**
 * Leave threads of the pool to signatures and files, however many people log in; a flood is turned away. A flood of guesses
 * does not take the turns of browsers in which a user logged in before.
 */
const strangerTurns = createTurns({ atOnce: 2, mostWaiting: 100 })
const knownTurns = createTurns({ atOnce: 1, mostWaiting: 100 })

/** NFKC, so that the same password typed on two keyboards is the same. */
function derive(password: string, salt: Buffer, options: ScryptOptions, inTurn = knownTurns): Promise<Buffer> {
  const text = password.normalize('NFKC')
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, LENGTH, options, (error, key) => (error ? reject(error) : resolve(key)))
      }),
  )
}
