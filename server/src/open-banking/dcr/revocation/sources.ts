import { open } from 'node:fs/promises'
import { fetchBytes } from '../fetch-bytes.ts'

/** A response with a chain of certificates. */
const MOST_RESPONSE_BYTES = 64 * 1024

/** Posts a request to an OCSP responder. Plain http is accepted, as responses are signed. @throws Error with the reason */
export const askResponder = (address: string, body: Buffer): Promise<Buffer> =>
  fetchBytes(address, 'application/ocsp-response', MOST_RESPONSE_BYTES, { type: 'application/ocsp-request', body })

/** A list of 200,000 revoked certificates. */
const MOST_BYTES = 8 * 1024 * 1024

/**
 * Reads a revocation list from a file or an address. Plain http is accepted, as lists are signed.
 *
 * @throws Error with the reason
 */
export async function readListBytes(source: string): Promise<Buffer> {
  if (/^https?:\/\//.test(source)) return fetchBytes(source, 'application/pkix-crl', MOST_BYTES)
  const file = await open(source)
  try {
    const { size } = await file.stat()
    if (size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
