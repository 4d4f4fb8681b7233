/**
 * Limits of the time in which a request must be there in full, headers and body, so that slow senders do not hold
 * connections: checked every few seconds. 16 MiB arrive in it at 2 Mbit/s.
 */
export const REQUEST_TIMEOUT_MS = 65_000
const HEADERS_TIMEOUT_MS = 20_000
const CHECK_EVERY_MS = 5000

/** Largest headers of a request together, the first line included. */
export const MAX_HEADER_BYTES = 16 * 1024
/** Largest body of a request, unless its operation accepts more. */
export const MAX_BODY_BYTES = 1024 * 1024

/** Options of Node's servers, for HTTP and HTTPS: a TLS handshake has the time of the headers. A request without Host is rejected by the listener, in its own form. */
export const serverLimits = {
  requireHostHeader: false,
  connectionsCheckingInterval: CHECK_EVERY_MS,
  headersTimeout: HEADERS_TIMEOUT_MS,
  handshakeTimeout: HEADERS_TIMEOUT_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
}
