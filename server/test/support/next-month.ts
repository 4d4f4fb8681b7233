import { expect } from 'vitest'
import type { Listeners } from './third-party.ts'

const WEDNESDAY = 3

/** Moves the sandbox's business time to 10:00 UTC of the first Wednesday from the 5th of the next month on: no weekend, no Easter. */
export async function moveToNextMonth({ app, credentials, services }: Listeners): Promise<void> {
  const now = services.clock.now()
  const target = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 5, 10))
  target.setUTCDate(target.getUTCDate() + ((WEDNESDAY + 7 - target.getUTCDay()) % 7))
  const { clientId, clientSecret } = credentials.clients.rm
  const asked = await app.inject({
    method: 'POST',
    url: '/v1/oauth2/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials',
  })
  const moved = await app.inject({
    method: 'POST',
    url: '/v1/sandbox/clock',
    headers: { authorization: `Bearer ${asked.json<{ access_token: string }>().access_token}` },
    payload: { set: target.toISOString() },
  })
  expect(moved.statusCode).toBe(200)
}
