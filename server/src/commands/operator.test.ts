import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CommanderError } from 'commander'
import { describe, expect, test } from 'vitest'
import { openCreditDesk } from '../../test/support/credit.ts'
import { testDatabase } from '../../test/support/database.ts'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { findClient, isLiveSecret } from '../auth/index.ts'
import { findMarkup, getProfile } from '../entities/index.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { formatId, parseId } from '../kernel/values/ids.ts'
import { getBalance } from '../ledger/index.ts'
import { operatorCommand } from './operator.ts'
import { UsageError } from './operator/options/usage-error.ts'
import { testInstitution } from '../../test/support/accounts.ts'

const db = await testDatabase()
const uuid = (id: string) => parseId(id.slice(0, 3), id)!

async function print(...words: string[]): Promise<string> {
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: systemClock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  const silent = { writeErr: () => {}, writeOut: (text: string) => void (printed += text) }
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput(silent)
  await command.parseAsync(words, { from: 'user' })
  return printed
}
const run = async (...words: string[]) => JSON.parse(await print(...words, '--json'))

const NEW_ENTITY = '--country DE --base-currency EUR --time-zone Europe/Berlin'.split(' ')
const create = (kind: 'RM' | 'ABS') => run('create-entity', '--kind', kind, '--name', 'Example GmbH', ...NEW_ENTITY)
const entity = await create('RM')
const live = (clientId: string, secret: string) =>
  inTransaction(db, (tx) => isLiveSecret(tx, uuid(clientId), secret, new Date()))

describe('a new production database is filled', () => {
  test('with an entity, its limits and its mark-up', async () => {
    const profile = (await getProfile(db.reader, uuid(entity.entityId)))!
    expect(profile.entity).toMatchObject({ name: 'Example GmbH', jurisdiction: 'EU', status: 'Active' })
    expect(profile.settings.limits).toMatchObject({ minTradeMinor: 100n, maxTradeMinor: 100_000_000n })
    await run('set-limits', '--entity', entity.entityId, '--max-trade', '250000.50')
    await run('set-pricing', '--entity', entity.entityId, '--markup-bps', '7.5', '--pair', 'EUR/USD')
    const after = (await getProfile(db.reader, uuid(entity.entityId)))!
    expect(after.settings.limits).toMatchObject({ maxTradeMinor: 25_000_050n, dailyTradeMinor: 500_000_000n })
    const deal = { tenor: 'T2', amountMinor: 1n }
    expect(findMarkup(after.pricing, { ...deal, currencyPair: 'EUR/USD' })).toBe('7.500')
    expect(findMarkup(after.pricing, { ...deal, currencyPair: 'EUR/GBP' })).toBe('25.000')
  })

  test('with an address, whose parts are required together', async () => {
    const made = (...address: string[]) =>
      run('create-entity', '--kind', 'ABS', '--name', 'Example GmbH', ...NEW_ENTITY, ...address)
    const { entityId } = await made('--line1', 'Hafenstraße 7', '--city', 'Köln', '--post-code', '50667')
    expect((await getProfile(db.reader, uuid(entityId)))!.entity.addresses).toEqual([
      { line1: 'Hafenstraße 7', city: 'Köln', postCode: '50667', countryCode: 'DE' },
    ])
    for (const part of ['--line1', '--city', '--post-code'])
      await expect(made(part, '50667')).rejects.toThrow('--line1 and --city go together.')
  })

  test('with a client, whose secret is printed once and can be rotated', async () => {
    const client = await run(
      'create-client',
      '--entity',
      entity.entityId,
      '--name',
      'ERP',
      '--scope',
      'fx:quote,fx:trade',
    )
    expect(await live(client.clientId, client.clientSecret)).toBe(true)
    const rotated = await run('rotate-secret', '--client', client.clientId, '--overlap-hours', '0')
    expect(await live(client.clientId, rotated.clientSecret)).toBe(true)
    expect(await live(client.clientId, client.clientSecret)).toBe(false)
    const { rows } = await db.pool.query(`select (select string_agg(a::text, '') from audit_log a) as text`)
    expect(rows[0].text).not.toContain(client.clientSecret.slice(4))
  })

  test('with accounts and a facility', async () => {
    const account = await run(
      'create-account',
      '--entity',
      entity.entityId,
      '--currency',
      'EUR',
      '--name',
      'Main account',
    )
    expect(account).toMatchObject({ accountId: expect.stringMatching(/^acc_/), currency: 'EUR' })
    const facility = await run('create-facility', '--entity', entity.entityId, '--currency', 'GBP', '--limit', '100000')
    expect(facility.facilityId).toMatch(/^fac_/)
    const text = await print('list')
    for (const part of ['Example GmbH', account.accountId, 'ERP, maker, Active']) expect(text).toContain(part)
  })

  test('with settings from a file', async () => {
    const directory = temporaryDirectory()
    const file = path.join(directory, 's.json')
    writeFileSync(file, JSON.stringify({ vopRequired: 'Always' }))
    await run('set-settings', '--entity', entity.entityId, '--file', file)
    rmSync(directory, { recursive: true })
    expect((await getProfile(db.reader, uuid(entity.entityId)))!.settings).toMatchObject({
      vopRequired: 'Always',
      defaultChargeBearer: 'SHA',
    })
  })
})

