import path from 'node:path'
import { Type } from 'typebox'
import { type Institution, readInstitution, withoutFile } from '../institution/index.ts'
import { SettingsError } from './errors.ts'

/** The environment variable of the institution. */
export const INSTITUTION_VARIABLES = {
  INSTITUTION_FILE: Type.Optional(
    Type.String({
      description: 'JSON file with your name, address, LEI, look and branches; see docs/guides/your-institution.md',
    }),
  ),
}

/** Members of the file that took the place of variables. */
const MOVED: Record<string, string> = {
  INSTITUTION_NAME: 'tradingName',
  INSTITUTION_LICENCE: 'licence',
  INSTITUTION_SAFEGUARDING: 'safeguarding',
  INSTITUTION_CONTACT: 'contact',
  INSTITUTION_OBJECTION_DAYS: 'objectionDays',
  INSTITUTION_LOGO: 'logo',
  INSTITUTION_COLOUR: 'accentColour',
  INSTITUTION_SUPPORT: 'support',
  INSTITUTION_TIME_ZONE: 'timeZone',
}

/**
 * Returns the institution of this process.
 *
 * @throws Error that names every invalid member of the file, or the variables that the file replaces
 */
export function institutionOf(
  env: { INSTITUTION_FILE?: string; SANDBOX: boolean },
  raw: Record<string, string | undefined>,
): Institution {
  const moved = Object.entries(MOVED).filter(([name]) => raw[name]?.trim())
  if (moved.length > 0) {
    const texts = moved.map(([name, member]) => `${name} is not read; it is now "${member}" in the INSTITUTION_FILE.`)
    throw new SettingsError(texts)
  }
  const file = env.INSTITUTION_FILE
  return file === undefined ? withoutFile(env.SANDBOX) : readInstitution(path.resolve(file), env.SANDBOX)
}
