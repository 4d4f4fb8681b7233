import { expect, test } from 'vitest'
import { openAccountsApp } from '../../test/support/accounts-app.ts'
import { operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { whileBalancesAreLocked } from '../../test/support/locked-balances.ts'
import { setAccountStatus } from '../accounts/index.ts'
import { type Policy, setPolicy } from '../approvals/index.ts'
import { setClientStatus } from '../auth/index.ts'
import { setProfile } from '../entities/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { parseId } from '../kernel/values/ids.ts'
import { auditLedger, getBalance } from '../ledger/index.ts'
import { errorCode } from '../../test/support/codes.ts'

const db = await testDatabase({ poolSize: 12 })
const app = await openAccountsApp(db)
const URL = '/v1/internal-account-transfers'

/** An ABS entity with two accounts in euros, a maker and two approvers, and a policy from 100.00 EUR on. */
async function given(policy: Partial<Policy> = {}) {
  const holder = await app.givenHolder('ABS')
  const debit = await app.givenAccount(holder.entityId, 'EUR', 1_000_00n)
  const credit = await app.givenAccount(holder.entityId, 'EUR', 0n)
  const demanded = { resource: 'InternalTransfer' as const, currency: 'EUR', fromMinor: 100_00n, belowMinor: null }
  await inTransaction(db, (tx) =>
    setPolicy(tx, holder.entityId, { ...demanded, newPayeeOnly: false, steps: 1, ...policy }, operatorAct),
  )
  await app.entities.get(holder.entityId)
  const approvers = [await app.givenClient(holder), await app.givenClient(holder)]
  const order = (amount: string, more: object = {}) => ({
    entityId: holder.wireId,
    debitAccountId: debit.id,
    creditAccountId: credit.id,
    amount,
    ...more,
  })
  const create = (amount: string, more: object = {}, key?: string) =>
    app.send(holder.token, 'POST', URL, {
      body: order(amount, more),
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })
  const act = (id: string, what: string, token = approvers[0]!) =>
    app.send(token, 'POST', `${URL}/${id}/${what}`, { body: {} })
  const balances = async () => {
    const [from, to] = await Promise.all(
      [debit, credit].map(({ entityId, accountId }) => getBalance(db.pool, entityId, accountId)),
    )
    return { from: from!.balanceMinor, held: from!.heldMinor, to: to!.balanceMinor }
  }
  const list = async (query = '') =>
    (await app.send(holder.token, 'GET', `${URL}?entityId=${holder.wireId}${query}`)).body
  return { holder, debit, credit, approvers, create, act, balances, list }
}

test('an approver that is blocked before the last approval of a transfer does not count', async () => {
  const { create, act, approvers } = await given({ steps: 2 })
  const { internalAccountTransferId: id } = (await create('100.00')).body
  await act(id, 'approve')
  const { clientId } = app.principalOf(approvers[0]!)
  await inTransaction(db, (tx) => setClientStatus(tx, clientId, 'Blocked', operatorAct))
  expect((await act(id, 'approve', approvers[1])).body).toMatchObject({
    status: 'PendingApproval',
    approval: { stepsGiven: 1, steps: [{ counts: false }, { counts: true }] },
  })
})

test('an approver that is blocked between the count of the last approval of a transfer and its booking does not count', async () => {
  const { create, act, approvers, holder } = await given({ steps: 2 })
  const { internalAccountTransferId: id } = (await create('100.00')).body
  await act(id, 'approve')
  const { clientId } = app.principalOf(approvers[0]!)
  const answer = await whileBalancesAreLocked(
    db,
    holder.entityId,
    () => act(id, 'approve', approvers[1]),
    () => inTransaction(db, (tx) => setClientStatus(tx, clientId, 'Blocked', operatorAct)),
  )
  expect(answer).toMatchObject({ status: 200, body: { status: 'PendingApproval', approval: { stepsGiven: 1 } } })
})

test('a transfer whose approvals count again is approved by an approver again, or rejected by one', async () => {
  const { create, act, approvers } = await given({ steps: 2 })
  const { clientId } = app.principalOf(approvers[0]!)
  const set = (status: 'Active' | 'Blocked') =>
    inTransaction(db, (tx) => setClientStatus(tx, clientId, status, operatorAct))
  const givenComplete = async () => {
    const { internalAccountTransferId: id } = (await create('100.00')).body
    await act(id, 'approve')
    await set('Blocked')
    expect((await act(id, 'approve', approvers[1])).body.status).toBe('PendingApproval')
    await set('Active')
    return id
  }
  expect((await act(await givenComplete(), 'approve')).body).toMatchObject({ status: 'Completed' })
  expect((await act(await givenComplete(), 'reject', approvers[1])).body).toMatchObject({ status: 'Cancelled' })
})

test('a policy that meanwhile requires more approvals applies to the last approval', async () => {
  const { create, act, approvers, holder } = await given()
  const { internalAccountTransferId: id } = (await create('100.00')).body
  const stricter = { resource: 'InternalTransfer' as const, currency: 'EUR', fromMinor: 0n, belowMinor: null, steps: 2 }
  await inTransaction(db, (tx) => setPolicy(tx, holder.entityId, { ...stricter, newPayeeOnly: false }, operatorAct))
  expect((await act(id, 'approve')).body).toMatchObject({
    status: 'PendingApproval',
    approval: { stepsRequired: 2, stepsGiven: 1 },
  })
  expect((await act(id, 'approve', approvers[1])).body.status).toBe('Completed')
})

test('below the band it is completed immediately; from it on its money is held until another client approves', async () => {
  const { create, act, balances, holder } = await given()
  expect((await create('99.99')).body).toMatchObject({ status: 'Completed' })
  const { status, body } = await create('100.00', { reference: 'June', clientReference: 'r1' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    status: 'PendingApproval',
    transactionIds: [],
    completedAt: null,
    approval: { required: true, stepsRequired: 1, stepsGiven: 0, canApprove: false },
  })
  expect(await balances()).toEqual({ from: 900_01n, held: 100_00n, to: 99_99n })
  const id = body.internalAccountTransferId
  expect(await act(id, 'approve', holder.token)).toMatchObject({
    status: 403,
    body: { code: 'approval_self_not_allowed' },
  })

  const approved = await act(id, 'approve')
  expect(approved.body).toMatchObject({
    internalAccountTransferId: id,
    status: 'Completed',
    reference: 'June',
    transactionIds: [expect.stringMatching(/^txn_/), expect.stringMatching(/^txn_/)],
    approval: { stepsGiven: 1, steps: [{ decision: 'Approved' }] },
  })
  expect(await balances()).toEqual({ from: 800_01n, held: 0n, to: 199_99n })
  expect((await act(id, 'approve')).body.code).toBe('transfer_not_awaiting_approval')
  const line = await app.send(
    holder.token,
    'GET',
    `/v1/transactions?relatedId=${id}&accountId=${approved.body.debitAccountId}`,
  )
  expect(line.body.data).toMatchObject([
    { type: 'InternalTransfer', related: { id }, counterparty: { name: 'EUR account' } },
  ])
  expect((await create('1.00', { clientReference: 'r1' })).body.code).toBe('duplicate_client_reference')
  expect((await auditLedger(db, () => {})).findings).toEqual([])
})

test('a transfer without approval is cancelled after five days, and its money is released', async () => {
  const { create, act, balances, holder } = await given()
  const { body } = await create('300.00')
  const id = body.internalAccountTransferId
  const lapsesAt = new Date(body.approvalLapsesAt)
  expect(lapsesAt.getTime() - Date.parse(body.createdAt)).toBe(5 * 86_400_000)
  const { worker } = app
  const start = app.clock.now()
  try {
    await worker.runDue(new Date(lapsesAt.getTime() - 1))
    expect((await balances()).held).toBe(300_00n)
    app.clock.set(lapsesAt)
    expect((await act(id, 'approve')).body.code).toBe('transfer_not_awaiting_approval') // before the job has run
    await worker.runDue(lapsesAt)
    const { body: after } = await app.send(holder.token, 'GET', `${URL}/${id}`)
    expect(after).toMatchObject({
      status: 'Cancelled',
      statusReason: { code: 'ApprovalLapsed' },
      approvalLapsesAt: null,
    })
    expect(await balances()).toEqual({ from: 1_000_00n, held: 0n, to: 0n })
    const { rows } = await db.pool.query(
      `select type, detail from events where resource_id = $1 order by sequence desc limit 1`,
      [parseId('ift', id)],
    )
    expect(rows).toMatchObject([{ type: 'internalTransfer.failed' }])
  } finally {
    app.clock.set(start)
  }
})

test('rejected or cancelled, its money is free again and nothing moved', async () => {
  const { create, act, balances, holder } = await given()
  const first = (await create('300.00')).body.internalAccountTransferId
  const second = (await create('300.00', { clientReference: 'r2' })).body.internalAccountTransferId
  expect((await balances()).held).toBe(600_00n)
  expect((await act(first, 'reject')).body).toMatchObject({ status: 'Cancelled', completedAt: null })
  expect((await act(second, 'cancel', holder.token)).body).toMatchObject({ status: 'Cancelled' })
  expect(await balances()).toEqual({ from: 1_000_00n, held: 0n, to: 0n })
  expect((await act(second, 'approve')).body.code).toBe('transfer_not_awaiting_approval')
  expect((await create('1.00', { clientReference: 'r2' })).body.code).toBe('duplicate_client_reference')
})

test('concurrent transfers with one reference, of which one needs approval: one of them is made', async () => {
  const { create, act, balances } = await given()
  for (let i = 0; i < 12; i++) {
    const both = await Promise.all([
      create('100.00', { clientReference: `at once ${i}` }),
      create('1.00', { clientReference: `at once ${i}` }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = both.find(({ status }) => status === 409)!
    const made = both.find(({ status }) => status === 201)!.body
    expect(refused.body).toMatchObject({
      code: 'duplicate_client_reference',
      params: { existingId: made.internalAccountTransferId },
    })
    if (made.status === 'PendingApproval')
      expect((await act(made.internalAccountTransferId, 'reject')).status).toBe(200)
  }
  expect((await balances()).held).toBe(0n)
})

test('an account that was closed while a transfer to it waited gets no money: the approval is refused', async () => {
  const { create, act, balances, credit } = await given()
  const { internalAccountTransferId: id } = (await create('500.00')).body
  await inTransaction(db, (tx) => setAccountStatus(tx, credit.accountId, 'Closed', operatorAct))
  expect(await act(id, 'approve')).toMatchObject({ status: 422, body: { code: 'account_closed' } })
  expect(await balances()).toEqual({ from: 1_000_00n, held: 500_00n, to: 0n })
  expect((await act(id, 'reject')).body.status).toBe('Cancelled')
})

test('an account that lost its permission to pay while a transfer waited pays nothing: the approval is refused', async () => {
  const { create, act, balances, debit } = await given()
  const { internalAccountTransferId: id } = (await create('500.00')).body
  await db.pool.query(`update accounts set permissions = '{Fx}' where entity_id = $1 and account_id = $2`, [
    debit.entityId,
    debit.accountId,
  ])
  expect(await act(id, 'approve')).toMatchObject({ status: 403, body: { code: 'account_permission_missing' } })
  expect(await balances()).toEqual({ from: 1_000_00n, held: 500_00n, to: 0n })
  expect((await act(id, 'reject')).body.status).toBe('Cancelled')
})

test('an entity whose internal transfers were disabled moves no money, with or without an approval', async () => {
  const { create, act, balances, holder } = await given()
  const { internalAccountTransferId: id } = (await create('500.00')).body
  const { features } = (await app.entities.get(holder.entityId))!.settings
  const disabled = { features: { ...features, internalTransfers: false } }
  await inTransaction(db, (tx) => setProfile(tx, holder.entityId, disabled, operatorAct))
  const cached = async () => (await app.entities.get(holder.entityId))!.settings.features.internalTransfers
  await expect.poll(cached).toBe(false)
  const refused = { status: 422, body: { code: 'internal_transfers_not_enabled' } }
  for (const amount of ['1.00', '100.00']) expect(await create(amount)).toMatchObject(refused)
  expect(await create('1.00', {}, 'disabled')).toMatchObject(refused)
  expect(await act(id, 'approve')).toMatchObject(refused)
  expect(await balances()).toEqual({ from: 1_000_00n, held: 500_00n, to: 0n })
  expect((await act(id, 'reject')).body.status).toBe('Cancelled')
})

test('held money cannot be spent, and an order above the available balance is rejected', async () => {
  const { create } = await given()
  await create('950.00')
  expect((await create('60.00')).body.code).toBe('insufficient_funds')
  expect((await create('100.00')).body.code).toBe('insufficient_funds')
})

test('concurrent approvals, or an approval and a cancellation, move the money once or not at all', async () => {
  const { create, act, balances, approvers, holder } = await given()
  for (let i = 0; i < 4; i++) {
    const id = (await create('100.00')).body.internalAccountTransferId
    const answers = await Promise.all(approvers.map((token) => act(id, 'approve', token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  }
  expect(await balances()).toEqual({ from: 600_00n, held: 0n, to: 400_00n })
  const id = (await create('100.00')).body.internalAccountTransferId
  const [approved, cancelled] = await Promise.all([act(id, 'approve'), act(id, 'cancel', holder.token)])
  expect([approved.status, cancelled.status].sort()).toEqual([200, 409])
  expect((await balances()).held).toBe(0n)
})

test('the list shows all in one order, with filters and pages; one key makes one transfer', async () => {
  const { create, act, list, debit } = await given()
  const made: string[] = []
  for (const amount of ['10.00', '100.00', '20.00', '200.00', '150.00']) {
    made.push((await create(amount)).body.internalAccountTransferId)
  }
  await act(made[3]!, 'approve')
  await act(made[4]!, 'reject')
  const ids = (page: { data: { internalAccountTransferId: string }[] }) =>
    page.data.map((each) => each.internalAccountTransferId)
  expect(ids(await list())).toEqual(made.toReversed())
  expect(ids(await list('&status=PendingApproval'))).toEqual([made[1]])
  expect(ids(await list('&status=Cancelled'))).toEqual([made[4]])
  expect(ids(await list('&status=Completed'))).toEqual([made[3], made[2], made[0]])
  expect(ids(await list(`&accountId=${debit.id}`))).toEqual(made.toReversed())
  const paged: string[] = []
  for (let after = ''; ; ) {
    const page = await list(`&limit=2${after}`)
    paged.push(...ids(page))
    if (page.nextCursor === null) break
    after = `&after=${page.nextCursor}`
  }
  expect(paged).toEqual(made.toReversed())
  expect(errorCode(await list('&from=2026-12-02&to=2026-12-01'))).toBe('date_range_invalid')

  const first = await create('100.00', {}, 'key-1')
  const again = await create('100.00', {}, 'key-1')
  expect(again.body.internalAccountTransferId).toBe(first.body.internalAccountTransferId)
  expect(again.headers['idempotent-replayed']).toBe('true')
})

test('a transfer made before the policy is answered again under its key', async () => {
  const { create, holder } = await given({ fromMinor: 500_00n })
  const first = await create('200.00', {}, 'before')
  const stricter = {
    resource: 'InternalTransfer' as const,
    currency: 'EUR',
    fromMinor: 0n,
    belowMinor: null,
    newPayeeOnly: false,
    steps: 2,
  }
  await inTransaction(db, (tx) => setPolicy(tx, holder.entityId, stricter, operatorAct))
  await expect.poll(async () => (await create('1.00')).body.status).toBe('PendingApproval')
  const again = await create('200.00', {}, 'before')
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
})

test('the database refuses the maker as approver and a completion without approvals', async () => {
  const { create, holder } = await given()
  const { body } = await create('100.00')
  const { rows } = await db.pool.query<{ id: string; maker: string }>(
    `select internal_transfer_id as id, created_by as maker from internal_transfer_orders where entity_id = $1`,
    [holder.entityId],
  )
  const { id, maker } = rows[0]!
  await expect(
    db.pool.query(
      `insert into approvals (entity_id, resource_type, resource_id, round, client_id, decision, at)
       values ($1, 'internalTransfer', $2, 1, $3, 'Approved', now())`,
      [holder.entityId, id, maker],
    ),
  ).rejects.toMatchObject({ constraint: 'approval_maker_is_not_checker' })
  await expect(
    db.pool.query(
      `update internal_transfer_orders set status = 'Completed', hold_id = null, decided_at = now() where internal_transfer_id = $1`,
      [id],
    ),
  ).rejects.toMatchObject({ constraint: 'transfer_has_its_approvals' })
  expect(body.status).toBe('PendingApproval')
})
