import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { liveCalendars } from '../../../test/support/calendars.ts'
import { givenClientRow } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import {
  base,
  domestic,
  international,
  type Kind,
  type Members,
  openInitiation,
} from '../../../test/support/initiation.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { removePolicy, setPolicy } from '../../approvals/index.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { decideTrade } from '../../fx/trades/approvals/approvals.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { findPayment, lockPayment, paymentReasonOf, transitionPayment } from '../../payments/index.ts'
import { decidePayment } from '../../payments/lifecycle/decisions.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')
const { ask, authorised, pay } = openInitiation(bank)

const MINUTE_MS = 60_000
const later = () => (bank.time.now = new Date(bank.time.now.getTime() + MINUTE_MS))
const shownAt = () => bank.time.now.toISOString().replace('Z', '+00:00')
const act = () => ({ actor: { type: 'operator' as const }, at: bank.time.now, wall: bank.time.wall })

const policies: string[] = []
async function policyOn(resource: 'Trade' | 'Payment'): Promise<void> {
  const band = { currency: null, fromMinor: 1_00n, belowMinor: null, newPayeeOnly: false, steps: 1 as const }
  const { policyId } = await inTransaction(db, (tx) => setPolicy(tx, bank.entityId, { resource, ...band }, act()))
  policies.push(policyId)
  const known = async () => (await bank.deps.entities.get(bank.entityId))!.settings.approvalPolicies.length
  await expect.poll(known).toBe(policies.length)
}
afterEach(async () => {
  for (const id of policies.splice(0)) await inTransaction(db, (tx) => removePolicy(tx, bank.entityId, id, act()))
  await expect.poll(async () => (await bank.deps.entities.get(bank.entityId))!.settings.approvalPolicies.length).toBe(0)
})

async function approver() {
  const principal = {
    serviceKind: 'ABS' as const,
    scopes: new Set(['payments:approve' as const]),
    roles: new Set(['approver' as const]),
    actorType: 'client' as const,
    clientId: await givenClientRow(db, bank.entityId),
    entityId: bank.entityId,
  }
  return { ...act(), principal, actor: { type: 'client' as const }, requestId: randomUUID(), dryRun: false }
}

