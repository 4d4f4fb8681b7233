import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { withLimitedWaits } from '../kernel/db/waits/waits.ts'
import { asRefusal } from '../kernel/http/problems.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { recordFailure } from './lockout.ts'

const db = await testDatabase()

test('a request for a token gets 503 instead of waiting without end while an operator holds a table of clients', async () => {
  const failed = () => recordFailure(withLimitedWaits(db, 200), newUuid(), '', new Date())
  const operator = await db.pool.connect()
  await operator.query('begin; lock table client_failures in access exclusive mode')
  const error = await failed().catch((thrown: unknown) => thrown)
  await operator.query('rollback')
  operator.release()
  expect(asRefusal(error)?.code).toBe('database_unavailable')
  await failed()
})
