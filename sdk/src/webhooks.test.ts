import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { signWebhook, verifyWebhook } from './index.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'payment.completed', note: 'Grüße' })
const at = new Date('2026-11-20T12:00:00Z')
const timestamp = at.getTime() / 1000

const headersOf = (signature: string) => ({
  'webhook-id': 'evt_1',
  'Webhook-Timestamp': String(timestamp),
  'webhook-signature': signature,
})

test('accepts signatures of another implementation of Standard Webhooks, and vice versa', async () => {
  const signature = new Webhook(secret).sign('evt_1', at, body)
  expect(await verifyWebhook(body, headersOf(signature), secret, { now: at })).toMatchObject({ id: 'evt_1' })
  expect(await signWebhook({ id: 'evt_1', timestamp, body }, secret)).toBe(signature)
})

test('accepts bytes and Headers, one of several signatures and one of several secrets', async () => {
  const signature = await signWebhook({ id: 'evt_1', timestamp, body }, secret)
  const headers = new Headers(headersOf(`v1a,xx v1,bm8= ${signature}`))
  const bytes = new TextEncoder().encode(body)
  expect(await verifyWebhook(bytes, headers, [other, secret], { now: at })).toMatchObject({ type: 'payment.completed' })
})

test('rejects a changed body, another secret, an old time and missing headers', async () => {
  const headers = headersOf(await signWebhook({ id: 'evt_1', timestamp, body }, secret))
  const now = { now: at }
  await expect(verifyWebhook(`${body} `, headers, secret, now)).rejects.toThrow('No signature')
  await expect(verifyWebhook(body, headers, other, now)).rejects.toThrow('No signature')
  const late = { now: new Date(at.getTime() + 301_000) }
  await expect(verifyWebhook(body, headers, secret, late)).rejects.toThrow('outside the tolerance')
  await expect(verifyWebhook(body, {}, secret, now)).rejects.toMatchObject({ name: 'WebhookVerificationError' })
})
