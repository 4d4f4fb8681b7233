import { expect, test } from 'vitest'
import { givenEntity, operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { emit } from '../events/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { reactionsOf, withPorts } from './ports.ts'

const db = await testDatabase()

test('a module finds the ports of later modules, and the part of a later module takes the place of an earlier one’s', () => {
  const seen: string[] = []
  const modules = [
    {
      ports: ({ debits }: { debits?: string }) => (
        seen.push(String(debits)), { settlements: { Spot: { a: 1, b: 1 } } }
      ),
    },
    { ports: () => ({ debits: 'bank', settlements: { Spot: { b: 2 }, Forward: { a: 3 } } }) },
  ]
  expect(withPorts(modules, { clock: 'c' })).toEqual({
    clock: 'c',
    debits: 'bank',
    settlements: { Spot: { a: 1, b: 2 }, Forward: { a: 3 } },
  })
  expect(seen).toEqual(['bank'])
})

test('an event runs the reactions of later modules in module order, and one that fails undoes the emitter’s work', async () => {
  const entityId = await givenEntity(db, 'RM')
  const ran: string[] = []
  const note = (name: string, fails = false) => ({
    reactions: () => ({
      'trade.settled': async (_tx: unknown, _act: unknown, { resourceId }: { resourceId: string }) => {
        ran.push(`${name} ${resourceId}`)
        if (fails) throw new Error('a reaction failed')
      },
    }),
  })
  const resourceId = newUuid()
  const event = { entityId, type: 'trade.settled' as const, resourceType: 'trade', resourceId }
  const events = async () =>
    (await db.pool.query('select from events where entity_id = $1 and resource_id = $2', [entityId, resourceId]))
      .rowCount
  try {
    db.reactions = reactionsOf([note('first'), note('second', true)], {})
    await expect(inTransaction(db, (tx) => emit(tx, operatorAct, event))).rejects.toThrow('a reaction failed')
    expect(await events()).toBe(0)
    db.reactions = reactionsOf([note('third'), note('fourth')], {})
    await inTransaction(db, (tx) => emit(tx, operatorAct, event))
    expect(await events()).toBe(1)
    expect(ran).toEqual(['first', 'second', 'third', 'fourth'].map((name) => `${name} ${resourceId}`))
  } finally {
    delete db.reactions
  }
})
