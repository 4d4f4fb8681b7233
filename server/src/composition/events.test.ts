import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { formatResourceId } from '../events/resources.ts'
import { misfits } from '../../test/support/events.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { defineEvent } from '../kernel/module.ts'
import { eventsOf } from './events.ts'
import { MODULES } from './modules.ts'

const EVENTS = eventsOf(MODULES)

const opened = defineEvent('A thing was opened.', 'thing', {
  amount: Type.String(),
  note: Type.Optional(Type.String()),
})

test('an event type that is declared twice stops the start, in one module or in two', () => {
  const events = { 'thing.opened': opened }
  const a = { name: 'a', events: [events] }
  expect(eventsOf([a, { name: 'b' }])).toEqual(events)
  expect(() => eventsOf([a, { ...a, name: 'b' }])).toThrow('events of type thing.opened are declared once; b declares')
  expect(() => eventsOf([{ name: 'a', events: [events, events] }])).toThrow('a declares them again')
})

test('an event that is not in the catalogue, or does not fit it, is found', () => {
  const found = (type: `${string}.${string}`, resourceType: string, detail: unknown) =>
    misfits({ 'thing.opened': opened }, { type, resourceType, detail })
  expect(found('thing.opened', 'thing', { amount: '1.00' })).toEqual([])
  expect(found('thing.opened', 'thing', { amount: '1.00', note: 'n' })).toEqual([])
  expect(found('thing.closed', 'thing', null)).toEqual(['no module owns thing.closed'])
  expect(found('thing.opened', 'trade', { amount: '1.00' })).toEqual(['thing.opened is recorded about a trade'])
  for (const detail of [null, { amount: 1 }, { amount: '1.00', other: 'x' }]) {
    expect(found('thing.opened', 'thing', detail).join()).toMatch(/^thing\.opened: /)
  }
})

test('an event has no member that its description leaves out', () => {
  const open = Object.entries(EVENTS).filter(([, { detail }]) => Reflect.get(detail, 'additionalProperties') !== false)
  expect(open.map(([type]) => type)).toEqual([])
})

test('every event type is spelled resource.verb', () => {
  const types = Object.keys(EVENTS)
  expect(types.length).toBeGreaterThan(60)
  expect(types.filter((type) => !/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/.test(type))).toEqual([])
})

test('every resource that an event is about has an id in the feed', () => {
  const types = Object.values(EVENTS).flatMap(({ resources }) => resources)
  const ids = types.map((type) => formatResourceId(type, newUuid()))
  expect(ids.filter((id) => !/^[a-z]{3}_[0-9A-Z]{26}$/.test(id))).toEqual([])
  expect(() => formatResourceId('thing', newUuid())).toThrow('resources of type thing have ids')
})

test('docs/events.md lists the events of all modules', async () => {
  await expect(reference()).toMatchFileSnapshot('../../../docs/events.md')
})

function reference(): string {
  const lines = Object.entries(EVENTS)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([type, { title, resources, detail }]) => {
      const names = Object.keys((detail as { properties?: object }).properties ?? {})
      return `| \`${type}\` | ${title} | ${resources.join(', ')} | ${names.map((name) => `\`${name}\``).join(', ')} |`
    })
  return `# Events

Every change of state records one event in its own transaction. The modules declare their events; this page is generated from them.
The [API reference](http://localhost:8080/docs/api/?api=events) shows the message of each type with the schema of its resource.

| Type | Event | Resource | Detail |
|---|---|---|---|
${lines.join('\n')}
`
}

test('no event names an amount in minor units, which a reader would take for a hundred times as much', () => {
  const named = Object.entries(EVENTS).flatMap(([type, { detail }]) =>
    Object.keys((detail as { properties?: object } | undefined)?.properties ?? {}).flatMap((name) =>
      name.endsWith('Minor') ? [`${type} ${name}`] : [],
    ),
  )
  expect(named).toEqual([])
})
