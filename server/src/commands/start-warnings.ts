import type { Config } from '../config.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * Returns what is dangerous in a configuration that other machines can reach: plain HTTP without a proxy, no public
 * address, the sandbox.
 *
 * @param isProduction true if NODE_ENV is production
 */
export function startWarnings(
  { host, baseUrl, sandbox }: Pick<Config, 'host' | 'baseUrl' | 'sandbox'>,
  { isProduction, hasBaseUrl }: { isProduction: boolean; hasBaseUrl: boolean },
): string[] {
  const isOpen = !LOOPBACK.has(host)
  const warnings: string[] = []
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