test('a client acts for several entities, each with its own scopes, until one is revoked', async () => {
  const other = await create('ABS')
  const named = ['--entity', entity.entityId, '--entity', other.entityId]
  const client = await run('create-client', ...named, '--name', 'Administrator', '--scope', 'reporting:read')
  expect(client.entityIds).toEqual([entity.entityId, other.entityId])
  const of = ['--client', client.clientId, '--entity', other.entityId]
  await run('grant', ...of, '--role', 'approver', '--scope', 'payments:read', 'payments:approve')
  const listed = async () =>
    (await run('list-clients', '--entity', entity.entityId)).find(
      ({ clientId }: { clientId: string }) => clientId === client.clientId,
    )
  expect((await listed()).entities).toEqual([
    `${entity.entityId} (maker): reporting:read`,
    `${other.entityId} (approver): payments:read payments:approve`,
  ])
  expect(await print('list')).toContain('Administrator, approver, Active')
  await run('revoke', ...of)
  expect((await listed()).entities).toHaveLength(1)
  await expect(run('revoke', ...of)).rejects.toThrow('The client has no grant for this entity')
})

test('clients, accounts and entities are blocked and unblocked', async () => {
  const client = await run('create-client', '--entity', entity.entityId, '--name', 'Portal')
  const account = await run('create-account', '--entity', entity.entityId, '--currency', 'USD', '--name', 'Dollars')
  for (const id of [client.clientId, account.accountId]) {
    expect(await run('block', id)).toMatchObject({ status: 'Blocked' })
    expect(await run('unblock', id)).toMatchObject({ status: 'Active' })
  }
  expect(await run('block', entity.entityId)).toMatchObject({ status: 'Suspended' })
  expect(await run('unblock', entity.entityId)).toMatchObject({ status: 'Active' })
})

test('a client is a maker unless roles are given, may have both, and its roles can be replaced', async () => {
  const make = (...roles: string[]) => run('create-client', '--entity', entity.entityId, '--name', 'ERP', ...roles)
  expect((await make()).roles).toEqual(['maker'])
  expect((await make('--role', 'approver')).roles).toEqual(['approver'])
  const { clientId, roles } = await make('--role', 'maker', '--role', 'approver')
  expect(roles).toEqual(['maker', 'approver'])
  await run('set-client-roles', '--client', clientId, '--entity', entity.entityId, '--role', 'approver')
  expect((await findClient(db.reader, uuid(clientId)))!.entities[0]!.roles).toEqual(['approver'])
  await expect(make('--role', 'admin')).rejects.toThrow('Use maker or approver.')
})

