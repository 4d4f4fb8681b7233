import { type Static, Type } from 'typebox'
import type { App } from '../kernel/http/http.ts'
import { CountryCode, CurrencyCode, Input, Nullable, OneOf, Output, Resource } from '../kernel/http/wire.ts'
import { isCountry, requirementsFor, sameBankingCountry, shownFor } from '../payments/validation/index.ts'
import { type FieldRule, type PayeeType, RAILS } from '../payments/schemes/index.ts'
import { fieldError } from '../kernel/values/refusals.ts'
import { refuseAll, refuseShape } from '../kernel/http/validation.ts'

const Query = Input({
  currency: CurrencyCode,
  bankCountryCode: CountryCode,
  type: Type.Optional(OneOf(['Individual', 'Company'], { description: 'Default: Company.' })),
})

const Field = Output({
  key: Type.String({
    description: 'Path in the body of the create call; for a routing code with its type: routingCodes/SortCode.',
  }),
  label: Type.String(),
  required: Type.Boolean(),
  pattern: Type.String({
    description:
      'Regular expression for the value. Account numbers, codes and tax ids are matched in capitals without spaces and hyphens.',
  }),
  minLength: Type.Integer(),
  maxLength: Type.Integer(),
  options: Nullable(Type.Array(Type.String())),
  example: Type.String(),
  refreshOnChange: Type.Boolean({ description: 'Request the requirements again when this field changes.' }),
})
type Field = Static<typeof Field>

const Requirements = Resource('BeneficiaryRequirements', {
  currency: CurrencyCode,
  bankCountryCode: CountryCode,
  type: OneOf(['Individual', 'Company']),
  alternatives: Type.Array(
    Output({
      rails: Type.Array(OneOf(RAILS)),
      purposeCodeRequired: Type.Boolean({ description: 'Each payment needs a purpose code.' }),
      fields: Type.Array(Field),
    }),
    { description: 'Sets of fields, of which any one is enough; empty if the destination is not offered.' },
  ),
  jsonSchema: Type.Unknown({
    description: 'JSON Schema (2020-12) of the body of the create call for this destination.',
  }),
})
type Requirements = Static<typeof Requirements>

/** Registers `GET /v1/beneficiaries/requirements`: the fields of a form, from the rows that validation uses. */
export function requirementRoutes(app: App): void {
  app.get(
    '/v1/beneficiaries/requirements',
    {
      config: { scope: 'beneficiaries:read', entities: 'any' },
      schema: {
        summary: 'Get required beneficiary fields of a destination',
        description:
          'Returns the fields of a form with labels, patterns and examples, and a JSON Schema, from the same rules that validate a beneficiary.',
        querystring: Query,
        response: { 200: Requirements },
      },
    },
    async ({ query }) => {
      const { currency, bankCountryCode, type = 'Company' } = query
      if (!isCountry(bankCountryCode)) throw refuseAll([fieldError('?bankCountryCode', refuseShape.country_invalid())])
      return requirementsOf(currency, bankCountryCode, type)
    },
  )
}

const ROLL_NUMBER = field('secondaryReference', 'roll number, for an account at a building society', {
  pattern: '^[A-Za-z0-9][A-Za-z0-9 /.-]{0,17}$',
  minLength: 1,
  maxLength: 18,
  example: '1234/567 890',
  required: false,
})

/** Returns the fields common to all payees. */
function commonFields(currency: string, bankCountryCode: string, type: PayeeType): Field[] {
  const country = { pattern: '^[A-Z]{2}$', minLength: 2, maxLength: 2, example: bankCountryCode }
  const text = (maxLength: number, example: string) => ({
    pattern: `^.{1,${maxLength}}$`,
    minLength: 1,
    maxLength,
    example,
  })
  const fresh = { refreshOnChange: true }
  return [
    field('currency', 'currency of the account', {
      pattern: '^[A-Z]{3}$',
      minLength: 3,
      maxLength: 3,
      example: currency,
      ...fresh,
    }),
    field('bankCountryCode', 'country of the bank', { ...country, ...fresh }),
    field('type', 'person or company', {
      pattern: '^(Individual|Company)$',
      minLength: 7,
      maxLength: 10,
      example: type,
      ...fresh,
      required: false,
      options: ['Individual', 'Company'],
    }),
    field('name', 'name of the payee, as its bank knows it', text(140, 'Example Trading Ltd')),
    field('countryCode', 'country of the payee', country),
    field('address/line1', 'street and number', { ...text(70, '1 Main Street'), required: false }),
    field('address/line2', 'second line of the address', { ...text(70, 'Floor 2'), required: false }),
    field('address/city', 'town', text(35, 'Springfield')),
    field('address/countryCode', 'country of the address', country),
    ...(currency === 'GBP' && sameBankingCountry(bankCountryCode, 'GB') ? [ROLL_NUMBER] : []),
  ]
}

