import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { officialErrors, officialFilesAtHand } from '../../../test/support/official-openapi.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { createAccountDirectory, setAccountStatus } from '../../accounts/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { postJournal } from '../../ledger/index.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { createListener } from '../../kernel/db/notifications.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { revokeConsent } from '../consents/index.ts'
import { PERMISSION_CODES } from '../consents/permission-codes.ts'
import { createOpenBankingHttp, type ObVersion } from '../http/index.ts'
import { signed } from './accounts.ts'

/** Fields that the tests read in items of either version. */
interface Item {
  AccountId: string
  Status: string
  Type: string
  Amount: { Amount: string }
  CreditDebitIndicator: string
  CreditorAccount: { SchemeName: string; SecondaryIdentification?: string }
  StatementReference: string
}
const column = (items: Record<string, string>[], name: string) => items.map((item) => item[name])

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)

const ALL = [...PERMISSION_CODES]
const base = (version: ObVersion) => `/open-banking/v${version}/aisp`
const day = (n: number, time = '12:00:00.000') => `2026-${String(n).padStart(2, '0')}-15T${time}Z`

// One credit and one debit a month in sterling; an exchange in euro.
for (let month = 2; month <= 10; month++) {
  await bank.book('GBP', 100_00n, day(month), {
    reference: `In ${month}`,
    description: 'Sale',
    legs: [
      {
        account: bank.accountIds.GBP!,
        currency: 'GBP',
        amountMinor: 100_00n,
        counterparty: { name: 'Muster GmbH', iban: 'DE89370400440532013000', bic: 'DEUTDEFF' },
      },
      { account: { kind: 'out_clearing' }, currency: 'GBP', amountMinor: -100_00n },
    ],
  })
  await bank.book('GBP', -40_00n, day(month, '18:00:00.000'), { type: 'Payment', reference: `Out ${month}` })
}
await bank.book('EUR', 116_54n, day(10), {
  type: 'FxSettlement',
  detail: { exchange: { rate: '1.165460', pair: 'GBP/EUR', buyAmount: '116.54', sellAmount: '100.00' } },
})
await db.pool.query(
  `insert into beneficiaries (entity_id, beneficiary_id, status, name, type, address, country_code, bank_country_code, currency,
     iban, bic, rails, details, created_at, updated_at)
   select $1, $2, 'Active', 'Muster GmbH', 'Company', '{"city":"Berlin","countryCode":"DE"}', 'DE', 'DE', c.currency,
     'DE89370400440532013000', 'DEUTDEFF', array['Sepa'], '{"defaultReference":"Rent"}', now(), now()
   from (values ('EUR')) c(currency)`,
  [bank.entityId, newUuid()],
)
await db.pool.query(
  `insert into beneficiaries (entity_id, beneficiary_id, status, name, type, address, country_code, bank_country_code, currency,
     account_number, routing_codes, rails, details, created_at, updated_at)
   values ($1, $2, 'Active', 'Northern Looms', 'Company', '{"city":"Leeds","countryCode":"GB"}', 'GB', 'GB', 'GBP',
     '66374958', '[{"type":"SortCode","value":"089999"}]', array['Fps'], '{"secondaryReference":"1234/567 890"}', now(), now())`,
  [bank.entityId, newUuid()],
)

/** A consent of these permissions that the user has approved; answers its ConsentId. */
async function approved(
  version: ObVersion,
  permissions: readonly string[] = ALL,
  more: object = {},
  currencies?: string[],
) {
  const consentId = await bank.askForAccess(version, permissions, more)
  await bank.approve(consentId, currencies)
  return consentId
}
const read = (version: ObVersion, path: string, consentId: string, headers = {}) =>
  bank.get(`${base(version)}${path}`, `psu ${consentId}`, headers)

const codes = {
  U002: 'UK.OBIE.Field.Invalid',
  U003: 'UK.OBIE.Field.InvalidDate',
  U004: 'UK.OBIE.Field.Missing',
  U005: 'UK.OBIE.Field.Unexpected',
  U010: 'UK.OBIE.Resource.InvalidFormat',
  U011: 'UK.OBIE.Resource.NotFound',
  U028: 'UK.OBIE.Reauthenticate',
  U042: 'UK.OBIE.Header.Invalid', // v3.1 has no code for other reasons
} as const
const named = (version: ObVersion, code: keyof typeof codes) => (version === '4.0' ? code : codes[code])

