import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { evidenceFor } from '../../../test/support/open-banking.ts'
import { givenEntity } from '../../../test/support/clients.ts'
import { openProcess } from '../../../test/support/process.ts'
import { type Account, accountsOf, setAccountStatus } from '../../accounts/index.ts'
import { createAccount } from '../../../test/support/accounts.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import {
  accountsToChoose,
  authoriseConsent,
  consentForApproval,
  consentsOfPsu,
  consumeConsent,
  createAccountAccess,
  createPaymentConsent,
  deleteConsent,
  deleteConsentsOfClient,
  findConsent,
  getConsent,
  getUsableConsent,
  parseConsentId,
  rejectConsent,
  revokeConsent,
} from './index.ts'

const db = await testDatabase()
const entityId = await givenEntity(db, 'ABS')
const strangerEntity = await givenEntity(db, 'ABS')
const [psuId, clientId] = [newUuid(), newUuid()]
const NOW = new Date('2026-11-20T10:00:00.000Z')
const MINUTE = 60_000
const at = (ms = 0) => ({ actor: { type: 'psu' as const, id: psuId }, at: new Date(NOW.getTime() + ms), wall: NOW })
const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(db, work)

for (const [owner, currency] of [
  [entityId, 'GBP'],
  [entityId, 'EUR'],
  [strangerEntity, 'GBP'],
] as const)
  await inTx((tx) =>
    createAccount(tx, { entityId: owner, currency, name: currency }, { ...at(), actor: { type: 'operator' } }),
  )
const accounts = await accountsOf(db.reader, entityId)
const [euro, sterling] = accounts as [Account, Account]
const approval = { entityId, psuId, accounts, accountIds: [sterling.accountId] }

const askAccess = (more: object = {}) =>
  inTx((tx) => createAccountAccess(tx, { clientId, version: '4.0', permissions: ['ReadAccountsBasic'], ...more }, at()))
const askPayment = (initiation: object = {}, more: object = {}) =>
  inTx((tx) =>
    createPaymentConsent(
      tx,
      {
        clientId,
        version: '4.0',
        kind: 'domesticPayment',
        payment: {
          currency: 'GBP',
          amountMinor: 1000n,
          currencyOfTransfer: null,
          creditorName: 'Northern Looms',
          creditorScheme: 'UK.OBIE.SortCodeAccountNumber',
          creditorIdentification: '08999966374958',
          reference: 'Invoice 7',
        },
        terms: { initiation: { InstructedAmount: { Amount: '10.00', Currency: 'GBP' }, ...initiation }, risk: {} },
        ...more,
      },
      at(),
    ),
  )
const authorise = (consentId: string, change: object = {}, ms = 0) =>
  inTx(async (tx) => {
    const name = { clientId, consentId }
    return authoriseConsent(tx, name, { ...approval, ...(await evidenceFor(tx, name, at(ms).at)), ...change }, at(ms))
  })
const outcome = (promise: Promise<{ status: string }>) =>
  promise.then(
    ({ status }) => status,
    (error: { code: string }) => error.code,
  )
const eventsOf = async (consentId: string) => {
  const { rows } = await db.pool.query<{ type: string }>(
    'select type from events where resource_id = $1 order by sequence',
    [parseConsentId(consentId)],
  )
  return rows.map(({ type }) => type)
}

test('a consent is created, shown, approved, and announced to the entity by events', async () => {
  const { consentId, status } = await askAccess()
  expect(status).toBe('AWAU')
  expect((await consentForApproval(db.reader, { clientId, consentId }, NOW)).permissions).toEqual(['ReadAccountsBasic'])
  const authorised = await authorise(consentId)
  expect(authorised).toMatchObject({ status: 'AUTH', entityId, psuId, accountIds: [sterling.accountId] })
  expect(await eventsOf(consentId)).toEqual(['consent.authorised'])
  const { rows: steps } = await db.pool.query<{ status: string }>(
    'select status from open_banking_consent_steps where consent_id = $1 order by step',
    [parseConsentId(consentId)],
  )
  expect(steps.map(({ status: step }) => step)).toEqual(['AWAU', 'AUTH'])
})