/** Facts that every form field states; the rest have defaults. */
type FieldFacts = Pick<Field, 'pattern' | 'minLength' | 'maxLength' | 'example'> & Partial<Field>

function field(key: string, label: string, facts: FieldFacts): Field {
  return { key, label, required: true, options: null, refreshOnChange: false, ...facts }
}

const fieldOf = (rule: FieldRule): Field => {
  const { label, pattern, minLength, maxLength, example, options } = rule
  return field(keyOf(rule), label, { pattern, minLength, maxLength, example, options: options ? [...options] : null })
}

const keyOf = (rule: FieldRule): string => (rule.type ? `routingCodes/${rule.type}` : rule.key)

/**
 * Returns the alternatives of a destination as form fields and as one schema. Alternatives shared by several rails
 * appear once.
 */
function requirementsOf(currency: string, bankCountryCode: string, type: PayeeType): Requirements {
  const common = commonFields(currency, bankCountryCode, type)
  const ways = new Map<
    string,
    { rails: Requirements['alternatives'][number]['rails']; purpose: boolean; rules: readonly FieldRule[] }
  >()
  for (const { rail, alternatives, purpose } of requirementsFor(bankCountryCode, currency, type)) {
    for (const rules of alternatives.map((way) => way.map((rule) => shownFor(rule, bankCountryCode)))) {
      const id = JSON.stringify(rules.map((rule) => [keyOf(rule), rule.pattern]))
      const known = ways.get(id)
      if (known) known.rails.push(rail)
      else ways.set(id, { rails: [rail], purpose, rules })
    }
  }
  return {
    currency,
    bankCountryCode,
    type,
    alternatives: [...ways.values()].map(({ rails, purpose, rules }) => ({
      rails,
      purposeCodeRequired: purpose,
      fields: [...common, ...rules.map(fieldOf)],
    })),
    jsonSchema: schemaOf(
      currency,
      bankCountryCode,
      type,
      common,
      [...ways.values()].map(({ rules }) => rules),
    ),
  }
}

type Json = Record<string, unknown>

function schemaOf(
  currency: string,
  bankCountryCode: string,
  type: PayeeType,
  common: readonly Field[],
  ways: readonly (readonly FieldRule[])[],
): Json {
  const fixed: Record<string, Json> = {
    currency: { const: currency },
    bankCountryCode: { const: bankCountryCode },
    type: { const: type },
  }
  const parts = common.map(({ key, pattern, required }) =>
    nested(key.split('/'), fixed[key] ?? { type: 'string', pattern }, required),
  )
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    allOf: parts,
    ...(ways.length > 0 ? { anyOf: ways.map((rules) => ({ allOf: rules.map(schemaOfRule) })) } : { not: {} }),
  }
}

/** The value at a path of properties. */
function nested([name, ...rest]: string[], schema: Json, isRequired: boolean): Json {
  const inner = rest.length === 0 ? schema : { type: 'object', ...nested(rest, schema, isRequired) }
  return { properties: { [name!]: inner }, ...(isRequired ? { required: [name!] } : {}) }
}

function schemaOfRule(rule: FieldRule): Json {
  const value = { type: 'string', pattern: rule.pattern, minLength: rule.minLength, maxLength: rule.maxLength }
  if (!rule.type) return nested(rule.key.split('/'), value, true)
  const code = { type: 'object', properties: { type: { const: rule.type }, value }, required: ['type', 'value'] }
  return { properties: { routingCodes: { type: 'array', contains: code } }, required: ['routingCodes'] }
}
