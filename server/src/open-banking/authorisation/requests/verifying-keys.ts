import { AsyncLocalStorage } from 'node:async_hooks'
import type { JSONWebKeySet } from 'jose'
import { isOfDatabase } from '../../../kernel/db/connection-loss.ts'
import { type ClientRow, keyAddressesOf, type SoftwareKeys, usableKeys } from '../../dcr/index.ts'
import { oidc } from '../oidc.ts'

const verifying = new AsyncLocalStorage<readonly string[]>()

/** Runs `work` for a request whose signatures name these keys: key sets without them are read again. */
export const verifyingBy = <T>(kids: readonly string[], work: () => Promise<T>): Promise<T> => verifying.run(kids, work)

const FRESH_MS = 60_000
const UNREADABLE = 'The keys of the third party at software_jwks_endpoint cannot be read at the moment. Try again'

/**
 * Returns the keys with which signatures of a client can be verified.
 *
 * @param isAuthenticating true at the endpoints that third parties call
 * @throws InvalidClientAuth, InvalidClient if the request is signed and the keys cannot be read
 */
export async function verifyingKeysOf(
  row: ClientRow,
  softwareKeys: SoftwareKeys,
  isAuthenticating: boolean,
): Promise<JSONWebKeySet> {
  const kids = verifying.getStore() ?? []
  const addresses = keyAddressesOf(row)
  try {
    for (const kid of kids.slice(1)) await softwareKeys.get(addresses, kid, FRESH_MS)
    return usableKeys(await softwareKeys.get(addresses, kids[0], FRESH_MS))
  } catch (error) {
    if (isOfDatabase(error)) throw error // the sandbox keeps key sets there
    if (kids.length === 0) return { keys: [] }
    const { InvalidClient, InvalidClientAuth } = oidc().errors
    const made = new (isAuthenticating ? InvalidClientAuth : InvalidClient)(UNREADABLE, (error as Error).message)
    throw Object.assign(made, { error_description: UNREADABLE })
  }
}