test('a payment consent is read back with every digit of its terms and of what we added', async () => {
  const exact = { ExchangeRateInformation: { ExchangeRate: '1.10000000000000000001' } }
  const offer = { Charges: [{ Amount: { Amount: '0.30', Currency: 'GBP' } }] }
  const more = { kind: 'internationalPayment', offer } as const
  const { consentId } = await inTx(async (tx) => {
    const payment = {
      currency: 'GBP',
      amountMinor: 9_000_000_000_000_001n,
      currencyOfTransfer: 'EUR',
      creditorName: null,
      creditorScheme: 'UK.OBIE.IBAN',
      creditorIdentification: 'DE89370400440532013000',
      reference: null,
    }
    const terms = { initiation: exact, risk: {}, readRefundAccount: 'Yes' as const }
    return createPaymentConsent(tx, { clientId, version: '3.1', payment, terms, ...more }, at())
  })
  const read = await findConsent(db.reader, { clientId, consentId }, NOW)
  expect(read).toMatchObject({ kind: 'internationalPayment', version: '3.1', status: 'AWAU', permissions: [], offer })
  expect(read!.terms).toEqual({ initiation: exact, risk: {}, readRefundAccount: 'Yes' })
  expect(read!.payment).toMatchObject({ amountMinor: 9_000_000_000_000_001n, currencyOfTransfer: 'EUR' })
  // The user of an exchange may pay out of any currency; that of a domestic payment out of its own alone.
  expect(accountsToChoose(read!, accounts).map(({ currency }) => currency)).toEqual(['EUR', 'GBP'])
})

test('another third party gets the same answer for a consent as for an invented id', async () => {
  const { consentId } = await askAccess()
  const stranger = { clientId: newUuid(), consentId }
  expect(await findConsent(db.reader, stranger, NOW)).toBeUndefined()
  for (const name of [stranger, { clientId, consentId: 'obc_nonsense' }, { clientId, consentId: "x' or 1=1" }])
    await expect(consentForApproval(db.reader, name, NOW)).rejects.toMatchObject({ code: 'ob_resource_not_found' })
})

test('approving a payment twice is rejected, also concurrently: it is authorised once', async () => {
  const { consentId } = await askPayment()
  const outcomes = await Promise.all([outcome(authorise(consentId)), outcome(authorise(consentId))])
  expect(outcomes.sort()).toEqual(['AUTH', 'ob_consent_status'])
  expect(await eventsOf(consentId)).toEqual(['consent.authorised'])
})

test('a consent is used up once, by any number of concurrent payments', async () => {
  const { consentId } = await askPayment()
  await authorise(consentId)
  const consume = () => outcome(inTx((tx) => consumeConsent(tx, { clientId, consentId }, at())))
  const outcomes = await Promise.all(Array.from({ length: 6 }, consume))
  expect(outcomes.filter((each) => each === 'COND')).toHaveLength(1)
  expect(outcomes.filter((each) => each === 'ob_consent_status')).toHaveLength(5)
})

test('a user of another entity cannot approve with accounts that are not theirs', async () => {
  const { consentId } = await askAccess()
  const theirs = { entityId: strangerEntity, psuId: newUuid() }
  expect(await outcome(authorise(consentId, theirs))).toBe('ob_account_identifier_unsupported')
})

test('an authorised consent cannot be taken over by another user', async () => {
  const { consentId } = await askAccess()
  await authorise(consentId)
  const other = { entityId: strangerEntity, psuId: newUuid(), accounts: await accountsOf(db.reader, strangerEntity) }
  expect(await outcome(authorise(consentId, other))).toBe('ob_resource_not_found')
  expect(await outcome(authorise(consentId, { psuId: newUuid() }))).toBe('ob_resource_not_found')
})

test('re-authentication keeps the expiry and may share other accounts', async () => {
  const expiresAt = new Date('2026-12-01T00:00:00Z')
  const { consentId } = await askAccess({ expiresAt })
  await authorise(consentId)
  const again = await authorise(consentId, { accountIds: [euro.accountId] }, MINUTE)
  expect(again).toMatchObject({ status: 'AUTH', expiresAt, accountIds: [euro.accountId] })
})

