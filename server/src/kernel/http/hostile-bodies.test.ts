import { Type } from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { blockBelow } from '../../../test/support/longest-block.ts'
import { systemClock } from '../values/clock.ts'
import { type App, createHttp } from './http.ts'
import { wholeBody } from './readable.ts'
import { Input } from './wire.ts'

const Order = Input({
  note: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  legs: Type.Optional(Type.Array(Input({ note: Type.String() }), { maxItems: 3 })),
})

let app: App
beforeAll(async () => {
  app = createHttp({ clock: systemClock, authenticate: () => undefined })
  app.post(
    '/orders',
    { config: { public: true }, ...wholeBody(Order, () => []), schema: { body: Order } },
    () => 'done',
  )
  await app.ready()
})

/** Longest time for which a body may block the event loop. */
const MOST_MS = 250
const many = (text: string, count = 9900): string[] => Array.from({ length: count }, () => text)
const nested = (inner: unknown, name: string): unknown => {
  let value = inner
  for (let level = 0; level < 90; level++) value = { [name]: value }
  return value
}

/** Bodies that are cheap to send and expensive to reject. */
const HOSTILE: Record<string, unknown> = {
  'a long name above texts that cannot be stored': { ['k'.repeat(20_000)]: many('\u0001') },
  'a very long name above texts that cannot be stored': { ['k'.repeat(900_000)]: many('\u0001') },
  'deep names above texts that cannot be stored': { metadata: nested(many('\u0001'), '~'.repeat(250)) },
  'deep unknown names above texts that cannot be stored': { deep: nested(many('\u0001'), 'k'.repeat(250)) },
  'unknown names': Object.fromEntries(many('', 990).map((_, i) => [`n${i}`.padEnd(250, 'x'), 1])),
  'long lists with unknown names': {
    legs: many('')
      .map(() => ({ ['k'.repeat(50)]: 1 }))
      .slice(0, 4900),
  },
  'long names that differ': Object.fromEntries(many('', 40).map((_, i) => [`${'k'.repeat(20_000)}${i}`, 1])),
}

test.each(Object.entries(HOSTILE))('%s: the rejection blocks no other request and stays short', async (_name, body) => {
  const payload = JSON.stringify(body)
  let answer: { statusCode: number; body: string } | undefined
  const block = await blockBelow(MOST_MS, async () => {
    answer = await app.inject({
      method: 'POST',
      url: '/orders',
      headers: { 'content-type': 'application/json' },
      payload,
    })
  })
  expect(answer!.statusCode).toBe(400)
  expect(answer!.body.length).toBeLessThan(2_000_000)
  expect(block).toBeLessThan(MOST_MS)
})