describe.each(VERSIONS)('v%s', (version) => {
  const post = (payload: object | string) => bank.send('POST', `${base(version)}/account-access-consents`, { payload })
  const other: ObVersion = version === '3.1' ? '4.0' : '3.1'

  test('1.2: a consent is created, read and deleted; afterwards it is unknown (400) and its tokens are worth nothing (401)', async () => {
    const expiry = { ExpirationDateTime: '2027-01-01T00:00:00+00:00' }
    const consentId = await approved(version, ALL, expiry)
    const url = `${base(version)}/account-access-consents/${consentId}`
    const shown = await bank.get(url)
    const status = version === '3.1' ? 'Authorised' : 'AUTH'
    expect(shown.body.Data).toMatchObject({ ConsentId: consentId, Status: status, Permissions: ALL })
    expect(shown.body.Data.ExpirationDateTime).toBe('2027-01-01T00:00:00.000+00:00')
    expect(shown.body.Links.Self).toBe(`https://bank.example:8443${url}`)
    const deleted = await bank.send('DELETE', url)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    for (const method of ['GET', 'DELETE']) {
      const gone = await bank.send(method, url)
      expect([gone.status, gone.body.Errors[0].ErrorCode]).toEqual([400, named(version, 'U011')])
    }
    expect((await read(version, '/accounts', consentId)).status).toBe(401)
  })

  test.each([
    ['U004', { Data: {}, Risk: {} }, 'Data.Permissions'],
    ['U004', { Data: { Permissions: [] }, Risk: {} }, 'Data.Permissions'],
    ['U004', { Data: { Permissions: ['ReadAccountsBasic'] } }, 'Risk'],
    ['U002', { Data: { Permissions: ['ReadBalances'] }, Risk: {} }, 'Data.Permissions'],
    ['U002', { Data: { Permissions: ['ReadAccountsBasic', 'Nonsense'] }, Risk: {} }, 'Data.Permissions[1]'],
    ['U002', { Data: { Permissions: 'ReadAccountsBasic' }, Risk: {} }, 'Data.Permissions'],
    ['U005', { Data: { Permissions: ['ReadAccountsBasic'], Extra: 1 }, Risk: {} }, 'Data.Extra'],
    ['U005', { Data: { Permissions: ['ReadAccountsBasic'] }, Risk: { Any: 1 } }, 'Risk.Any'],
    [
      'U003',
      { Data: { Permissions: ['ReadAccountsBasic'], ExpirationDateTime: 'soon' }, Risk: {} },
      'Data.ExpirationDateTime',
    ],
    [
      'U003',
      { Data: { Permissions: ['ReadAccountsBasic'], ExpirationDateTime: '2020-01-01' }, Risk: {} },
      'Data.ExpirationDateTime',
    ],
    [
      'U003',
      {
        Data: {
          Permissions: ['ReadAccountsBasic'],
          TransactionFromDateTime: '2026-02-01',
          TransactionToDateTime: '2026-01-01',
        },
        Risk: {},
      },
      'Data.TransactionToDateTime',
    ],
  ] as const)('3.3: %s with its path for the consent %j', async (code, payload, at) => {
    const answer = await post(payload)
    expect(answer.status).toBe(400)
    expect(answer.body.Errors[0]).toMatchObject({ ErrorCode: named(version, code), Path: at })
  })

  test('3.3: a body that is not an object is Resource.InvalidFormat; several errors are all reported', async () => {
    expect((await post('[]')).body.Errors[0].ErrorCode).toBe(named(version, 'U010'))
    const many = await post({ Data: { Extra: 1 } })
    expect(many.body.Errors.length).toBeGreaterThanOrEqual(3)
  })

  test('3.6: every ISO 8601 form is accepted in a consent, and returned with a zone', async () => {
    const dates = { TransactionFromDateTime: '20260101T104012.345Z', TransactionToDateTime: '2026-06-01T10:40:12+01' }
    const answer = await post({ Data: { Permissions: ['ReadAccountsBasic'], ...dates }, Risk: {} })
    expect(answer.body.Data).toMatchObject({
      TransactionFromDateTime: '2026-01-01T10:40:12.345+00:00',
      TransactionToDateTime: '2026-06-01T09:40:12.000+00:00',
    })
  })

  test('1.4: x-idempotency-key is ignored on account access consents', async () => {
    const payload = { Data: { Permissions: ['ReadAccountsBasic'] }, Risk: {} }
    const headers = { 'x-idempotency-key': 'k'.repeat(60) }
    const url = `${base(version)}/account-access-consents`
    const ids = [await bank.send('POST', url, { payload, headers }), await bank.send('POST', url, { payload, headers })]
    expect(new Set(ids.map(({ body }) => body.Data.ConsentId)).size).toBe(2)
  })

  test("3.1: another third party's consent is 403 and untouched, one that does not exist 400", async () => {
    const consentId = await bank.askForAccess(version, ALL)
    const at = (id: string) => `${base(version)}/account-access-consents/${id}`
    for (const method of ['GET', 'DELETE']) {
      const foreign = await bank.send(method, at(consentId), { token: 'other own' })
      expect([foreign.status, foreign.body.Errors[0].ErrorCode]).toEqual([403, named(version, 'U042')])
      expect(foreign.text).not.toContain('AWA')
      const invented = await bank.send(method, at(formatId('obc', newUuid())), { token: 'other own' })
      expect([invented.status, invented.body.Errors[0].ErrorCode]).toEqual([400, named(version, 'U011')])
    }
    expect((await bank.get(at(consentId))).status).toBe(200)
    expect((await bank.get(at('none'))).status).toBe(400)
    await bank.approve(consentId)
    expect((await bank.get(`${base(version)}/accounts`, `other psu ${consentId}`)).status).toBe(401)
    await bank.send('DELETE', at(consentId))
    expect((await bank.get(at(consentId), 'other own')).status).toBe(400)
  })

  test('4: accounts show their numbers and their bank with ReadAccountsDetail alone', async () => {
    const detailed = await read(version, '/accounts', await approved(version, ['ReadAccountsDetail']))
    const plain = await read(version, '/accounts', await approved(version, ['ReadAccountsBasic']))
    expect(detailed.body.Data.Account).toHaveLength(2)
    for (const account of detailed.body.Data.Account) {
      expect(account.Account.length).toBeGreaterThanOrEqual(1)
      expect(account.Servicer.SchemeName).toBe('UK.OBIE.BICFI')
    }
    for (const account of plain.body.Data.Account) {
      expect(account).not.toHaveProperty('Account')
      expect(account).not.toHaveProperty('Servicer')
      expect(account).not.toHaveProperty('StatementFrequencyAndFormat')
      expect(account).toMatchObject(
        version === '3.1'
          ? { AccountType: 'Business', AccountSubType: 'CurrentAccount' }
          : { AccountCategory: 'Business', AccountTypeCode: 'CACC' },
      )
    }
  })

  test('4: an account id is the same in every consent', async () => {
    const ids = async () =>
      column((await read(version, '/accounts', await approved(version))).body.Data.Account, 'AccountId')
    expect(await ids()).toEqual(await ids())
  })

  test('4: balances are booked and available, of one account and in bulk', async () => {
    const consentId = await approved(version)
    const one = await read(version, `/accounts/${bank.account.GBP}/balances`, consentId)
    const types = version === '3.1' ? ['InterimBooked', 'InterimAvailable'] : ['ITBD', 'ITAV']
    expect(
      one.body.Data.Balance.map((each: Item) => [each.Type, each.Amount.Amount, each.CreditDebitIndicator]),
    ).toEqual(types.map((type) => [type, '540.00', 'Credit']))
    expect((await read(version, '/balances', consentId)).body.Data.Balance).toHaveLength(4)
  })

  test('4: beneficiaries show where they are paid with detail alone, and belong to the account’s currency', async () => {
    const detail = await approved(version, ['ReadAccountsBasic', 'ReadBeneficiariesDetail'])
    const basic = await approved(version, ['ReadAccountsBasic', 'ReadBeneficiariesBasic'])
    const bulk = await read(version, '/beneficiaries', detail)
    const shown = ({ CreditorAccount: { SchemeName: scheme, SecondaryIdentification: roll } }: Item) => [scheme, roll]
    expect(bulk.body.Data.Beneficiary.map(shown).sort()).toEqual([
      ['UK.OBIE.IBAN', undefined],
      ['UK.OBIE.SortCodeAccountNumber', '1234/567 890'],
    ])
    expect(bulk.body.Data.Beneficiary[0]).not.toHaveProperty('AccountId')
    const one = await read(version, `/accounts/${bank.account.EUR}/beneficiaries`, basic)
    expect(one.body.Data.Beneficiary).toEqual([
      {
        AccountId: bank.account.EUR,
        BeneficiaryId: expect.any(String),
        BeneficiaryType: 'Ordinary',
        Reference: 'Rent',
      },
    ])
  })

  test('4: transactions with detail tell about what and with whom; the rate is a number with its digits', async () => {
    const consentId = await approved(version)
    const { body } = await read(version, `/accounts/${bank.account.GBP}/transactions`, consentId)
    const [debit, credit] = body.Data.Transaction
    expect(credit).toMatchObject({
      CreditDebitIndicator: 'Credit',
      Status: version === '3.1' ? 'Booked' : 'BOOK',
      TransactionMutability: 'Immutable',
      TransactionReference: 'In 10',
      TransactionInformation: 'Sale',
      Amount: { Amount: '100.00', Currency: 'GBP' },
      DebtorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000', Name: 'Muster GmbH' },
      DebtorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'DEUTDEFF' },
      Balance: { CreditDebitIndicator: 'Credit', Amount: { Amount: '580.00' } },
      BankTransactionCode: version === '3.1' ? { Code: 'ReceivedCreditTransfers' } : { Code: 'RCDT' },
    })
    expect(debit).toMatchObject({ CreditDebitIndicator: 'Debit', Amount: { Amount: '40.00' } })
    const euro = await read(version, `/accounts/${bank.account.EUR}/transactions`, consentId)
    expect(euro.text).toContain('"ExchangeRate":1.165460')
    expect(euro.body.Data.Transaction[0].CurrencyExchange).toMatchObject({
      SourceCurrency: 'GBP',
      TargetCurrency: 'EUR',
      UnitCurrency: 'GBP',
    })
  })

  test('4: transactions without detail hide about what and with whom', async () => {
    const basic = ['ReadAccountsBasic', 'ReadTransactionsBasic', 'ReadTransactionsCredits', 'ReadTransactionsDebits']
    const { body } = await read(version, '/transactions', await approved(version, basic))
    const hidden = [
      'TransactionInformation',
      'Balance',
      'CreditorAgent',
      'CreditorAccount',
      'DebtorAgent',
      'DebtorAccount',
    ]
    expect(body.Data.Transaction).toHaveLength(19)
    for (const each of body.Data.Transaction) for (const name of hidden) expect(each).not.toHaveProperty(name)
  })

  test.each([
    ['Credits', 'Credit', 10],
    ['Debits', 'Debit', 9],
  ])('4: ReadTransactions%s alone shows every %s and nothing else', async (permission, direction, count) => {
    const permissions = ['ReadAccountsBasic', 'ReadTransactionsDetail', `ReadTransactions${permission}`]
    const { body } = await read(version, '/transactions', await approved(version, permissions))
    expect(new Set(column(body.Data.Transaction, 'CreditDebitIndicator'))).toEqual(new Set([direction]))
    expect(body.Data.Transaction).toHaveLength(count)
  })

  test.each([
    ['/balances', 'ReadBalances'],
    ['/beneficiaries', 'ReadBeneficiariesBasic'],
    ['/transactions', 'ReadTransactionsBasic'],
    ['/statements', 'ReadStatementsBasic'],
  ])('3.1: %s without its permission is 403, in bulk and of one account', async (path) => {
    const consentId = await approved(version, ['ReadAccountsDetail'])
    for (const url of [path, `/accounts/${bank.account.GBP}${path}`]) {
      const answer = await read(version, url, consentId)
      expect([url, answer.status]).toEqual([url, 403])
    }
  })

  test('3.1: an account outside the consent is 403, one that the user has not 400', async () => {
    const consentId = await approved(version, ALL, {}, ['GBP'])
    const stranger = formatId('acc', newUuid())
    for (const rest of ['', '/balances', '/transactions', '/beneficiaries', '/statements', '/statements/sta_1']) {
      expect((await read(version, `/accounts/${bank.account.EUR}${rest}`, consentId)).status).toBe(403)
      const unknown = await read(version, `/accounts/${stranger}${rest}`, consentId)
      expect([unknown.status, unknown.body.Errors[0].ErrorCode]).toEqual([400, named(version, 'U011')])
    }
    expect((await read(version, '/accounts', consentId)).body.Data.Account).toHaveLength(1)
  })

  test('3.1: a collection that is empty is 200 with an empty array', async () => {
    const usd = await approved(version, ALL, {}, ['USD'])
    expect((await read(version, '/transactions', usd)).body.Data).toEqual({ Transaction: [] })
    expect((await read(version, '/beneficiaries', usd)).body.Data).toEqual({ Beneficiary: [] })
  })

  test('3.1: resources of the standard that are not implemented are 404', async () => {
    const consentId = await approved(version)
    for (const path of ['/party', '/products', `/accounts/${bank.account.GBP}/standing-orders`])
      expect((await read(version, path, consentId)).status).toBe(404)
  })

  test('2: an expired consent gives no data, from exactly its ExpirationDateTime', async () => {
    const consentId = await approved(version, ALL, { ExpirationDateTime: '2026-11-21T10:00:00Z' })
    const before = bank.time.now
    bank.time.now = new Date('2026-11-21T09:59:59.999Z')
    expect((await read(version, '/accounts', consentId)).status).toBe(200)
    bank.time.now = new Date('2026-11-21T10:00:00.000Z')
    expect((await read(version, '/accounts', consentId)).status).toBe(403)
    const shown = await bank.get(`${base(version)}/account-access-consents/${consentId}`)
    expect(shown.body.Data.Status).toBe(version === '3.1' ? 'Authorised' : 'EXPD')
    if (version === '4.0') expect(shown.body.Data.StatusReason[0].StatusReasonCode).toBe('TKXP')
    bank.time.now = before
  })

  test('2: a consent that the user withdrew gives U028 (403) until it is authorised again', async () => {
    const consentId = await approved(version)
    const act = { actor: { type: 'psu' as const, id: bank.psuId }, at: bank.time.now, wall: bank.time.wall }
    await inTransaction(db, (tx) => revokeConsent(tx, bank, consentId, act))
    const answer = await read(version, '/accounts', consentId)
    expect([answer.status, answer.body.Errors[0].ErrorCode]).toEqual([403, named(version, 'U028')])
    const shown = await bank.get(`${base(version)}/account-access-consents/${consentId}`)
    expect(shown.body.Data.Status).toBe(version === '3.1' ? 'Authorised' : 'CANC')
    await bank.approve(consentId)
    expect((await read(version, '/accounts', consentId)).status).toBe(200)
  })

  test.each([
    ['fromBookingDateTime=2026-06-01T00:00:00', 10],
    ['toBookingDateTime=2026-05-31T23:59:59', 8],
    ['fromBookingDateTime=2026-03-15T12:00:00&toBookingDateTime=2026-03-15T18:00:00', 2],
    ['fromBookingDateTime=2026-03-15T12:00:00.001&toBookingDateTime=2026-03-15T17:59:59.999', 0],
    ['fromBookingDateTime=20260315T120000.000Z&toBookingDateTime=20260315T180000.000%2B01', 2],
    ['fromBookingDateTime=2026-03-15T12:00:00+01:00&toBookingDateTime=2026-03-15T18:00:00+01:00', 2],
    ['fromBookingDateTime=2026-03-15&toBookingDateTime=2026-03-15', 2],
    ['fromBookingDateTime=1990-01-01T00:00:00&toBookingDateTime=2090-01-01T00:00:00', 18],
  ])('3.6: transactions with %s', async (query, count) => {
    const consentId = await approved(version)
    const answer = await read(version, `/accounts/${bank.account.GBP}/transactions?${query}`, consentId)
    expect(answer.body.Data.Transaction).toHaveLength(count)
  })

  test.each(['/transactions?fromBookingDateTime=yesterday', '/statements?toStatementDateTime=2026-02-30'])(
    '3.6: %s is 400 Field.InvalidDate',
    async (path) => {
      const answer = await read(version, path, await approved(version))
      expect([answer.status, answer.body.Errors[0].ErrorCode]).toEqual([400, named(version, 'U003')])
    },
  )

  test("4: transactions are cut to the consent's span, then to the query; statements must lie completely in it", async () => {
    const span = { TransactionFromDateTime: '2026-03-10T00:00:00Z', TransactionToDateTime: '2026-06-20T00:00:00Z' }
    const consentId = await approved(version, ALL, span, ['GBP'])
    const count = async (query = '') =>
      (await read(version, `/transactions${query}`, consentId)).body.Data.Transaction.length
    expect(await count()).toBe(8)
    expect(await count('?fromBookingDateTime=2026-01-01T00:00:00&toBookingDateTime=2026-04-01T00:00:00')).toBe(2)
    const statements = (await read(version, '/statements', consentId)).body.Data.Statement
    expect(column(statements, 'StatementReference')).toEqual(['2026-M-0005', '2026-M-0004'])
    const whole = await approved(version, ALL, {}, ['GBP'])
    const all = (await read(version, '/statements', whole)).body.Data.Statement
    const march = all.find((each: Item) => each.StatementReference === '2026-M-0003')
    const hidden = await read(version, `/accounts/${bank.account.GBP}/statements/${march.StatementId}`, consentId)
    expect(hidden.status).toBe(400)
  })

  test('4: statements: the filter wants both ends inside, totals need detail, one is read by its id', async () => {
    const detail = await approved(version, ALL, {}, ['GBP'])
    const basic = await approved(version, ['ReadAccountsBasic', 'ReadStatementsBasic'], {}, ['GBP'])
    const all = (await read(version, `/accounts/${bank.account.GBP}/statements`, detail)).body.Data.Statement
    expect(all).toHaveLength(10)
    expect(all[0].StatementAmount.map((each: Item) => [each.Type, each.Amount.Amount])).toEqual([
      ['UK.OBIE.PreviousClosingBalance', '480.00'],
      ['UK.OBIE.TotalCredits', '100.00'],
      ['UK.OBIE.TotalDebits', '40.00'],
      ['UK.OBIE.ClosingBalance', '540.00'],
    ])
    const query = '?fromStatementDateTime=2026-02-10T00:00:00&toStatementDateTime=2026-05-10T00:00:00'
    const some = (await read(version, `/statements${query}`, basic)).body.Data.Statement
    expect(column(some, 'StatementReference')).toEqual(['2026-M-0004', '2026-M-0003'])
    expect(some[0]).not.toHaveProperty('StatementAmount')
    const { StatementId } = some[0]
    const one = await read(version, `/accounts/${bank.account.GBP}/statements/${StatementId}`, basic)
    expect(one.body.Data.Statement).toEqual([some[0]])
    const unknown = await read(version, `/accounts/${bank.account.GBP}/statements/${formatId('sta', newUuid())}`, basic)
    expect([unknown.status, unknown.body.Errors[0].ErrorCode]).toEqual([400, named(version, 'U011')])
  })

  test('4: the transactions of a statement are its own, and need the permissions for transactions', async () => {
    const consentId = await approved(version, ALL, {}, ['GBP'])
    const [latest] = (await read(version, '/statements', consentId)).body.Data.Statement
    const url = `/accounts/${bank.account.GBP}/statements/${latest.StatementId}/transactions`
    const { body } = await read(version, url, consentId)
    expect(column(body.Data.Transaction, 'TransactionReference')).toEqual(['Out 10', 'In 10'])
    const without = await approved(version, ['ReadAccountsBasic', 'ReadStatementsDetail'], {}, ['GBP'])
    expect((await read(version, url, without)).status).toBe(403)
  })

  test('4: a statement file is PDF or CSV by Accept, anything else 406, and needs ReadStatementsDetail', async () => {
    const consentId = await approved(version, ALL, {}, ['GBP'])
    const [latest] = (await read(version, '/statements', consentId)).body.Data.Statement
    const url = `/accounts/${bank.account.GBP}/statements/${latest.StatementId}/file`
    const pdf = await read(version, url, consentId)
    expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
    const csv = await read(version, url, consentId, { accept: 'text/csv' })
    expect(csv.headers['content-type']).toMatch(/^text\/csv/)
    expect(csv.text).toContain('In 10')
    expect((await read(version, url, consentId, { accept: 'image/png' })).status).toBe(406)
    const basic = await approved(version, ['ReadAccountsBasic', 'ReadStatementsBasic'], {}, ['GBP'])
    expect((await read(version, url, basic)).status).toBe(403)
  })

  test('1.3: an Accept that is not JSON is 406 on account information', async () => {
    const answer = await read(version, '/accounts', await approved(version), { accept: 'application/xml' })
    expect(answer.status).toBe(406)
  })

  test(`6: what may be done with this version's consent through v${other}`, async () => {
    const consentId = await approved(version)
    const url = `${base(other)}/account-access-consents/${consentId}`
    const [shown, used] = [await bank.get(url), await read(other, '/accounts', consentId)]
    if (version === '3.1') {
      expect([shown.status, shown.body.Data.Status, used.status]).toEqual([200, 'AUTH', 200])
      expect((await bank.send('DELETE', url)).status).toBe(204)
      expect((await read('3.1', '/accounts', consentId)).status).toBe(401)
    } else {
      expect([shown.status, shown.body.Errors[0].ErrorCode, used.status]).toEqual([400, codes.U011, 400])
      expect((await bank.send('DELETE', url)).status).toBe(400)
      expect((await read('4.0', '/accounts', consentId)).status).toBe(200)
    }
  })
})

