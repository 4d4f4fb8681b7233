import { createHmac, randomBytes } from 'node:crypto'
import type { StreamedEvent } from './stream.ts'

const PREFIX = 'whsec_'
/** Time in which a receiver must answer, as for webhooks. */
const TIMEOUT_MS = 10_000

/** Returns a secret in the form of Standard Webhooks. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** Returns true for a secret in the form of Standard Webhooks, with a key of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  const [, key] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const { length } = Buffer.from(key ?? '', 'base64')
  return length >= 24 && length <= 64
}

/** Sends an event to a receiver as a webhook is sent: same body, headers and signature. Returns the status, or why there is none. */
export async function forward(url: string, { id, body }: StreamedEvent, secret: string): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
    'x-delivery-attempt': '1',
  }
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    return name === 'TimeoutError' ? 'no answer' : (cause?.code ?? message)
  }
}
