import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { Names } from '../../../kernel/http/wire.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { RAILS } from '../../schemes/index.ts'

/** `rail.json` in the folder of the file rail: which message a bank wants, and under which name and accounts we send it. */
const Settings = Type.Object(
  {
    /** pacs.008 between banks and for direct participants; pain.001 for a customer of a bank. */
    format: Type.Enum(['pacs.008', 'pain.001']),
    /** Our name, as the bank knows us. */
    name: Type.String({ minLength: 1, maxLength: 140 }),
    /** Our BIC. With pain.001 optional: a bank's customer may have none. */
    bic: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$' })),
    /** The bank the messages go to. */
    bankBic: Type.String({ pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$' }),
    /** Our account at the bank for each currency: its IBAN, or its number where there is none. pain.001 pays from it. */
    accounts: Type.Optional(Names('^[A-Z]{3}$', Type.String({ maxLength: 34 }))),
    /** Seconds between two looks into the folder `inbox`. */
    pollSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3600 })),
    /** Names the bank in instructions and in references. One of several folders may have none. */
    id: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{0,30}$' })),
    /** Schemes that the bank serves; all if absent. */
    schemes: Type.Optional(Type.Array(Type.Enum([...RAILS]), { minItems: 1 })),
    /** Entities that the bank serves; all if absent. */
    entities: Type.Optional(Type.Array(Type.String({ pattern: '^ent_[0-9A-Za-z]{26}$' }), { minItems: 1 })),
  },
  { additionalProperties: false },
)
export type FileRailSettings = Static<typeof Settings>

const EXAMPLE_SETTINGS: FileRailSettings = {
  format: 'pacs.008',
  name: 'Example Payments Ltd',
  bic: 'EXPLGB2LXXX',
  bankBic: 'BANKGB2LXXX',
  accounts: { EUR: 'GB33BUKB20201555555555' },
  pollSeconds: 10,
}

/**
 * Reads and checks the settings of a rail folder.
 *
 * @throws Error that names each error and shows a file that would pass
 */
export function readSettings(directory: string): FileRailSettings {
  const file = path.join(directory, 'rail.json')
  const settings = parse(file)
  const errors = [...Errors(Settings, settings)].map((error) => `  ${error.instancePath || '/'} ${sentenceOf(error)}`)
  const { format, bic, accounts, entities } = settings as FileRailSettings
  if (errors.length === 0 && format === 'pacs.008' && !bic) errors.push('  /bic is needed for pacs.008')
  for (const id of errors.length === 0 ? (entities ?? []) : [])
    if (!parseId('ent', id)) errors.push(`  /entities has ${id}, which is no id of an entity`)
  if (errors.length === 0 && format === 'pain.001' && !accounts) errors.push('  /accounts is needed for pain.001')
  if (errors.length > 0) throw new Error(`${file} has errors:\n${errors.join('\n')}\n${example}`)
  return settings as FileRailSettings
}

interface SettingsError {
  instancePath: string
  keyword: string
  params: object
  message: string
}

/** Returns what is wrong, with the values or the names that would be right. */
function sentenceOf(error: SettingsError): string {
  const { instancePath, keyword, params, message } = error
  const { allowedValues, additionalProperties } = params as {
    allowedValues?: string[]
    additionalProperties?: string[]
  }
  if (allowedValues) return `must be one of: ${allowedValues.join(', ')}`
  if (keyword !== 'additionalProperties' || !additionalProperties) return message
  if (instancePath === '/accounts')
    return `has fields that are no currency code such as EUR: ${additionalProperties.join(', ')}`
  return `has unknown fields: ${additionalProperties.join(', ')}. Known fields: ${Object.keys(Settings.properties).join(', ')}`
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as Error).message}).\n${example}`, { cause: error })
  }
}

const example = `An example that would pass:\n${JSON.stringify(EXAMPLE_SETTINGS, null, 2)}`
