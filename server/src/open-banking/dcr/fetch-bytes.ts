const TIMEOUT_MS = 5000

/**
 * Fetches a document over the network: no redirects, five seconds, limited in size.
 *
 * @param posted body of a POST; absent: GET
 * @throws Error with the reason if it cannot be had whole
 */
export async function fetchBytes(
  address: string,
  accept: string,
  mostBytes: number,
  posted?: { type: string; body: Buffer },
): Promise<Buffer> {
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept, ...(posted && { 'content-type': posted.type }) },
    ...(posted && { method: 'POST', body: new Uint8Array(posted.body) }),
  })
  if (!response.ok || !response.body) throw new Error(`it answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
