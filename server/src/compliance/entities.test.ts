import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openScreenedPayments } from '../../test/support/screened-payments.ts'
import { parseId } from '../kernel/values/ids.ts'
import { countEntitiesToScreen } from '../screening/index.ts'

const db = await testDatabase()
const { service, load, operator, openCase, directory } = await openScreenedPayments(db)

interface Created {
  entityId: string
  status?: string
  screeningCase?: string
}

const create = (name: string, ...more: string[]): Promise<Created> => {
  const place = ['--country', 'DE', '--base-currency', 'EUR', '--time-zone', 'Europe/Berlin']
  return operator('create-entity', '--kind', 'RM', '--name', name, ...place, ...more)
}
async function decide({ entityId }: Created, decision: 'release' | 'reject') {
  const found = (await openCase(entityId))!
  const words = ['--entity', entityId, '--case', found.caseId, '--decision', decision]
  return operator('review-screening-case', ...words, '--reviewer', 'C. Officer', '--reason', 'looked at')
}
const statusOf = async ({ entityId }: Created) => {
  const { rows } = await db.pool.query<{ status: string }>('select status from entities where entity_id = $1', [
    parseId('ent', entityId),
  ])
  return rows[0]!.status
}

beforeAll(async () => {
  await load('ONE', 'Otto Anders', 'NORTHERN LISTED SHIPPING')
  await service.settle()
})

test('a new entity that no list names is Active', async () => {
  const made = await create('Blue Harbour Foods')
  expect([made.status, await statusOf(made)]).toEqual([undefined, 'Active'])
})

test('a new entity that a list names, by its trading name too, is Onboarding until its case is released', async () => {
  const made = await create('Blue Harbour Goods', '--trading-name', 'Northern Listed Shipping')
  expect([made.status, await statusOf(made)]).toEqual(['Onboarding', 'Onboarding'])
  expect(await openCase(made.entityId)).toMatchObject({
    caseId: made.screeningCase,
    stage: 'Create',
    hits: [expect.stringContaining('Client "Northern Listed Shipping" is 1 like')],
  })
  await expect(operator('unblock', made.entityId)).rejects.toThrow('waits for its review')
  await decide(made, 'release')
  expect(await statusOf(made)).toBe('Active')
  await service.settle()
  expect(await openCase(made.entityId)).toBeUndefined()
})

test('a new entity whose case is rejected is Suspended', async () => {
  const made = await create('Northern Listed Shipping', '--legal-name', 'Northern Listed Shipping GmbH')
  await decide(made, 'reject')
  expect(await statusOf(made)).toBe('Suspended')
})

test('an entity that a new list names stays Active, with one case, and is suspended once it is rejected', async () => {
  const made = await create('Silver Birch Trading')
  await load('TWO', 'SILVER BIRCH TRADING')
  expect(await countEntitiesToScreen(db.reader)).toBeGreaterThan(0)
  await service.settle()
  expect(await countEntitiesToScreen(db.reader)).toBe(0)
  expect(await statusOf(made)).toBe('Active')
  const first = await openCase(made.entityId)
  expect(first).toMatchObject({ stage: 'ListChange' })
  await load('TWO', 'SILVER BIRCH TRADING', 'Some Other Name')
  await service.settle()
  expect(await openCase(made.entityId)).toMatchObject({ caseId: first!.caseId })
  await decide(made, 'reject')
  expect(await statusOf(made)).toBe('Suspended')
})

test('an entity is screened when it is renamed, and by its owners and directors; a released finding stays released', async () => {
  const made = await create('Copper Field Partners')
  const renamed = await operator('set-names', '--entity', made.entityId, '--trading-name', 'Northern Listed Shipping')
  expect(await openCase(made.entityId)).toMatchObject({ caseId: renamed.screeningCase, stage: 'Update' })
  expect(await statusOf(made)).toBe('Active')
  await decide(made, 'release')
  expect(await operator('set-names', '--entity', made.entityId, '--name', 'Copper Field')).toEqual({
    entityId: made.entityId,
    set: ['name'],
  })

  const file = path.join(directory, 'parties.json')
  const give = (parties: unknown) => {
    writeFileSync(file, JSON.stringify(parties))
    return operator('set-names', '--entity', made.entityId, '--related-parties', file)
  }
  await expect(give([{ name: 'Ada Example', role: 'Friend' }])).rejects.toThrow('The related parties are invalid')
  expect((await give([{ name: 'Ada Example', role: 'Director', countryCode: 'DE' }])).screeningCase).toBeUndefined()
  const owned = await give([{ name: 'Otto Anders', role: 'Owner' }])
  expect(await openCase(made.entityId)).toMatchObject({
    caseId: owned.screeningCase,
    hits: expect.arrayContaining([expect.stringContaining('Related "Otto Anders" is 1 like')]),
  })
  await decide(made, 'release')
  await load('ONE', 'Otto Anders', 'NORTHERN LISTED SHIPPING', 'Some Third Name')
  await service.settle()
  expect(await openCase(made.entityId)).toBeUndefined()
  await load('FIVE', 'Otto Anders')
  await service.settle()
  expect(await openCase(made.entityId)).toMatchObject({ stage: 'ListChange' })
})

test('an entity whose payees alone were screened by an earlier release is screened by its names', async () => {
  await load('THREE', 'GREEN MEADOW CAPITAL')
  await service.settle()
  const made = await create('Red Meadow Fund')
  await service.settle()
  await db.pool.query(`update screening_progress set entity_version = 0 where entity_id = $1`, [
    parseId('ent', made.entityId),
  ])
  await db.pool.query(`update entities set name = 'Green Meadow Capital' where entity_id = $1`, [
    parseId('ent', made.entityId),
  ])
  expect(await countEntitiesToScreen(db.reader)).toBe(1)
  // The sweep of the service has finished this version of the lists: a new process would begin with it.
  await load('FOUR', 'Yet Another Name')
  await service.settle()
  expect(await openCase(made.entityId)).toMatchObject({ stage: 'ListChange' })
  await decide(made, 'release')
  expect([await statusOf(made), await openCase(made.entityId)]).toEqual(['Active', undefined])
})
