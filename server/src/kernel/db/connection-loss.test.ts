import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inDatabase } from '../../../test/support/global-setup.ts'
import { DatabaseClient } from './client.ts'
import { ConnectionLoss, mayPassLater, saysDatabaseIsAway } from './connection-loss.ts'
import { inTransaction, overtaken } from './db.ts'
import { asRefusal } from '../http/problems.ts'

const db = await testDatabase()

const answered = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code })
const system = (code: string, syscall: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall })

test.each([
  [answered('57P01'), true],
  [answered('57P03'), true],
  [answered('08006'), true],
  [answered('25006'), true],
  [answered('23505'), false],
  [system('ENOENT', 'connect'), true],
  [system('EMFILE', 'connect'), true],
  [system('ENOENT', 'open'), false],
  [system('EMFILE', 'open'), false],
  [system('ECONNREFUSED', 'connect'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Client has encountered a connection error and is not queryable'), true],
  [new TypeError('undefined is not a function'), false],
])('%s means that the database is unavailable: %s', (error, away) => {
  expect(saysDatabaseIsAway(error)).toBe(away)
  expect(asRefusal(error)?.code).toBe(away ? 'database_unavailable' : undefined)
})

test.each([
  ['does not exist', inDatabase(db.connection, 'missing')],
  ['uses no TLS', { ...db.connection, ssl: true }],
])('a database that %s is reported as unavailable, not as a defect', async (_what, connection) => {
  const error = await new DatabaseClient(connection).connect().catch((thrown: unknown) => thrown)
  expect(asRefusal(error)).toMatchObject({ code: 'database_unavailable', status: 503 })
})

test.each(['53000', '53100', '53200', '53300', '57014', '55P03', '40001', '40P01'])(
  'a statement that the database ended without fault of its own (%s) is reported as unavailable for now, not as a defect',
  (code) => {
    const refusal = asRefusal(answered(code))
    expect(refusal).toMatchObject({ code: 'database_unavailable', status: 503, retryable: true })
    expect(refusal?.headers).toEqual({ 'retry-after': '1' })
    expect(saysDatabaseIsAway(answered(code))).toBe(false) // the connection is good, and the transaction undone
  },
)

test('a statement without a response is reported as unknown, not as rolled back', () => {
  expect(asRefusal(new ConnectionLoss(new Error('gone'), true))).toMatchObject({
    code: 'outcome_unknown',
    status: 503,
    retryable: false,
  })
})

test.each([
  ['begin', 'database_unavailable'],
  ['insert', 'database_unavailable'],
  ['commit', 'outcome_unknown'],
])('a transaction that loses its connection at %s is reported as %s', async (cutAt, code) => {
  const gone = new Error('Connection terminated unexpectedly')
  const query = async (text: string) => {
    if (text === cutAt) throw gone
    return { command: text.toUpperCase() }
  }
  const pool = { connect: async () => ({ query, release() {} }) } as unknown as pg.Pool
  const error = await inTransaction({ pool }, (tx) => tx.query('insert')).catch((thrown: unknown) => thrown)
  expect(asRefusal(error)?.code).toBe(code)
})

test('a connection to a server that became read-only leaves the pool, so that the next goes to the new primary', async () => {
  const readOnly = answered('25006')
  const query = async (text: string) => {
    if (text === 'insert') throw readOnly
    return { command: text.toUpperCase() }
  }
  const released: unknown[] = []
  const pool = {
    connect: async () => ({ query, release: (error?: Error) => released.push(error) }),
  } as unknown as pg.Pool
  await inTransaction({ pool }, (tx) => tx.query('insert')).catch(() => {})
  expect(released).toEqual([readOnly])
})

test('a transaction reports the error that made it fail, not that of a later statement', async () => {
  const error = await inTransaction(db, async (tx) => {
    await tx.query(`set local statement_timeout = '1ms'`)
    tx.query('select pg_sleep(10)').catch(() => {}) // nobody waits for it yet
    await tx.query('select 1')
  }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: '57014' })
  expect(asRefusal(error)?.code).toBe('database_unavailable')
})

test('a command that loses every attempt to concurrent ones gets a retryable error, and a job is retried', async () => {
  const error = await inTransaction(db, () => Promise.reject(overtaken('another was faster'))).catch(
    (thrown: unknown) => thrown,
  )
  expect(asRefusal(error)).toMatchObject({ code: 'database_unavailable', status: 503 })
  expect(mayPassLater(error)).toBe(true)
})