test('money that the bank reported is booked, held and released, or assigned later', async () => {
  const { accountId } = await run(
    'create-account',
    '--entity',
    entity.entityId,
    '--currency',
    'EUR',
    '--name',
    'Money in',
  )
  const receive = (reference: string, ...more: string[]) =>
    run('receive-funds', '--currency', 'EUR', '--amount', '12.50', '--bank-reference', reference, ...more)
  const received = await receive('1', '--account', accountId)
  expect(received).toMatchObject({ status: 'Credited', accountId, amount: '12.50' })
  await expect(receive('1', '--account', accountId)).rejects.toThrow(/already booked/)
  const held = await receive('2', '--account', accountId, '--held')
  expect(held).toMatchObject({ status: 'Held' })
  const release = ['release-funds', '--entity', entity.entityId, '--inbound-payment', held.inboundPaymentId]
  expect(await run(...release)).toMatchObject({ status: 'Credited' })
  const lost = await receive('3')
  expect(lost).toMatchObject({ status: 'Unidentified' })
  const assign = ['assign-funds', '--inbound-payment', lost.inboundPaymentId, '--account']
  const dollars = await run('create-account', '--entity', entity.entityId, '--currency', 'USD', '--name', 'Dollars in')
  await expect(run(...assign, dollars.accountId)).rejects.toThrow(/received EUR/)
  expect(await run(...assign, accountId)).toMatchObject({ status: 'Credited', accountId })
  const balance = await getBalance(db.reader, uuid(entity.entityId), uuid(accountId))
  expect(balance!.balanceMinor).toBe(3_750n)
})

test('every command is audited as an action of the operator', async () => {
  const { rows } = await db.pool.query(`select distinct actor_type, action from audit_log order by action`)
  expect(new Set(rows.map((row) => row.actor_type))).toEqual(new Set(['operator']))
  expect(rows.map((row) => row.action)).toEqual(
    expect.arrayContaining([
      'client.created',
      'client.secretRotated',
      'client.statusSet',
      'creditFacility.updated',
      'entity.created',
      'entity.limitsSet',
      'entity.priceSet',
      'entity.settingsSet',
      'entity.statusSet',
    ]),
  )
})

test.each([
  [/Unknown entity ent_0{26}/, 'set-limits', '--entity', 'ent_00000000000000000000000000', '--max-trade', '1'],
  [/is not the id of an entity/, 'create-account', '--entity', 'x', '--currency', 'EUR', '--name', 'a'],
  [/Unknown scope admin/, 'create-client', '--entity', entity.entityId, '--name', 'a', '--scope', 'admin:*'],
  [/API client does not exist/, 'rotate-secret', '--client', 'cli_00000000000000000000000000'],
  [/^The account acc_0{26} does not exist\.$/, 'close-account', 'acc_00000000000000000000000000'],
  [/at least one limit/, 'set-limits', '--entity', entity.entityId],
  [/more, and amounts are never rounded/, 'set-limits', '--entity', entity.entityId, '--max-trade', '1.001'],
  [
    /^--max-trade: .*\n--daily-trade: /,
    'set-limits',
    '--entity',
    entity.entityId,
    '--max-trade',
    'abc',
    '--daily-trade',
    '-5',
  ],
  [/is not the id of a client/, 'block', 'trd_1'],
  [/not a number of basis points/, 'set-pricing', '--entity', entity.entityId, '--markup-bps', '-5'],
])('%s', async (message, ...words) => {
  await expect(run(...words)).rejects.toThrow(message)
})

test.each([
  'verify-audit --position 12',
  'set-limits --entity ENTITY',
  'set-names --entity ENTITY',
  'create-account --entity ENTITY --currency EUR --name A --iban DE89370400440532013000',
  'set-approval-policy --entity ENTITY --resource Trade --new-payee',
  `report-payment --uetr ${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)} --status Sent --reference R --amount 1`,
])('a script can tell that "%s" was not understood from a check that found a difference', async (words) => {
  await expect(run(...words.replace('ENTITY', entity.entityId).split(' '))).rejects.toBeInstanceOf(UsageError)
})