test('2: money held for a payment on its way is a pending, mutable debit, until it is released', async () => {
  const holdId = newUuid()
  const source = { type: 'payment', id: newUuid() }
  const at = new Date('2026-11-18T09:00:00.000Z')
  const hold = {
    holdId,
    accountId: bank.accountIds.GBP!,
    amountMinor: 25_00n,
    currency: 'GBP',
    purpose: 'payment' as const,
  }
  const order = {
    entityId: bank.entityId,
    kind: 'paymentHold',
    source,
    valueDate: '2026-11-18',
    legs: [],
    reference: 'Rent',
    hold,
  }
  await inTransaction(db, (tx) => postJournal(tx, order, at))
  for (const version of VERSIONS) {
    const consentId = await approved(version, ALL, {}, ['GBP'])
    const [pending] = (await read(version, '/transactions', consentId)).body.Data.Transaction
    expect(pending).toMatchObject({
      TransactionId: formatId('txn', holdId),
      TransactionReference: 'Rent',
      CreditDebitIndicator: 'Debit',
      Status: version === '3.1' ? 'Pending' : 'PDNG',
      TransactionMutability: 'Mutable',
      BookingDateTime: '2026-11-18T09:00:00.000+00:00',
      Amount: { Amount: '25.00', Currency: 'GBP' },
    })
    const balances = (await read(version, `/accounts/${bank.account.GBP}/balances`, consentId)).body.Data.Balance
    expect(balances.map((each: Item) => each.Amount.Amount)).toEqual(['540.00', '515.00'])
    const credits = await approved(version, ['ReadAccountsBasic', 'ReadTransactionsBasic', 'ReadTransactionsCredits'])
    expect((await read(version, '/transactions', credits)).text).not.toContain(formatId('txn', holdId))
    const before = await read(version, '/transactions?toBookingDateTime=2026-11-18T08:59:59', consentId)
    expect(before.text).not.toContain(formatId('txn', holdId))
  }
  const release = { holdId, accountId: bank.accountIds.GBP! }
  const end = { entityId: bank.entityId, kind: 'paymentRelease', source, valueDate: '2026-11-18', legs: [], release }
  await inTransaction(db, (tx) => postJournal(tx, end, new Date('2026-11-18T09:30:00.000Z')))
  const consentId = await approved('4.0', ALL, {}, ['GBP'])
  expect((await read('4.0', '/transactions', consentId)).text).not.toContain('PDNG')
})

