import type { Event } from './generated/types.ts'

/** Options of the verification. */
export interface VerifyOptions {
  /** Seconds between the signature and now, at most; default 300. */
  toleranceSeconds?: number
  /** Current time, for tests. */
  now?: Date
}

/** The webhook is not from the service, or too old. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/** Headers of a request, by names in any case, as a `Headers` object or a plain one. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const PREFIX = 'whsec_'
const TOLERANCE_SECONDS = 300

/**
 * Verifies a webhook by Standard Webhooks and returns its event. Pass the bytes or the text as received, before any parser
 * has changed them.
 *
 * @param secrets secret of the endpoint, or several of them while you rotate
 * @throws WebhookVerificationError for a missing or wrong signature, or a time outside the tolerance
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<Event> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('The headers of Standard Webhooks are missing.')
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > toleranceSeconds)
    throw new WebhookVerificationError('The time of the signature is outside the tolerance.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const given = signatures.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []))
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const key = await keyOf(secret)
    for (const signature of given)
      if (await isSignature(key, signature, `${id}.${timestamp}.${text}`)) return JSON.parse(text) as Event
  }
  throw new WebhookVerificationError('No signature belongs to this secret.')
}

/** Returns the value of `webhook-signature` for a message, for tests of a receiver. */
export async function signWebhook(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  secret: string,
): Promise<string> {
  const message = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signature = await crypto.subtle.sign('HMAC', await keyOf(secret), message)
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'object' ? found[0] : found
}

/** Compares in constant time, by the platform. */
async function isSignature(key: Key, signature: string, message: string): Promise<boolean> {
  const bytes = bytesOf(signature)
  return bytes !== undefined && crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(message))
}

/** @throws TypeError for a secret that is not Base64 */
async function keyOf(secret: string): Promise<Key> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (!bytes?.length) throw new TypeError('A secret is "whsec_" and Base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