describe('a facility', () => {
  const of = (facilityId: string) => ['--entity', entity.entityId, '--facility', facilityId]

  test('is changed, and its letter is signed in its new version', async () => {
    const terms =
      '--call-basis NetMtmAbsolute --margin-method NetPosition --threshold-amount 200000 --call-amount 50000'
    const base = ['create-facility', '--entity', entity.entityId, '--currency', 'GBP', '--limit', '500000']
    const { facilityId } = await run(...base, ...terms.split(' '), '--overdue', 'CloseOut')
    expect(await run('set-facility', ...of(facilityId), '--limit', '300000')).toMatchObject({ letterVersion: 2 })
    const agreed = { overdueAction: 'CloseOut', overdueGraceHours: 24, callCollection: 'Automatic' }
    expect(await run('set-facility', ...of(facilityId), '--grace-hours', '2')).toMatchObject({
      letterVersion: 3,
      isLetterSigned: false,
      callTermsInForce: agreed,
    })
    expect(
      await run('set-facility', ...of(facilityId), '--signed', '--status', 'Suspended', '--collection', 'OnRequest'),
    ).toMatchObject({
      letterVersion: 4,
      isLetterSigned: true,
      callTermsInForce: { ...agreed, overdueGraceHours: 2, callCollection: 'OnRequest' },
    })
    const { rows } = await db.pool.query(
      `select status, limit_minor, threshold_minor, call_minor, overdue_action, letter_version, letter_signed_at is not null as signed
        from credit_facilities where facility_id = $1`,
      [uuid(facilityId)],
    )
    expect(rows).toEqual([
      {
        status: 'Suspended',
        limit_minor: 30_000_000n,
        threshold_minor: 20_000_000n,
        call_minor: 5_000_000n,
        overdue_action: 'CloseOut',
        letter_version: 4,
        signed: true,
      },
    ])
  })

  test('states agreed terms besides limits and margin in its letter, and defaults for the rest', async () => {
    const base = ['create-facility', '--entity', entity.entityId, '--currency', 'GBP', '--limit', '500000']
    const plain = await run(...base)
    const agreed = ['--settlement-limit', '25000', '--security', 'A deposit', '--condition', 'Accounts', 'Articles']
    const secured = await run(...base, ...agreed, '--expiry-date', '2030-06-30')
    const read = async (facilityId: string) => {
      const { rows } = await db.pool.query(
        `select settlement_limit_minor as limit, security, conditions_precedent as conditions, expiry_date as expiry,
           letter_version as version from credit_facilities where facility_id = $1`,
        [uuid(facilityId)],
      )
      return rows[0]
    }
    expect(await read(plain.facilityId)).toMatchObject({ limit: 0n, security: null, expiry: null, version: 1 })
    expect((await read(plain.facilityId)).conditions).toHaveLength(3)
    const expected = { limit: 2_500_000n, security: 'A deposit', conditions: ['Accounts', 'Articles'] }
    expect(await read(secured.facilityId)).toMatchObject({ ...expected, expiry: '2030-06-30' })
    const same = await run('set-facility', ...of(secured.facilityId), ...agreed)
    expect(same.letterVersion).toBe(1)
    const changed = await run(
      'set-facility',
      ...of(secured.facilityId),
      '--condition',
      'Accounts',
      '--settlement-limit',
      '0',
    )
    expect(changed.letterVersion).toBe(2)
    expect(await read(secured.facilityId)).toMatchObject({ limit: 0n, conditions: ['Accounts'], version: 2 })
  })

  test.each<[RegExp, string[]]>([
    [/expires before its first day/, ['--expiry-date', '2020-01-01']],
    [/texts of 1 to 500 characters/, ['--security', ' ']],
    [/not a day like/, ['--expiry-date', 'soon']],
    [/need the margin method NetPosition/, ['--call-basis', 'NetMtmAbsolute']],
    [/need a threshold and a block/, ['--call-basis', 'NetMtmAbsolute', '--margin-method', 'NetPosition']],
    [/need the margin method PerTrade/, ['--margin-method', 'NetPosition']],
    [/not a period like P12M/, ['--max-tenor', 'a year']],
  ])('that contradicts itself is refused: %s', async (message, words) => {
    const base = ['create-facility', '--entity', entity.entityId, '--currency', 'GBP', '--limit', '1']
    await expect(run(...base, ...words)).rejects.toThrow(message)
  })
})

