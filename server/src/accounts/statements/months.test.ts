import { expect, test } from 'vitest'
import { createAccount } from '../../../test/support/accounts.ts'
import { givenEntity, operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { createMonthlyRound } from './months.ts'

const db = await testDatabase()

test('an account whose statement fails does not block the statements of others, and is retried', async () => {
  const entityId = await givenEntity(db, 'RM')
  const act = { ...operatorAct, at: new Date('2026-10-05T08:00:00Z'), wall: new Date('2026-10-05T08:00:00Z') }
  const ids: string[] = []
  for (const currency of ['EUR', 'USD', 'GBP'])
    ids.push(
      (await inTransaction(db, (tx) => createAccount(tx, { entityId, currency, name: currency }, act))).accountId,
    )
  const [broken, ...others] = ids.toSorted()
  const issued: string[] = []
  const round = createMonthlyRound(db, async ({ accountId }) => {
    if (accountId === broken) throw new Error('its statement differs')
    issued.push(accountId)
  })
  const own = () => issued.splice(0).filter((id) => ids.includes(id))
  await expect(round(new Date('2026-11-10T08:00:00Z'))).rejects.toThrow('its statement differs')
  expect(own()).toEqual(others)
  await expect(round(new Date('2026-11-11T08:00:00Z'))).rejects.toThrow('its statement differs')
})