test.each([
  ['no account', []],
  ['two accounts', 'both'],
  ['an account in another currency', 'euro'],
  ['an account that does not exist', [newUuid()]],
])('a payment is not approved with %s', async (_what, chosen) => {
  const { consentId } = await askPayment()
  const ids = { both: accounts.map(({ accountId }) => accountId), euro: [euro.accountId] }
  const accountIds = typeof chosen === 'string' ? ids[chosen as 'both'] : chosen
  expect(await outcome(authorise(consentId, { accountIds }))).toBe('ob_account_identifier_unsupported')
})

test('a payment leaves the account that the third party named, and no other', async () => {
  const named = await askPayment({ DebtorAccount: { SchemeName: 'IBAN', Identification: sterling.iban } })
  expect(await outcome(authorise(named.consentId))).toBe('AUTH')
  const unknown = await askPayment({ DebtorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'GB00UNKNOWN' } })
  expect(await outcome(authorise(unknown.consentId))).toBe('ob_account_identifier_unsupported')
})

test('a blocked account can neither be shared nor pay', async () => {
  const made = await inTx((tx) =>
    createAccount(tx, { entityId, currency: 'GBP', name: 'To be blocked' }, { ...at(), actor: { type: 'operator' } }),
  )
  await inTx((tx) => setAccountStatus(tx, made.accountId, 'Blocked', { ...at(), actor: { type: 'operator' } }))
  const chosen = { accounts: await accountsOf(db.reader, entityId), accountIds: [made.accountId] }
  for (const { consentId } of [await askAccess(), await askPayment()])
    expect(await outcome(authorise(consentId, chosen))).toBe('ob_account_identifier_unsupported')
})

test('a user who refuses or leaves ends a payment, and cannot approve it any more', async () => {
  const { consentId } = await askPayment()
  const rejected = await inTx((tx) => rejectConsent(tx, { clientId, consentId }, 'refused', at()))
  expect([rejected.status, rejected.statusReasons[0]!.code]).toEqual(['RJCT', 'U037'])
  expect(await outcome(authorise(consentId))).toBe('ob_consent_status')
})

test('giving up a re-authentication does not end the consent that is in force', async () => {
  const { consentId } = await askAccess()
  await authorise(consentId)
  const left = await inTx((tx) => rejectConsent(tx, { clientId, consentId }, 'notCompleted', at()))
  expect(left.status).toBe('AUTH')
})

test('an hour after its creation, a consent can no longer be approved', async () => {
  const { consentId } = await askPayment()
  expect(await outcome(authorise(consentId, {}, 60 * MINUTE))).toBe('ob_consent_status')
  const sooner = await askPayment({}, { authoriseBy: new Date(NOW.getTime() + 5 * MINUTE) })
  expect(await outcome(authorise(sooner.consentId, {}, 5 * MINUTE))).toBe('ob_consent_status')
})

test('the user sees what they authorised and withdraws it; a payment cannot be withdrawn', async () => {
  const psu = { entityId, psuId: newUuid() }
  const access = await askAccess()
  const payment = await askPayment()
  await authorise(access.consentId, psu)
  await authorise(payment.consentId, psu)
  const listed = await consentsOfPsu(db.reader, psu, NOW)
  expect(listed.map(({ consentId }) => consentId)).toEqual([payment.consentId, access.consentId])
  const revoke = (consentId: string, by = psu) => outcome(inTx((tx) => revokeConsent(tx, by, consentId, at())))
  expect(await revoke(access.consentId, { entityId, psuId: newUuid() })).toBe('ob_resource_not_found')
  expect(await revoke(access.consentId)).toBe('CANC')
  expect(await revoke(access.consentId)).toBe('ob_consent_status')
  expect(await revoke(payment.consentId)).toBe('ob_consent_status')
  expect(await eventsOf(access.consentId)).toEqual(['consent.authorised', 'consent.revoked'])
  expect(await outcome(authorise(access.consentId, psu))).toBe('AUTH') // re-authentication of a cancelled one
})

