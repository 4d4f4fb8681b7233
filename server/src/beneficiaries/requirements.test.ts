import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { beneficiaryService } from '../../test/support/beneficiary-service.ts'
import { errorCode } from '../../test/support/codes.ts'

const service = beneficiaryService()
const { call, payee } = service

interface Requirements {
  alternatives: {
    rails: string[]
    purposeCodeRequired: boolean
    fields: { key: string; required: boolean; pattern: string; example: string; options: string[] | null }[]
  }[]
  jsonSchema: object
}
const ask = async (currency: string, country: string, type = 'Company') => {
  const { status, body } = await call(
    'GET',
    `/requirements?currency=${currency}&bankCountryCode=${country}&type=${type}`,
  )
  expect(status).toBe(200)
  return body as unknown as Requirements
}

/** A body made of the examples of one alternative. */
function bodyOf({ fields }: Requirements['alternatives'][number]): Record<string, unknown> {
  const body: Record<string, unknown> & { address: Record<string, string>; routingCodes: object[] } = {
    entityId: payee.entityId,
    address: {},
    routingCodes: [],
  }
  for (const { key, example } of fields) {
    const [name, part] = key.split('/')
    if (name === 'routingCodes') body.routingCodes.push({ type: part, value: example })
    else if (name === 'address') body.address[part!] = example
    else body[name!] = example
  }
  return body
}

/** Every row of the table of destinations. */
const DESTINATIONS: [currency: string, country: string, type: 'Company' | 'Individual'][] = [
  ['GBP', 'GB', 'Company'],
  ['EUR', 'DE', 'Company'],
  ['USD', 'US', 'Company'],
  ['EUR', 'US', 'Company'],
  ['AUD', 'AU', 'Company'],
  ['NZD', 'NZ', 'Company'],
  ['CAD', 'CA', 'Company'],
  ['HKD', 'HK', 'Company'],
  ['CNY', 'HK', 'Company'],
  ['SGD', 'SG', 'Company'],
  ['JPY', 'JP', 'Company'],
  ['CNY', 'CN', 'Company'],
  ['INR', 'IN', 'Company'],
  ['AED', 'AE', 'Company'],
  ['USD', 'AE', 'Company'],
  ['MXN', 'MX', 'Company'],
  ['BRL', 'BR', 'Company'],
  ['BRL', 'BR', 'Individual'],
  ['ZAR', 'ZA', 'Company'],
  ['THB', 'TH', 'Company'],
  ['PHP', 'PH', 'Company'],
  ['MYR', 'MY', 'Company'],
  ['IDR', 'ID', 'Company'],
  ['KRW', 'KR', 'Company'],
  ['CHF', 'CH', 'Company'],
  ['SEK', 'SE', 'Company'],
  ['DKK', 'DK', 'Company'],
  ['NOK', 'NO', 'Company'],
  ['ILS', 'IL', 'Company'],
  ['TRY', 'TR', 'Company'],
  ['SAR', 'SA', 'Company'],
  ['QAR', 'QA', 'Company'],
  ['KWD', 'KW', 'Company'],
  ['EGP', 'EG', 'Company'],
  ['JOD', 'JO', 'Company'],
]

test.each(DESTINATIONS)(
  'a form filled in as required for %s to %s (%s) creates a valid payee and fits the schema',
  async (currency, country, type) => {
    const found = await ask(currency, country, type)
    expect(found.alternatives.length).toBeGreaterThan(0)
    const schema = Compile(found.jsonSchema as never)
    for (const alternative of found.alternatives) {
      const body = bodyOf(alternative)
      expect(schema.Check(body)).toBe(true)
      const { body: checked } = await call('POST', '/validate', body)
      expect([checked.errors, checked['valid']]).toEqual([[], true])
      expect(checked['rails']).toEqual(expect.arrayContaining(alternative.rails))
    }
  },
)

test('a body that lacks a field of every alternative fits no schema', async () => {
  const { alternatives, jsonSchema } = await ask('GBP', 'GB')
  const body = bodyOf(alternatives[0]!)
  const schema = Compile(jsonSchema as never)
  expect(schema.Check(body)).toBe(true)
  expect(schema.Check({ ...body, routingCodes: [] })).toBe(false)
  expect(schema.Check({ ...body, name: undefined })).toBe(false)
})

test('rails with the same requirements share an alternative, which states if a purpose code is needed', async () => {
  const uk = await ask('GBP', 'GB')
  expect(uk.alternatives.map(({ rails }) => rails)).toEqual([
    ['Fps', 'Chaps'],
    ['Fps', 'Chaps'],
  ])
  expect((await ask('USD', 'AE')).alternatives[0]!.purposeCodeRequired).toBe(true)
  expect(uk.alternatives[0]!.purposeCodeRequired).toBe(false)
})

test('a destination that is not offered has no alternatives and no body fits', async () => {
  const found = await ask('CNY', 'CN', 'Individual')
  expect(found.alternatives).toEqual([])
  expect(Compile(found.jsonSchema as never).Check({})).toBe(false)
})

test.each([
  ['currency=GBP', '400 field_required'],
  ['currency=GBP&bankCountryCode=ZZ', '400 country_invalid'],
  ['currency=GBP&bankCountryCode=GB&type=Robot', '400 value_not_allowed'],
])('%s is refused: %s', async (query, answer) => {
  const { status, body } = await call('GET', `/requirements?${query}`)
  expect(`${status} ${errorCode(body)}`).toBe(answer)
})
