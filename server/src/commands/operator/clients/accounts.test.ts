import { describe, expect, test } from 'vitest'
import { findNamedAccount, openOwnBanks } from '../../../accounts/index.ts'
import { identifiersFor } from '../../../accounts/identifiers/identifiers.ts'
import { readConfig } from '../../../settings/config.ts'
import type { Institution } from '../../../institution/index.ts'
import { systemClock } from '../../../kernel/values/clock.ts'
import { ownAccounts } from '../../../payments/vop/index.ts'
import { givenEntity } from '../../../../test/support/clients.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { openDesk } from '../../../../test/support/desk.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { operatorCommand } from '../../operator.ts'
import { testInstitution } from '../../../../test/support/accounts.ts'

const db = await testDatabase()

test('an account is not closed while a trade, a payment or margin uses it, and gets no money once closed', async () => {
  const desk = await openDesk(db, 'RM')
  const printed: string[] = []
  const close = (currency: string) =>
    operatorCommand(
      async () => ({
        db,
        clock: desk.deps.clock,
        openPrices: () => Promise.reject(new Error('no prices are needed')),
        institution: testInstitution,
        close: async () => {},
      }),
      (text) => printed.push(text),
    ).parseAsync(['node', 'operator', '--json', 'close-account', formatId('acc', desk.account(currency).accountId)])
  await desk.fund('USD', 20_000_000n)
  await expect(close('USD')).rejects.toMatchObject({ code: 'account_not_empty' })
  const { body: trade } = await desk.book((await desk.quote({ valueDate: '2026-11-27' })).body.quoteId)
  await expect(close('EUR')).rejects.toMatchObject({ code: 'account_in_use', params: { uses: [trade.tradeId] } })
  await desk.advance('2026-11-27T18:00:00.000Z')
  expect((await desk.get(`/v1/fx/trades/${trade.tradeId}`)).body.status).toBe('Settled')
  await close('JPY')
  expect(JSON.parse(printed.pop()!)).toMatchObject({ status: 'Closed' })
  await expect(desk.fund('JPY', 1n)).rejects.toMatchObject({ code: 'account_closed' })
})

describe('an account with a number that the bank issued', async () => {
  const entityId = await givenEntity(db, 'ABS')
  const create = async (institution: Institution, ...options: string[]) => {
    let printed = ''
    await operatorCommand(
      async () => ({ db, clock: systemClock, institution, close: async () => {} }),
      (text) => (printed = text),
    ).parseAsync(
      [
        'create-account',
        '--entity',
        formatId('ent', entityId),
        '--currency',
        'EUR',
        '--name',
        'Issued',
        '--json',
        ...options,
      ],
      { from: 'user' },
    )
    return JSON.parse(printed)
  }
  const unbranched: Institution = { ...testInstitution, branches: [], missing: ['branches'] }

  test('is found by its IBAN, verified, and recognised as ours, without a branch of ours', async () => {
    const made = await create(unbranched, '--iban', 'de89 3704 0044 0532 0130 00', '--bic', 'COBADEFF')
    expect(made).toMatchObject({ iban: 'DE89370400440532013000', bic: 'COBADEFF', accountNumber: '0532013000' })
    expect((await findNamedAccount(db.reader, 'DE89370400440532013000'))?.account.entityId).toBe(entityId)
    const own = await openOwnBanks(db, { on() {} }, unbranched.branches)
    expect([own.isOwnIban('DE89370400440532013000'), own.isOwnIban('DE02120300000000202051')]).toEqual([true, false])
  })

  test('by sort code and account number has the IBAN of both, and payees are verified by it', async () => {
    const made = await create(
      testInstitution,
      '--sort-code',
      '20-20-15',
      '--account-number',
      '55555555',
      '--bic',
      'BUKBGB22',
    )
    expect(made).toMatchObject({ iban: 'GB33BUKB20201555555555', sortCode: '202015', accountNumber: '55555555' })
    const own = ownAccounts(db.reader, await openOwnBanks(db, { on() {} }, []))
    const question = { accountKey: 'UK:202015:55555555', country: 'GB', name: 'An ABS entity' }
    expect(await own(question)).toMatchObject({ holders: ['An ABS entity'], state: 'Open' })
    expect(await own({ ...question, accountKey: 'UK:202015:55555556' })).toBeUndefined()
  })

  test.each([
    ['issued_number_invalid', ['--iban', 'DE88370400440532013000', '--bic', 'COBADEFF']],
    ['issued_number_invalid', ['--iban', 'BE68539007547035', '--bic', 'GEBABEBB', '--account-number', '1']],
    ['issued_number_invalid', ['--iban', 'DE89370400440532013000', '--bic', 'BUKBGB22']],
    ['issued_number_invalid', ['--iban', 'DE89370400440532013000', '--bic', 'COBA']],
    ['issued_number_invalid', ['--account-number', '55555555', '--bic', 'BUKBGB22']],
    ['issued_number_invalid', ['--iban', 'GB33BUKB20201555555555', '--sort-code', '202016', '--bic', 'BUKBGB22']],
    ['account_number_taken', ['--iban', 'DE89370400440532013000', '--bic', 'COBADEFF']],
  ])('is rejected: %s for %o', async (code, options) => {
    await expect(create(testInstitution, ...options)).rejects.toMatchObject({ code })
  })

  test('is not reused for the next account of the branch', async () => {
    const { iban } = await create(testInstitution)
    const next = identifiersFor(testInstitution.branches, 'DE', BigInt(iban.slice(12)) + 1n)
    await create(testInstitution, '--iban', next.iban, '--bic', next.bic)
    expect((await create(testInstitution)).iban).toBe(
      identifiersFor(testInstitution.branches, 'DE', BigInt(iban.slice(12)) + 2n).iban,
    )
  })
})

test('in production no account is opened before the institution is configured, and the rest works', async () => {
  const { institution } = readConfig({ SANDBOX: 'false', OPEN_BANKING: 'false' })
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: systemClock, institution, close: async () => {} }),
    (text) => (printed = text),
  )
  const run = (...words: string[]) => command.parseAsync([...words, '--json'], { from: 'user' })
  const of = ['--country', 'DE', '--base-currency', 'EUR', '--time-zone', 'Europe/Berlin']
  await run('create-entity', '--kind', 'ABS', '--name', 'First client', ...of)
  const { entityId } = JSON.parse(printed)
  await expect(
    run('create-account', '--entity', entityId, '--currency', 'EUR', '--name', 'First'),
  ).rejects.toMatchObject({
    code: 'institution_not_configured',
    params: { missing: ['legalName', 'address', 'lei', 'licence', 'safeguarding', 'contact', 'branches'] },
  })
})
