import { expect, test } from 'vitest'
import { givenEntity } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openProcess } from '../../../test/support/process.ts'
import { newUuid } from '../../kernel/values/ids.ts'

const db = await testDatabase()
const entityId = await givenEntity(db, 'ABS')
const clientId = newUuid()

/** The provider: the ids that it was asked under, and the answers that it keeps by them. */
const provider = {
  asked: [] as string[],
  answers: new Map<string, string>(),
  silence: undefined as Promise<void> | undefined,
}
const { app } = await openProcess(db, {
  clock: { now: () => new Date('2026-11-20T10:00:00.000Z'), wall: () => new Date() },
  authenticate: () => ({
    clientId,
    entityId,
    serviceKind: 'ABS' as const,
    scopes: new Set(['payments:write']),
    roles: new Set(['maker' as const]),
  }),
  verification: {
    budgetMs: 120_000,
    async ask({ requestId }) {
      const { asked, answers, silence } = provider
      asked.push(requestId)
      if (!answers.has(requestId)) answers.set(requestId, answers.size === 0 ? 'MTCH' : 'NMTC')
      await silence
      return { scheme: 'SEPA_VOP', code: answers.get(requestId)! }
    },
  },
})

async function verify(payload: object, key: string) {
  const headers = { authorization: 'Bearer t', 'idempotency-key': key }
  const answer = await app.inject({ method: 'POST', url: '/v1/payments/verification', payload, headers })
  return { status: answer.statusCode, body: answer.json() }
}

test('a request that a crash cut off is repeated under the id that the provider knows, and has one result', async () => {
  const order = { name: 'Asked Again Ltd', iban: 'DE89370400440532013000' }
  const key = newUuid()
  let end = () => {}
  provider.silence = new Promise<void>((resolve) => (end = resolve))
  const lost = verify(order, key) // this process gets no further
  await expect.poll(() => provider.asked.length).toBe(1)
  provider.silence = undefined
  expect(await verify({ ...order, name: 'Other Ltd' }, key)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  })
  const repeated = await verify(order, key)
  const [id] = provider.asked
  expect(repeated.body).toMatchObject({ status: 'Match', verificationId: id })
  expect(provider.asked).toEqual([id, id])
  end()
  expect((await lost).body).toEqual(repeated.body)
  const left = await db.pool.query('select 1 from payee_verification_requests')
  expect(left.rowCount, 'a request with a result is forgotten').toBe(0)
  const { rows } = await db.pool.query(
    `select count(*)::int as requests from audited_acts where action = 'verification.requested'`,
  )
  expect(rows).toEqual([{ requests: 2 }])
})
