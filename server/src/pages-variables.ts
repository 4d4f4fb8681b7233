import { type Static, Type } from 'typebox'

const Variables = Type.Object({
  OPEN_BANKING_PAGES_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description: "sandbox only: HTTPS port of the users' pages; 0: on PORT (default 8444, 0 with BASE_URL)",
    }),
  ),
})

/** Environment variables of the address of the users' pages. */
export const PAGES_VARIABLES = Variables.properties

interface Addresses extends Static<typeof Variables> {
  PORT: number
  BASE_URL?: string | undefined
  SANDBOX: boolean
  OPEN_BANKING: boolean
  OPEN_BANKING_CERTIFICATE_HEADER?: string | undefined
}

/** Address of the users' pages. */
export interface PagesAddress {
  /** Address with a host name that passkeys can be bound to. */
  pagesBaseUrl: string
  /** HTTPS port of the pages in the sandbox; absent: they are on the main interface. */
  pagesPort?: number
  /** True if the port was configured; otherwise another is chosen if it is in use. */
  isPagesPortGiven: boolean
}

const DEFAULT_PORT = 8444

/**
 * Returns the address of the users' pages, and in the sandbox the port on which they are served over HTTPS. With a public
 * address of the main interface they stay there, unless a port is configured.
 *
 * @param name host name of this server
 */
export function pagesAddressOf(env: Addresses, name: string): PagesAddress {
  const { OPEN_BANKING_PAGES_PORT: given, BASE_URL: address } = env
  if (given && !env.SANDBOX)
    throw new Error('The environment is invalid:\n  OPEN_BANKING_PAGES_PORT is for the sandbox only; use BASE_URL.')
  const isElsewhere = address !== undefined || env.OPEN_BANKING_CERTIFICATE_HEADER !== undefined
  const port = given ?? (isElsewhere ? 0 : DEFAULT_PORT)
  if (!env.SANDBOX || !env.OPEN_BANKING || port === 0)
    return { pagesBaseUrl: address ?? `http://${name}:${env.PORT}`, isPagesPortGiven: false }
  const host = address === undefined ? name : new URL(address).hostname
  return { pagesBaseUrl: `https://${host}:${port}`, pagesPort: port, isPagesPortGiven: given !== undefined }
}