test('the value of an entity’s deals is computed again from a snapshot', async () => {
  const desk = await openCreditDesk(db)
  const tradeId = await desk.reserve({ base: '100' })
  const { body } = await desk.get(`/v1/credit/mtm/trades?entityId=${desk.wire.entityId}`)
  const words = ['--entity', desk.wire.entityId, '--snapshot', body.snapshotId]
  const [head, trade] = await run('recompute-mtm', ...words, '--trade', formatId('trd', tradeId))
  expect(head).toMatchObject({ snapshotId: body.snapshotId, totals: [`1 trades: ${body.data[0].mtm} GBP`] })
  const { mtm, mtmUndiscounted, marketForwardRate, discountFactor } = body.data[0]
  expect(trade).toMatchObject({ mtm, mtmUndiscounted, marketForwardRate, discountFactor })
  await expect(run('recompute-mtm', '--entity', entity.entityId, '--snapshot', body.snapshotId)).rejects.toThrow(
    /no such market snapshot/,
  )
})

test('a facility for an ABS entity is refused', async () => {
  const { entityId } = await create('ABS')
  await expect(run('create-facility', '--entity', entityId, '--currency', 'EUR', '--limit', '1')).rejects.toThrow(
    /Only RM entities/,
  )
})

test('the help shows how to begin', async () => {
  await expect(print('--help')).rejects.toBeInstanceOf(CommanderError)
})

describe('reference rates for amounts without a market rate', () => {
  const set = (change: Record<string, string> = {}, ...flags: string[]) => {
    const given = {
      currency: 'KWD',
      rate: '0.307',
      day: '2026-11-19',
      source: 'Central Bank',
      by: 'A. Khan',
      ...change,
    }
    return run(
      'set-reference-rate',
      ...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]),
      ...flags,
    )
  }
  const list = () => run('list-reference-rates', '--currency', 'KWD')

  test('are previewed, set, listed with their author, and audited', async () => {
    expect(await set({}, '--preview')).toMatchObject({ preview: true, pair: 'USD/KWD', rate: '0.307', before: 'none' })
    expect(await list()).toEqual([])
    expect(await set()).toMatchObject({ preview: false, effect: 'counted by the server within a second' })
    expect(await set({ rate: '0.308', day: '2026-11-18' })).toMatchObject({
      effect: 'none yet: the rate of 2026-11-19 is newer and rules on',
    })
    expect(await list()).toMatchObject([
      { rate: '0.307', day: '2026-11-19', source: 'Central Bank', setBy: 'A. Khan', rules: true },
      { rate: '0.308', rules: false },
    ])
    const { rows } = await db.pool.query(
      `select detail from audited_acts where action = 'referenceRate.set' order by act_id`,
    )
    expect(rows.map(({ detail }) => [detail.rate, detail.before, detail.setBy])).toEqual([
      ['0.307', null, 'A. Khan'],
      ['0.308', '0.307', 'A. Khan'],
    ])
  })

  test('are rejected with all errors, and nothing is stored', async () => {
    const before = await list()
    await expect(set({ currency: 'kwd', rate: '-1', day: '2126-01-01', source: ' ' })).rejects.toThrow(
      /kwd is unknown here or is USD[\s\S]*-1 is not a rate[\s\S]*still to come[\s\S]*source/,
    )
    await expect(set({ rate: '3.257' })).rejects.toThrow('far from the last rate of USD/KWD, 0.307 of 2026-11-19')
    await expect(set({ by: 'x_1' })).rejects.toThrow('names no reviewer')
    await expect(run('set-reference-rate', '--currency', 'KWD')).rejects.toThrow('--rate')
    await expect(run('list-reference-rates', '--currency', 'KUW')).rejects.toThrow('KUW is unknown here or is USD')
    expect(await list()).toEqual(before)
    expect(await set({ rate: '3.257' }, '--unusual', '--preview')).toMatchObject({ rate: '3.257' })
  })
})
