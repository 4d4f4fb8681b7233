/**
 * Limits of the time in which a request must be there in full, headers and body, so that slow senders do not hold
 * connections: checked every few seconds. 16 MiB arrive in it at 2 Mbit/s.
 */
export const REQUEST_TIMEOUT_MS = 65_000
const CHECK_EVERY_MS = 5000

/** Options of Node's servers, for HTTP and HTTPS, besides the time for a whole request. Longer headers are answered with 431. */
export const serverLimits = {
  connectionsCheckingInterval: CHECK_EVERY_MS,
  headersTimeout: 20_000,
  maxHeaderSize: 16 * 1024,
}
