import type { ServerResponse } from 'node:http'
import type { App } from '../kernel/http/http.ts'

/**
 * Cipher suites of the open-banking listener, in our order. TLS 1.2 has those of FAPI 1 Advanced section 8.5 that need no
 * Diffie-Hellman parameters; OpenSSL offers those that fit the certificate's key. TLS 1.3 has all of its own.
 */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

const NO_TICKETS = 0x4000 // SSL_OP_NO_TICKET

/**
 * TLS options of the open-banking listener: a certificate is requested but optional. Callers without a trusted one reach
 * only public endpoints and get 401 elsewhere. Sessions are not resumed: each connection proves its key.
 */
export const mutualTls = {
  requestCert: true,
  rejectUnauthorized: false,
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
  honorCipherOrder: true,
  secureOptions: NO_TICKETS,
} as const

/** TLS options of the listener of the users' pages: those of open banking, without a request for a certificate. */
export const browserTls = {
  minVersion: mutualTls.minVersion,
  ciphers: mutualTls.ciphers,
  honorCipherOrder: mutualTls.honorCipherOrder,
} as const

const ONE_YEAR_SECONDS = 31_536_000

/**
 * Adds Strict-Transport-Security (RFC 6797) to every response of a listener whose public address is HTTPS, also where a
 * proxy ends TLS. Subdomains stay out: they may belong to other services of the institution.
 */
export function requireHttps(app: App, publicAddress: string): void {
  if (!publicAddress.startsWith('https://')) return
  app.server.prependListener('request', (_request, response: ServerResponse) => requireHttpsOf(response))
}

export function requireHttpsOf(response: ServerResponse): void {
  response.setHeader('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`)
}