describe.each(VERSIONS)('v%s', (version) => {
  const word = (v3: string, v4: string) => (version === '3.1' ? v3 : v4)
  const order = (kind: Kind) => (kind === 'domestic' ? domestic(version) : international(version))
  async function paid(kind: Kind): Promise<string> {
    const { body } = await pay(version, kind, await authorised(version, kind), order(kind))
    expect(body.Data.Status).toBe(word('Pending', 'RCVD'))
    return (body.Data.DomesticPaymentId ?? body.Data.InternationalPaymentId) as string
  }
  async function shown(kind: Kind, id: string) {
    const path = `${base(version)}/${kind}-payments/${id}`
    const { Data } = (await bank.get(path)).body
    const steps = (await bank.get(`${path}/payment-details`)).body.Data.PaymentStatus as Members[]
    return {
      status: Data.Status as string,
      at: Data.StatusUpdateDateTime as string,
      authorisation: Data.MultiAuthorisation as Members,
      steps: steps.map(({ Status, StatusDetail }) => [
        Status,
        StatusDetail.StatusReason,
        StatusDetail.StatusReasonDescription,
      ]),
    }
  }
  const payment = async (id: string) => (await findPayment(db.pool, bank.entityId, parseId('pay', id)!))!
  async function decideExchange(id: string, decision: 'Approved' | 'Rejected'): Promise<void> {
    const { tradeId } = await payment(id)
    const by = await approver()
    const deps = { ...bank.context, products: bank.context.approvedProducts }
    await inTransaction(db, (tx) => decideTrade(deps, { ...by, tx }, formatId('trd', tradeId!), decision))
  }

  test('a payment whose exchange needs an approver awaits further authorisation, and no longer once it is approved', async () => {
    await policyOn('Trade')
    const id = await paid('international')
    const waiting = await shown('international', id)
    expect(waiting).toMatchObject({
      status: word('Pending', 'PATC'),
      authorisation: {
        Status: word('AwaitingFurtherAuthorisation', 'AWAF'),
        NumberRequired: 2,
        NumberReceived: 1,
        LastUpdateDateTime: shownAt(),
      },
    })
    expect(waiting.steps.at(-1)).toEqual([
      word('Pending', 'PATC'),
      word('Proprietary', 'U040'),
      'The trade behind the payment awaits approval.',
    ])
    later()
    await decideExchange(id, 'Approved')
    const decidedAt = shownAt()
    later()
    const approved = await shown('international', id)
    const { status, statusReason } = await payment(id)
    expect([status, statusReason]).toEqual(['AwaitingFunds', 'TradeNotApproved']) // as stored when it was made
    expect(paymentReasonOf(await payment(id))).toBe('TradeNotSettled')
    expect(approved).toMatchObject({
      status: word('Pending', 'PDNG'),
      at: decidedAt,
      authorisation: {
        Status: word('Authorised', 'AUTH'),
        NumberRequired: 2,
        NumberReceived: 2,
        LastUpdateDateTime: decidedAt,
      },
    })
    expect(approved.steps.slice(0, waiting.steps.length)).toEqual(waiting.steps)
    expect(approved.steps.at(-1)).toEqual([
      word('Pending', 'PDNG'),
      word('Proprietary', 'NARR'),
      'The payment waits for the settlement of its trade. It never uses other money.',
    ])
  })

  test('an exchange that is approved while the clock stands still no longer awaits approval', async () => {
    await policyOn('Trade')
    const id = await paid('international')
    await decideExchange(id, 'Approved')
    const { status, authorisation, steps } = await shown('international', id)
    expect([status, authorisation['Status']]).toEqual([word('Pending', 'PDNG'), word('Authorised', 'AUTH')])
    expect(steps.map(([step]) => step)).toEqual([
      word('Received', 'RCVD'),
      word('Pending', 'PATC'),
      word('Pending', 'PDNG'),
    ])
  })

  async function cancel(id: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const row = (await lockPayment(tx, bank.entityId, parseId('pay', id)!))!
      await transitionPayment(tx, row, 'Cancelled', { ...act(), reason: 'CancelledByClient' }, liveCalendars())
    })
  }

  test.each(['before', 'after'])(
    'a payment out of an agreed trade that is approved %s it shows only approvals that it waits for',
    async (when) => {
      await policyOn('Trade')
      const first = await paid('international')
      const { tradeId } = await payment(first)
      await cancel(first)
      later()
      if (when === 'before') await decideExchange(first, 'Approved')
      const { rows } = await db.pool.query<{ rate: string }>('select rate::text from fx_trades where trade_id = $1', [
        tradeId,
      ])
      const contract = { ExchangeRate: Number(rows[0]!.rate), ContractIdentification: formatId('trd', tradeId!) }
      const agreed = international(version, {
        ExchangeRateInformation: { UnitCurrency: 'GBP', RateType: 'Agreed', ...contract },
      })
      const consentId = (await ask(version, 'international', agreed)).body.Data.ConsentId as string
      await bank.approve(consentId, ['USD'])
      const { body } = await pay(version, 'international', consentId, agreed)
      const id = body.Data.InternationalPaymentId as string
      if (when === 'before') {
        const alone = await shown('international', id)
        return expect([alone.status, alone.authorisation]).toEqual([word('Pending', 'PDNG'), undefined])
      }
      expect((await shown('international', id)).authorisation).toMatchObject({ NumberRequired: 2, NumberReceived: 1 })
      later()
      await decideExchange(id, 'Approved')
      expect((await shown('international', id)).authorisation).toMatchObject({ NumberRequired: 2, NumberReceived: 2 })
    },
  )

  test('a payment whose exchange is rejected by an approver is rejected, as is its authorisation', async () => {
    await policyOn('Trade')
    const id = await paid('international')
    later()
    await decideExchange(id, 'Rejected')
    expect(await shown('international', id)).toMatchObject({
      status: word('Rejected', 'RJCT'),
      authorisation: { Status: word('Rejected', 'RJCT'), NumberRequired: 2, NumberReceived: 1 },
    })
  })

  test('a cancelled payment reports that its exchange still awaits approval', async () => {
    await policyOn('Trade')
    const id = await paid('international')
    await cancel(id)
    const { steps, authorisation } = await shown('international', id)
    expect(steps.at(-1)![2]).toMatch(/The trade that buys the money awaits approval: once approved, on its value date/)
    expect(authorisation['Status']).toBe(word('Rejected', 'RJCT'))
    later()
    await decideExchange(id, 'Approved')
    const after = await shown('international', id)
    expect(after).toMatchObject({ status: word('Rejected', 'RJCT'), authorisation }) // as it ended
    expect(after.steps).toHaveLength(steps.length)
  })

  test('the last update of a multiple authorisation is the decision, not a later change of the payment', async () => {
    await policyOn('Payment')
    const id = await paid('domestic')
    later()
    const by = await approver()
    await inTransaction(db, (tx) => decidePayment({ ...by, tx }, bank.deps.payments, parseId('pay', id), 'approve'))
    const decidedAt = shownAt()
    later()
    await cancel(id)
    const { at, authorisation } = await shown('domestic', id)
    expect([at, authorisation['LastUpdateDateTime']]).toEqual([shownAt(), decidedAt])
  })
})