test('4: pages are followed both ways, stay the same while transactions are booked, and keep the filters', async () => {
  const at = new Date('2026-11-19T08:00:00.000Z').getTime()
  for (let i = 0; i < 250; i++) await bank.book('EUR', i % 5 === 0 ? 2_00n : 1_00n, new Date(at + i * 1000))
  const consentId = await approved('4.0', ALL, {}, ['GBP', 'EUR'])
  const follow = async (link: string) =>
    (await bank.get(link.replace('https://bank.example:8443', ''), `psu ${consentId}`)).body
  const first = await follow(`${base('4.0')}/transactions?fromBookingDateTime=2026-02-01T00:00:00`)
  const second = await follow(first.Links.Next)
  await bank.book('EUR', 5_00n, new Date(at + 3_600_000)) // after the first page was read
  const third = await follow(second.Links.Next)
  const ids = [first, second, third].flatMap(({ Data }) => column(Data.Transaction, 'TransactionId'))
  expect(ids).toHaveLength(269) // 251 in euro before it, 18 in sterling: none twice, none left out
  expect(new Set(ids).size).toBe(269)
  expect(third.Links).not.toHaveProperty('Next')
  expect(first.Links).not.toHaveProperty('Prev')
  expect(second.Links.Next).not.toBe(second.Links.Self)
  expect(second.Links.Next).toContain('fromBookingDateTime=')
  const back = await follow(third.Links.Prev)
  expect(back.Data.Transaction).toEqual(second.Data.Transaction)
  expect((await follow(second.Links.Self)).Data).toEqual(second.Data)
})

