import { describe, expect, test } from 'vitest'
import { beneficiaryService } from '../../test/support/beneficiary-service.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'
import { errorCode } from '../../test/support/codes.ts'

const service = beneficiaryService()
const { call, count, create, eventsOf, ids, payee } = service
const { entityId } = payee

test('a beneficiary is normalised when saved, reads back as it was returned, and creates an event', async () => {
  const made = await call('POST', '', {
    ...payee,
    nickname: 'Müller',
    routingCodes: [],
    email: 'a@b.de',
    type: 'company',
  })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    entityId,
    status: 'Active',
    version: 1,
    type: 'Company',
    firstParty: false,
    iban: 'DE89370400440532013000',
    name: 'Müller Maschinenbau GmbH',
    rails: ['Sepa', 'SepaInstant'],
    email: 'a@b.de',
    verification: { status: 'NotChecked', verificationId: null, checkedAt: null },
  })
  expect(made.body).not.toHaveProperty('bic')
  const id = String(made.body['beneficiaryId'])
  const read = await call('GET', `/${id}`)
  expect(read.body).toEqual(made.body)
  expect([made.headers['etag'], read.headers['etag']]).toEqual(['"1"', expect.stringMatching(/^"1\./)])
  expect(await eventsOf(id)).toEqual(['beneficiary.created 1'])
})

test('schema errors do not hide check-digit errors: validate, create and update report all', async () => {
  const order = {
    ...payee,
    name: '',
    ibann: 'x',
    dateOfBirth: '2026-02-31',
    iban: 'DE89370400440532013001',
    bic: 'DEUTDEF',
    intermediary: { bic: 'CHASUS3' },
    countryCode: 'ZZ',
  }
  const id = await create()
  for (const [method, path] of [
    ['POST', '/validate'],
    ['POST', ''],
    ['PUT', `/${id}`],
  ] as const) {
    const { status, body } = await call(method, path, order)
    expect([status, body.errors.map(({ pointer }) => pointer).sort()]).toEqual([
      400,
      ['/bic', '/countryCode', '/dateOfBirth', '/iban', '/ibann', '/intermediary/bic', '/name'],
    ])
  }
})

test.each<[string, object, string[]]>([
  [
    'no country of the bank',
    { bankCountryCode: undefined, iban: 'DE89370400440532013001' },
    ['/bankCountryCode', '/iban'],
  ],
  ['an IBAN that is no text', { iban: 5 }, ['/iban']],
  ['a currency that is none', { currency: 'EURO', bic: 'DEUTDEF' }, ['/bic', '/currency']],
  ['a routing code without value', { routingCodes: [{ type: 'Aba' }] }, ['/routingCodes/0/value']],
  ['an address that is none', { address: 'Berlin' }, ['/address']],
  ['an owner that is none', { entityId: 7 }, ['/entityId']],
])('with %s no dependent error is reported', async (_what, change, pointers) => {
  const { body } = await call('POST', '/validate', { ...payee, ...change })
  expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual(pointers)
})

describe('a payee that no payment could use is rejected when it is saved', () => {
  const dubai = {
    ...payee,
    bankCountryCode: 'AE',
    currency: 'AED',
    iban: 'AE070331234567890123456',
    bic: 'BOMLAEAD',
  }
  test.each<[string, object, string[]]>([
    ['a withdrawn purpose', { ...dubai, defaultPurposeCode: 'GDS' }, ['/defaultPurposeCode default_purpose_invalid']],
    ['a reference with slashes', { ...dubai, defaultReference: '/a//b/' }, ['/defaultReference reference_slashes']],
    [
      'a birth date to come',
      { ...payee, type: 'Individual', dateOfBirth: '2150-01-01' },
      ['/dateOfBirth birth_date_in_future'],
    ],
    ['a script that no bank has', { ...payee, defaultReference: '東京' }, ['/defaultReference characters_not_allowed']],
    ['nothing: a purpose of the list', { ...dubai, defaultPurposeCode: 'gdi', defaultReference: 'a/b' }, []],
    ['nothing: a purpose where none is asked for', { ...payee, defaultPurposeCode: 'GDS' }, []],
  ])('%s', async (_what, order, errors) => {
    const validated = await call('POST', '/validate', order)
    expect(validated.body.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(errors)
    expect((await call('POST', '', order)).status).toBe(errors.length > 0 ? 400 : 201)
  })
})

test('the BIC of an intermediary is saved in capitals, with its account; a roll number as it was written', async () => {
  const order = { ...payee, intermediary: { bic: 'chasus33', account: '42' }, secondaryReference: '1234/567 890' }
  const { body } = await call('POST', '', order)
  expect(body.secondaryReference).toBe('1234/567 890')
  expect(body['intermediary']).toEqual({ bic: 'CHASUS33', account: '42' })
})

test('the owner may be named by an account, spelled either way', async () => {
  const { entityId: _, ...rest } = payee
  expect((await call('POST', '', { ...rest, accountID: formatId('acc', ids.account) })).body).toMatchObject({
    entityId,
  })
})

test.each<[string, object, string[]]>([
  ['400 field_required', { name: undefined }, ['/name field_required']],
  ['400 field_required', { address: { countryCode: 'DE' } }, ['/address/city field_required']],
  ['400 unknown_field', { ibann: 'x' }, ['/ibann unknown_field']],
  ['400 wrong_type', { firstParty: 'yes' }, ['/firstParty wrong_type']],
  ['400 currency_unknown', { currency: 'BGN' }, ['/currency currency_unknown']],
  ['400 country_invalid', { countryCode: 'ZZ' }, ['/countryCode country_invalid']],
  ['400 country_invalid', { bankCountryCode: 'ZZ' }, ['/bankCountryCode country_invalid']],
  ['400 iban_invalid', { iban: 'DE89370400440532013001' }, ['/iban iban_invalid']],
  ['400 iban_country_mismatch', { bankCountryCode: 'FR' }, ['/iban iban_country_mismatch']],
  ['400 bank_detail_required', { currency: 'USD' }, ['/bic bank_detail_required']],
  ['400 characters_not_allowed', { name: 'Ωmega' }, ['/name characters_not_allowed']],
  [
    '400 identification_invalid',
    { identification: { type: 'LEI', value: '5493001KJTIIGC8Y1R17' } },
    ['/identification/value identification_invalid'],
  ],
  [
    '400 account_number_invalid',
    {
      iban: undefined,
      accountNumber: '@@',
      bankCountryCode: 'MX',
      currency: 'MXN',
      routingCodes: [{ type: 'Clabe', value: '032180000118359719' }],
    },
    ['/accountNumber account_number_invalid'],
  ],
  [
    '400 text_not_storable',
    { nickname: 'nul \u0000', email: 'a\u0000@b' },
    ['/email text_not_storable', '/nickname text_not_storable'],
  ],
  ['400 bic_invalid', { intermediary: { bic: 'NOBIC' } }, ['/intermediary/bic bic_invalid']],
  [
    '400 characters_not_allowed',
    { identification: { type: 'Passport', value: '東7' } },
    ['/identification/value characters_not_allowed'],
  ],
  ['400 text_too_long', { address: { city: 'ß'.repeat(18), countryCode: 'DE' } }, ['/address/city text_too_long']],
  [
    '400 account_number_invalid', // the message to the bank has room for 34 characters
    { intermediary: { bic: 'CHASUS33', account: '4'.repeat(35) } },
    ['/intermediary/account account_number_invalid'],
  ],
  [
    '400 account_number_invalid',
    { intermediary: { bic: 'CHASUS33', account: '東 7' } },
    ['/intermediary/account account_number_invalid'],
  ],
  [
    '400 validation_failed',
    { name: 'Ωmega', iban: 'DE00', bic: 'BARCGB22', address: { city: '東京', countryCode: 'ZZ' } },
    [
      '/address/city characters_not_allowed',
      '/address/countryCode country_invalid',
      '/bic bic_country_mismatch',
      '/iban iban_invalid',
      '/name characters_not_allowed',
    ],
  ],
  ['404 entity_not_found', { entityId: formatId('ent', ids.abs) }, []],
  ['404 account_not_found', { accountId: formatId('acc', newUuid()) }, []],
])('%s saves nothing: %j', async (answer, change, errors) => {
  const before = await count()
  const { status, body } = await call('POST', '', { ...payee, ...change })
  expect(`${status} ${errorCode(body)}`).toBe(answer)
  expect(body.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual(errors)
  expect(await count()).toBe(before)
})

test('validate returns 200 with every error that create would report, and saves nothing', async () => {
  const before = await count()
  const invalid = { ...payee, iban: 'DE00', bic: 'X' }
  const [found, refused] = [await call('POST', '/validate', invalid), await call('POST', '', invalid)]
  expect(found.status).toBe(200)
  expect(found.body).toMatchObject({ valid: false, rails: [] })
  expect(found.body.errors).toEqual(refused.body.errors)
  expect(await count()).toBe(before)
})

test('validate shows the bank, the rails and the texts that a rail will change', async () => {
  const gb = { bankCountryCode: 'GB', currency: 'GBP', iban: undefined, accountNumber: '66374958' }
  const found = await call('POST', '/validate', {
    ...payee,
    ...gb,
    routingCodes: [{ type: 'SortCode', value: '08-99-99' }],
  })
  expect(found.body).toMatchObject({
    valid: true,
    errors: [],
    rails: ['Fps', 'Chaps'],
    normalised: { routingCodes: [{ type: 'SortCode', value: '089999' }], type: 'Company' },
    bank: { name: null, bic: null, branch: '089999', country: 'GB' },
    warnings: [
      { pointer: '/name', code: 'text_will_be_converted', sent: 'Mueller Maschinenbau GmbH' },
      { pointer: '/name', code: 'text_will_be_shortened', sent: 'Mueller Maschinenb' },
    ],
  })
})

test('a dry run checks everything, returns the result and stores nothing', async () => {
  const before = await count()
  const tried = await call('POST', '?dryRun=true', payee)
  expect([tried.status, tried.body['dryRun'], tried.body['status']]).toEqual([200, true, 'Active'])
  expect(await count()).toBe(before)
})

test('ten concurrent requests with one key save one beneficiary', async () => {
  const before = await count()
  const sends = Array.from({ length: 10 }, () => call('POST', '', payee, { 'idempotency-key': 'ten' }))
  const answers = await Promise.all(sends)
  expect(new Set(answers.map(({ body }) => body['beneficiaryId'])).size).toBe(1)
  expect(await count()).toBe(before + 1)
})

test.each([
  ['clientReference', 'duplicate_client_reference'],
  ['externalReference', 'external_reference_taken'],
])('a %s is unique in the entity, and the error names the beneficiary that has it', async (field, code) => {
  const id = await create({ [field]: 'R-1' })
  const again = await call('POST', '', { ...payee, [field]: 'R-1' })
  expect([again.status, again.body]).toMatchObject([409, { code, params: { existingId: id } }])
})

test('the list is newest first, by pages, filtered, and holds active ones of the own entity only', async () => {
  const mine = [
    await create({ name: 'List 1' }),
    await create({ name: 'List 2', countryCode: 'AT' }),
    await create({ name: 'List 100%' }),
  ]
  const gone = await create({ name: 'List gone' })
  await call('DELETE', `/${gone}`)
  const idsOf = async (query: string, token = 'rm', entity = entityId) => {
    const { body } = await call('GET', `?entityId=${entity}&${query}`, undefined, { authorization: `Bearer ${token}` })
    return {
      ids: (body['data'] as { beneficiaryId: string }[]).map((one) => one.beneficiaryId),
      next: body['nextCursor'] as string | null,
    }
  }
  const first = await idsOf('q=list&limit=2')
  const second = await idsOf(`q=list&limit=2&after=${first.next}`)
  expect([...first.ids, ...second.ids]).toEqual(mine.toReversed())
  expect(second.next).toBeNull()
  expect((await idsOf('q=list&country=AT')).ids).toEqual([mine[1]])
  expect((await idsOf('q=list&currency=USD')).ids).toEqual([])
  expect((await idsOf('q=100%25')).ids).toEqual([mine[2]])
  expect((await idsOf('status=deleted&q=gone')).ids).toEqual([gone])
  expect((await idsOf('q=list', 'abs', formatId('ent', ids.abs))).ids).toEqual([])
})

test.each([
  [`?entityId=${entityId}&colour=red`, '400 unknown_parameter'],
  [`?entityId=${entityId}&after=xyz`, '400 cursor_invalid'],
  [`?entityId=${formatId('ent', ids.abs)}`, '404 entity_not_found'],
])('the list "%s" is refused: %s', async (query, answer) => {
  const { status, body } = await call('GET', query)
  expect(`${status} ${errorCode(body)}`).toBe(answer)
})

test('another entity, an unknown id and an invalid id are all not found', async () => {
  const id = await create()
  const answers = [
    await call('GET', `/${id}`, undefined, { authorization: 'Bearer abs' }),
    await call('GET', `/${formatId('ben', newUuid())}`),
    await call('GET', '/nonsense'),
    await call('DELETE', `/${id}`, undefined, { authorization: 'Bearer abs' }),
    await call('PUT', `/${formatId('ben', newUuid())}`, payee),
  ]
  expect(answers.map(({ status, body }) => `${status} ${errorCode(body)}`)).toEqual(
    Array(5).fill('404 beneficiary_not_found'),
  )
})

test.each<[string, 'POST' | 'PUT' | 'DELETE', string, string]>([
  ['403 not_available_for_entity_kind', 'PUT', 'abs', '/x'],
  ['403 scope_missing', 'POST', 'reader', ''],
  ['403 scope_missing', 'DELETE', 'reader', '/x'],
])('%s for %s by %s', async (answer, method, token, path) => {
  const { status, body } = await call(method, path, method === 'DELETE' ? undefined : payee, {
    authorization: `Bearer ${token}`,
  })
  expect(`${status} ${errorCode(body)}`).toBe(answer)
})

test('a code of hyphens or spaces alone is reported, and shown as it was written', async () => {
  const { bic: _bic, iban: _iban, ...rest } = payee as typeof payee & { bic?: string; iban?: string }
  const order = { ...rest, accountNumber: '- -', taxId: '-', intermediary: { bic: '---' } }
  const { status, body } = await call('POST', '/validate', order)
  expect(status).toBe(200)
  expect(body.errors.map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining(['/accountNumber', '/intermediary/bic']),
  )
  expect(body['normalised']).toMatchObject({ accountNumber: '- -', taxId: '-', intermediary: { bic: '---' } })
})
