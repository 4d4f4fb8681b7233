import { expect, test } from 'vitest'
import { createAccount } from '../../../test/support/accounts.ts'
import { operatorAct } from '../../../test/support/clients.ts'
import { errorCode } from '../../../test/support/codes.ts'
import { type CreditDesk, openCreditDesk } from '../../../test/support/credit.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { setAccountStatus } from '../../accounts/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'

const db = await testDatabase()

type Make = (desk: CreditDesk, accountId: string) => Promise<unknown>
const status =
  (to: 'Blocked' | 'Closed'): Make =>
  (_desk, accountId) =>
    inTransaction(db, (tx) => setAccountStatus(tx, accountId, to, operatorAct))

test.each<[string, number, string, Make]>([
  ['that is short', 422, 'insufficient_funds', () => Promise.resolve()],
  [
    'that is blocked and has the money',
    422,
    'account_blocked',
    async (desk, accountId) => {
      const usual = desk.accounts.GBP!
      desk.accounts.GBP = { ...usual, accountId }
      await desk.fund('GBP', 300_000n)
      desk.accounts.GBP = usual
      await status('Blocked')(desk, accountId)
    },
  ],
  ['that is blocked and short', 422, 'account_blocked', status('Blocked')],
  ['that is closed', 422, 'account_closed', status('Closed')],
  [
    'that may not deal',
    403,
    'account_permission_missing',
    (_desk, accountId) =>
      db.pool.query(`update accounts set permissions = '{Reporting}' where account_id = $1`, [accountId]),
  ],
])(
  'a margin call is not paid from an account %s, and can be paid from another one',
  async (_name, code, error, make) => {
    const desk = await openCreditDesk(db, { mids: { GBP: '1.30' }, facility: { callCollection: 'OnRequest' } })
    await desk.reserve()
    desk.market.set('GBP', '1.3325') // 2.5 %: a call for GBP 2,500
    const { marginCallId } = (await desk.run()).body.issued[0]
    const url = `/v1/credit/margin-calls/${marginCallId}`
    const { accountId } = await inTransaction(db, (tx) =>
      createAccount(tx, { entityId: desk.entityId, currency: 'GBP', name: 'Other' }, operatorAct),
    )
    await make(desk, accountId)
    await desk.fund('GBP', 300_000n)
    const before = await desk.balances()
    for (const query of ['', '?dryRun=true']) {
      const answer = await desk.post(`${url}/settle${query}`, { accountId: formatId('acc', accountId) })
      expect([answer.status, errorCode(answer.body)]).toEqual([code, error])
    }
    expect((await desk.get(url)).body).toMatchObject({ status: 'Issued', outstanding: '2500.00' })
    expect(await desk.balances()).toEqual(before)
    const usual = { accountId: formatId('acc', desk.accounts.GBP!.accountId) }
    expect((await desk.post(`${url}/settle`, usual)).body).toMatchObject({ status: 'Met', outstanding: '0.00' })
  },
)