test('4: zero counts as Credit, an overdrawn balance is a Debit without sign', () => {
  expect(signed(0n, 'GBP')).toEqual({ direction: 'Credit', amount: { amount: '0.00', currency: 'GBP' } })
  expect(signed(-12345n, 'GBP')).toEqual({ direction: 'Debit', amount: { amount: '123.45', currency: 'GBP' } })
})

test('a position that we did not hand out is refused', async () => {
  const consentId = await approved('4.0')
  for (const path of ['/transactions?page=nonsense', '/beneficiaries?page=W10']) {
    const answer = await read('4.0', path, consentId)
    expect([answer.status, answer.body.Errors[0].ErrorCode]).toEqual([400, 'U002'])
  }
})

test('4: a closed account leaves the consent, a blocked one stays readable as Disabled', async () => {
  const consentId = await approved('4.0', ALL, {}, ['GBP', 'USD'])
  const act = { actor: { type: 'operator' as const }, at: bank.time.now, wall: bank.time.wall }
  await inTransaction(db, (tx) => setAccountStatus(tx, bank.accountIds.USD!, 'Closed', act))
  await inTransaction(db, (tx) => setAccountStatus(tx, bank.accountIds.GBP!, 'Blocked', act))
  // A new instance sees what another process would have been told of.
  const fresh = openSameBank()
  const { body } = await fresh(`${base('4.0')}/accounts`, `psu ${consentId}`)
  expect(body.Data.Account.map((each: Item) => [each.AccountId, each.Status])).toEqual([[bank.account.GBP, 'Disabled']])
})

function openSameBank() {
  const app = createOpenBankingHttp({ clock: bank.deps.clock })
  openBankingRoutes(app, { ...bank.deps, accounts: createAccountDirectory(db, createListener(db)) })
  return async (url: string, token: string) => {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    return { status: answer.statusCode, body: answer.json() }
  }
}

test.skipIf(!officialFilesAtHand)(
  'every answer above, errors included, fits the official OpenAPI files (skipped where they are not at hand)',
  () => {
    expect(bank.errors).toEqual([])
    const headers = { 'x-fapi-interaction-id': 'x', 'content-type': 'application/json' }
    const wrong = { method: 'GET', path: '/accounts', status: 200, headers, body: '{"Data":{"Account":[{}]}}' }
    expect(officialErrors('4.0', 'aisp', wrong).join()).toContain('required') // it does find errors
  },
)
