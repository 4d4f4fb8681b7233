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
export const readListBytes = (source: string): Promise<Buffer> =>
  /^https?:\/\//.test(source) ? fetchBytes(source, 'application/pkix-crl', MOST_BYTES) : readBounded(source, MOST_BYTES)

/** Reads a file of a limited size. @throws Error with the reason */
export async function readBounded(path: string, mostBytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
