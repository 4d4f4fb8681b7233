import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openScreenedPayments } from '../../test/support/screened-payments.ts'
import { formatId, parseId } from '../kernel/values/ids.ts'
import { createEntity, findEntity, setNames } from '../entities/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { countEntitiesToScreen, findProgress, newestNames } from '../screening/index.ts'
import { operatorAct } from '../../test/support/clients.ts'
import { rescreenEntity, screenChangedEntity } from './entities.ts'
import { rescreenPayees } from './rescreening.ts'

const db = await testDatabase()
const { service, screening, load, operator, openCase, directory } = await openScreenedPayments(db)

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

test('a new entity whose case is rejected is Suspended, and is not reviewed again until lists change', async () => {
  const made = await create('Northern Listed Shipping', '--legal-name', 'Northern Listed Shipping GmbH')
  expect(await countEntitiesToScreen(db.reader)).toBe(0)
  await decide(made, 'reject')
  expect(await statusOf(made)).toBe('Suspended')
  await load('ONE', 'Otto Anders', 'NORTHERN LISTED SHIPPING', 'Some Fourth Name')
  await service.settle()
  expect(await openCase(made.entityId)).toBeUndefined()
})

test('a new entity that another list names before its release stays Onboarding, with a case about that', async () => {
  const made = await create('Grey Heron Transport', '--trading-name', 'Northern Listed Shipping')
  await load('SEVEN', 'GREY HERON TRANSPORT')
  await decide(made, 'release')
  expect(await statusOf(made)).toBe('Onboarding')
  expect(await openCase(made.entityId)).toMatchObject({ stage: 'Release' })
  await decide(made, 'release')
  expect([await statusOf(made), await openCase(made.entityId)]).toEqual(['Active', undefined])
})

/** Creates an entity as the previous release or the seed does: without screening. */
async function givenUnscreened(name: string): Promise<Created> {
  const model = (await findEntity(db.pool, parseId('ent', (await create('Plain Model Company')).entityId)!))!
  const none = { minTradeMinor: 1n, minPaymentMinor: 1n, heldOpenMinor: 1n, settlementMinor: 1n, maxTradeMinor: 1n }
  const limits = { ...none, dailyTradeMinor: 1n, singlePaymentMinor: 1n, dailyPaymentMinor: 1n }
  const { countryOfIncorporation, jurisdiction, baseCurrency, timeZone, entityType } = model
  const place = { countryOfIncorporation, jurisdiction, baseCurrency, timeZone, entityType }
  const order = { ...place, serviceKind: 'RM' as const, name, limits, markupBps: '1' }
  return { entityId: formatId('ent', await inTransaction(db, (tx) => createEntity(tx, order, operatorAct))) }
}

test('an entity that was not screened at its creation is screened within a minute, though its process has screened all others', async () => {
  let wall = new Date()
  const sweep = rescreenPayees({ screening, wall: () => wall })
  const failures: unknown[] = []
  const run = () => sweep({ db, until: wall, at: (begun) => begun, failed: (error) => void failures.push(error) })
  while ((await run()) > 0);
  const made = await givenUnscreened('Northern Listed Shipping')
  wall = new Date(wall.getTime() + 61_000)
  while ((await run()) > 0);
  expect(await openCase(made.entityId)).toMatchObject({ stage: 'ListChange' })
  expect([await countEntitiesToScreen(db.reader), failures]).toEqual([0, []])
})

test('names that are changed while a list is loaded are screened with it', async () => {
  const made = await create('Quiet Valley Farms')
  const entityId = parseId('ent', made.entityId)!
  const known = await findProgress(db.pool, entityId)
  let rescreened: Promise<boolean> | undefined
  await inTransaction(db, async (tx) => {
    await setNames(tx, entityId, { tradingName: 'Amber Cliff Mining' }, operatorAct)
    expect(await screenChangedEntity(tx, entityId, screening, operatorAct)).toBeUndefined()
    await load('SIX', 'AMBER CLIFF MINING')
    const pass = { screening, target: await newestNames(db.pool), act: operatorAct, failed: () => {} }
    rescreened = rescreenEntity(db, known, pass)
    await Promise.race([rescreened, waitsForLock()])
  })
  expect(await rescreened).toBe(true)
  expect(await openCase(made.entityId)).toMatchObject({
    hits: [expect.stringContaining('Client "Amber Cliff Mining" is 1 like')],
  })
})

async function waitsForLock(): Promise<void> {
  const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await db.pool.query(isWaiting)).rowCount === 0);
}

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
