import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeDirectories } from '../directories.ts'

/**
 * Encryption for secrets that must be readable (seeds of one-time codes, private keys): AES-256-GCM under one key of
 * the service. The owner of a secret is authenticated with it: a secret moved to another row does not open.
 */
export interface Seal {
  seal: (plain: string, belongsTo: string) => Buffer
  /** @throws Error when it was sealed under another key, for another owner, or was changed */
  open: (sealed: Buffer, belongsTo: string) => string
}

const VERSION = 1
const NONCE = 12
const TAG = 16

/** @param readKey answers the key, 32 bytes, when it is first needed */
export function createSeal(readKey: () => Buffer): Seal {
  let known: Buffer | undefined
  const key = () => (known ??= derive(readKey()))
  return {
    seal(plain, belongsTo) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(belongsTo))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, belongsTo) {
      if (sealed[0] !== VERSION || sealed.length < 1 + NONCE + TAG)
        throw new Error('this is not one of our sealed secrets')
      const nonce = sealed.subarray(1, 1 + NONCE)
      const decipher = createDecipheriv('aes-256-gcm', key(), nonce, { authTagLength: TAG })
      decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG))
      return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]).toString('utf8')
    },
  }
}

function derive(key: Buffer): Buffer {
  if (key.length !== 32) throw new Error('the encryption key of secrets has 32 bytes')
  return Buffer.from(hkdfSync('sha256', key, '', 'cambist stored secrets', 32))
}

const FILE = 'secrets.key'

/**
 * Returns the service's key: the given one, or the one in DATA_DIR, which is generated at first use. Processes on
 * several machines need the same key.
 *
 * @param given 32 bytes in base64 or base64url
 */
export function secretsKey(dataDir: string, given?: string): Buffer {
  if (given !== undefined) return Buffer.from(given, 'base64')
  makeDirectories(dataDir, 0o711)
  const file = path.join(dataDir, FILE)
  if (!hasSecretsKey(dataDir)) writeWhole(file, randomBytes(32).toString('base64'))
  return Buffer.from(readFileSync(file, 'utf8'), 'base64')
}

/** Returns whether DATA_DIR contains a key. */
export const hasSecretsKey = (dataDir: string): boolean => existsSync(path.join(dataDir, FILE))

/** Errors of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP'])

/**
 * Writes a new file whole or not at all, and to the disk; a file that another process wrote meanwhile stays. Where there are no hard
 * links, the file is written in its place.
 */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  try {
    writeNew(draft, text)
    if (!linked(draft, file)) writeNew(file, text)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** @throws NodeJS.ErrnoException EEXIST if there is such a file. One that could not be written whole is removed. */
function writeNew(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(descriptor, text, { flush: true })
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** Returns false on a file system without hard links. @throws NodeJS.ErrnoException, EEXIST if there is such a file */
function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
