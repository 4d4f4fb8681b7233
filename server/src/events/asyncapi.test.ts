import specs from '@asyncapi/specs'
import { Ajv } from 'ajv'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openProcess } from '../../test/support/process.ts'
import { eventsOf } from '../composition/events.ts'
import { MODULES } from '../composition/modules.ts'
import { systemClock } from '../kernel/values/clock.ts'

const db = await testDatabase()
const { app, context } = await openProcess(db, { clock: systemClock })
const served = await app.inject({ url: '/asyncapi.json' })
const document = served.json<AsyncApi>()

interface AsyncApi {
  channels: Record<string, { address: string | null; messages: object }>
  components: { messages: Record<string, { payload: { allOf: object[] } }>; schemas: Record<string, object> }
}

// The schema contains the one that it is written in.
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, meta: false, validateSchema: false })

test('is a document of AsyncAPI 3.0 by its official schema', () => {
  const isValid = ajv.compile(specs.schemas['3.0.0']!)
  expect(isValid(document) ? [] : isValid.errors).toEqual([])
  expect(isValid({ ...document, channels: { feed: { messages: 3 } } })).toBe(false)
})

test('every reference in it leads to a part of it', () => {
  const references = [...served.body.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!)
  const missing = references.filter(
    (path) =>
      path.split('/').reduce((part: unknown, name) => (part as Record<string, unknown>)?.[name], document) ===
      undefined,
  )
  expect(references.length).toBeGreaterThan(300)
  expect(missing).toEqual([])
})

test('has a message for each event type, in the feed, the stream and webhooks', () => {
  const types = Object.keys(eventsOf(MODULES)).sort()
  expect(Object.keys(document.components.messages)).toEqual(types)
  for (const channel of ['feed', 'stream', 'webhooks'])
    expect(Object.keys(document.channels[channel]!.messages)).toEqual(types)
})

test('describes the resource of every event whose resource clients can read', () => {
  const without = Object.entries(eventsOf(MODULES)).filter(([type, { resources }]) => {
    const [, { properties }] = document.components.messages[type]!.payload.allOf as [object, { properties: object }]
    expect('data' in properties).toBe(resources.some((resource) => context.eventViews[resource]))
    return !('data' in properties)
  })
  const families = [...new Set(without.map(([type]) => type.split('.')[0]))]
  expect(families.toSorted()).toEqual(['bankBreak', 'bankEntry', 'consent', 'reconciliation'])
})

test('is served as YAML too, and with the other references hidden not at all', async () => {
  const yaml = await app.inject({ url: '/asyncapi.yaml' })
  expect(load(yaml.body)).toEqual(document)
  const settings = { requireIdempotencyKey: false, sandbox: true, hidesReference: true }
  const hidden = await openProcess(db, { clock: systemClock, settings })
  for (const url of ['/asyncapi.json', '/asyncapi.yaml'])
    expect((await hidden.app.inject({ url })).statusCode).not.toBe(200)
})
