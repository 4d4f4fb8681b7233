import type { Config } from '../settings/config.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** The parts of a configuration that a start can warn of. */
type Warned = Pick<Config, 'host' | 'baseUrl' | 'sandbox'> & {
  institution: Pick<Config['institution'], 'missing' | 'invented'>
}

interface Environment {
  /** True if NODE_ENV is production. */
  isProduction: boolean
  hasBaseUrl: boolean
  hasInstitutionFile: boolean
}

/**
 * Returns what is dangerous in a configuration that other machines can reach: plain HTTP without a proxy, no public
 * address, the sandbox. An identity of the institution that is incomplete is named too.
 */
export function startWarnings(
  { host, baseUrl, sandbox, institution }: Warned,
  { isProduction, hasBaseUrl, hasInstitutionFile }: Environment,
): string[] {
  const isOpen = !LOOPBACK.has(host)
  const warnings = identityWarnings(institution, hasInstitutionFile)
  if (sandbox && isProduction)
    warnings.push('SANDBOX is true in production: market, banks and clock are simulated, and no money moves.')
  if (sandbox && isOpen) warnings.push(`The sandbox listens on ${host}: everybody who reaches it can use it.`)
  if (sandbox) return warnings
  if (!hasBaseUrl)
    warnings.push('BASE_URL is missing: tokens, documents and links name an address that clients cannot reach.')
  if (isOpen && !baseUrl.startsWith('https:'))
    warnings.push(
      `The service listens on ${host} with plain HTTP. Put a proxy with TLS in front, and set BASE_URL to its https address.`,
    )
  return warnings
}

/** Returns the warning of an identity that lacks members; a sandbox without a file is meant to have an invented one. */
function identityWarnings({ missing, invented }: Warned['institution'], hasFile: boolean): string[] {
  if (missing.length > 0)
    return [
      `Accounts cannot be opened until the institution is configured. ${hasFile ? 'Add to the file that INSTITUTION_FILE names' : 'Set INSTITUTION_FILE to a file with'}: ${missing.join(', ')}.`,
    ]
  if (!hasFile || invented.length === 0) return []
  return [
    `INSTITUTION_FILE lacks ${invented.join(', ')}. The sandbox uses invented values; production opens no account without them.`,
  ]
}

/** Returns the warning of a service that screens by no list. @param lists number of loaded lists */
export const screeningWarnings = ({ sandbox }: Pick<Config, 'sandbox'>, lists: number): string[] =>
  sandbox || lists > 0
    ? []
    : [
        'No sanctions list is loaded: screening finds no name, so every payment passes it. Load one: operator load-screening-list.',
      ]