test('6: a consent is read, used and deleted across versions as the rules say', async () => {
  const { consentId } = await askPayment()
  const name = { clientId, consentId }
  const through = (version: '3.1' | '4.0', act: 'read' | 'use') =>
    outcome(getConsent(db.reader, name, { version, kinds: ['domesticPayment'], act }, NOW))
  expect(await through('4.0', 'use')).toBe('AWAU')
  expect(await through('3.1', 'read')).toBe('ob_resource_not_found')
  const asAccess = { version: '4.0' as const, kinds: ['accountAccess' as const], act: 'read' as const }
  expect(await outcome(getConsent(db.reader, name, asAccess, NOW))).toBe('ob_resource_not_found')
})

test('3.5: a consent is used by its own token alone, in its own version, while it is authorised', async () => {
  const [mine, other] = [await askPayment(), await askPayment({}, { version: '3.1' })]
  const use = (consentId: string, change: { token?: string; version?: '3.1' | '4.0'; client?: string } = {}) => {
    const { token = consentId, version = '4.0', client = clientId } = change
    const as = { version, kind: 'domesticPayment' as const }
    return outcome(getUsableConsent(db.reader, { clientId: client, consentId: token }, consentId, as, NOW))
  }
  expect(await use(mine.consentId)).toBe('ob_consent_status')
  await authorise(mine.consentId)
  await authorise(other.consentId)
  expect(await use(mine.consentId)).toBe('AUTH')
  expect(await use(mine.consentId, { token: other.consentId })).toBe('ob_forbidden')
  expect(await use(mine.consentId, { client: newUuid() })).toBe('ob_forbidden')
  expect(await use(mine.consentId, { version: '3.1' })).toBe('ob_resource_not_found')
  expect(await use(other.consentId)).toBe('ob_resource_not_found') // a payment is made in the consent's version only
  expect(await use(other.consentId, { version: '3.1' })).toBe('AUTH')
  await inTx((tx) => consumeConsent(tx, { clientId, consentId: mine.consentId }, at()))
  expect(await use(mine.consentId)).toBe('ob_consent_status')
})

test('a deleted consent is gone for everybody, and the end of a registration deletes all', async () => {
  const other = newUuid()
  const [mine, also] = [await askAccess({ clientId: other }), await askAccess({ clientId: other })]
  const approve = { ...approval }
  await inTx((tx) => authoriseConsent(tx, { clientId: other, consentId: mine.consentId }, approve, at()))
  await inTx((tx) => deleteConsent(tx, { clientId: other, consentId: also.consentId }, at()))
  await deleteConsentsOfClient(db, other, at())
  for (const { consentId } of [mine, also])
    expect(await findConsent(db.reader, { clientId: other, consentId }, NOW)).toBeUndefined()
  expect((await consentsOfPsu(db.reader, approval, NOW)).map((each) => each.clientId)).not.toContain(other)
  expect(await eventsOf(mine.consentId)).toEqual(['consent.authorised', 'consent.revoked'])
})

test('at its expiry the entity gets one event, whether it was read before or not', async () => {
  const expiresAt = new Date(NOW.getTime() + 10 * MINUTE)
  const { consentId } = await askAccess({ expiresAt })
  await authorise(consentId)
  expect((await findConsent(db.reader, { clientId, consentId }, expiresAt))!.status).toBe('EXPD')
  const time = { now: expiresAt }
  const clock = { now: () => time.now, wall: () => NOW }
  const { worker } = await openProcess(db, { clock })
  await worker.runDue(new Date(expiresAt.getTime() - 1))
  expect(await eventsOf(consentId)).toEqual(['consent.authorised'])
  await worker.runDue(expiresAt)
  await worker.runDue(new Date('2027-01-01'))
  expect(await eventsOf(consentId)).toEqual(['consent.authorised', 'consent.expired'])
})

test('the database itself refuses an authorised consent without user, entity and account', async () => {
  const { consentId } = await askPayment()
  const set = (change: string) =>
    db.pool.query(`update open_banking_consents set ${change} where consent_id = $1`, [parseConsentId(consentId)])
  await expect(set(`status = 'AUTH'`)).rejects.toThrow('open_banking_consent_approved')
  await authorise(consentId)
  await expect(set(`status = 'CANC'`)).rejects.toThrow('open_banking_consent_status')
  await expect(set('amount_minor = null')).rejects.toThrow('open_banking_consent_terms')
  await expect(db.pool.query('delete from open_banking_consent_steps')).rejects.toThrow('append-only')
})
