import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { newUuid } from '../values/ids.ts'
import {
  arrayOf,
  bool,
  date,
  decimal,
  hex,
  instant,
  integer,
  json,
  minor,
  nullable,
  oneOf,
  type Row,
  table,
  text,
  uuid,
} from './table.ts'

const db = await testDatabase()
await db.pool.query(`create table test_deals (entity_id uuid not null, deal_id uuid primary key, status text not null,
  note text, amount_minor bigint not null, rate numeric not null, value_date date not null, made_at timestamptz not null,
  terms jsonb, is_firm boolean not null, tags text[] not null, digest bytea not null, version integer not null default 1)`)
await db.pool.query('create table test_plain (entity_id uuid, plain_id int, at timestamptz, extra jsonb, digest bytea)')

const deals = table('test_deals', {
  entityId: uuid,
  dealId: uuid,
  status: oneOf<'Open' | 'Done'>(),
  note: nullable(text),
  amountMinor: minor,
  rate: decimal,
  valueDate: date,
  madeAt: instant,
  terms: nullable(json<{ days: number[] }>()),
  isFirm: bool,
  tags: arrayOf(text),
  digest: hex,
  version: integer,
})

const deal = (change: Partial<Row<typeof deals>> = {}): Row<typeof deals> => ({
  entityId: newUuid(),
  dealId: newUuid(),
  status: 'Open',
  note: null,
  amountMinor: 9_007_199_254_740_993n,
  rate: '1.26540',
  valueDate: '2026-03-31',
  madeAt: new Date('2026-03-27T09:30:00.125Z'),
  terms: { days: [1, 2] },
  isFirm: true,
  tags: ['a', 'b,"c"'],
  digest: 'c0ffee',
  version: 1,
  ...change,
})

const insertDeal = deals.insert({ name: 'test-insert-deal', except: ['version'], ending: `returning ${deals.list}` })

test('a row is read as it was stored: big amounts, decimals, days, documents, arrays and bytes', async () => {
  const given = deal()
  const { rows } = await db.pool.query(insertDeal(given))
  expect(rows).toEqual([given])
  const { rows: found } = await db.pool.query(`select ${deals.listOf('d')} from test_deals d where deal_id = $1`, [
    given.dealId,
  ])
  expect(found).toEqual([given])
})

test('an update changes the named fields of one row of the entity', async () => {
  const close = deals.update({
    name: 'test-close-deal',
    key: ['entityId', 'dealId'],
    set: ['status', 'terms', 'digest', 'tags'],
    also: 'version = version + 1',
    where: `status = 'Open'`,
    ending: `returning ${deals.list}`,
  })
  const [one, other] = [deal(), deal()]
  for (const given of [one, other]) await db.pool.query(insertDeal(given))
  const change = { status: 'Done', terms: null, digest: '00', tags: [] } as const
  expect((await db.pool.query(close({ ...one, ...change }))).rows).toEqual([{ ...one, ...change, version: 2 }])
  expect((await db.pool.query(close({ ...one, ...change }))).rows).toEqual([])
  expect((await db.pool.query(close({ ...other, ...change, entityId: newUuid() }))).rows).toEqual([])
})

test('the text of a statement is the same for any row and any number of rows', async () => {
  const plain = table('test_plain', {
    entityId: uuid,
    plainId: integer,
    at: instant,
    extra: nullable(json()),
    digest: hex,
  })
  const insertAll = plain.insertMany({ name: 'test-insert-plain', ending: `returning ${plain.list}` })
  const rows = [1, 2, 3].map((plainId) => ({
    entityId: newUuid(),
    plainId,
    at: new Date(plainId * 1000),
    extra: plainId === 2 ? null : { text: 'quoted "here", and {there}' },
    digest: `0${plainId}`,
  }))
  expect((await db.pool.query(insertAll(rows))).rows).toEqual(rows)
  expect((await db.pool.query(insertAll([]))).rows).toEqual([])
  expect(insertAll(rows).text).toBe(insertAll([]).text)
  expect(insertDeal(deal()).text).toBe(insertDeal(deal({ note: 'x', terms: null })).text)
})

test('a statement that does not name the entity of its table cannot be prepared', () => {
  const owned = table('test_owned', { entityId: uuid, ownedId: uuid, at: instant })
  expect(() => owned.insert({ name: 'test-insert-owned', except: ['entityId'] })).toThrow('names the entity')
  expect(() => owned.insertMany({ name: 'test-insert-all', except: ['entityId'] })).toThrow('names the entity')
  expect(() => owned.update({ name: 'test-update-owned', key: ['ownedId'], set: ['at'] })).toThrow('names the entity')
  expect(() => table('test_owned', {})).toThrow('described once')
})
