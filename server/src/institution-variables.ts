import path from 'node:path'
import { type Static, Type } from 'typebox'
import { type Issuer, OBJECTION_DAYS } from './documents/index.ts'
import type { InstitutionSettings } from './open-banking/authorisation/index.ts'

/** Environment variables that describe the institution: on documents, and on the open-banking pages. */
export const INSTITUTION_VARIABLES = {
  INSTITUTION_NAME: Type.Optional(
    Type.String({
      maxLength: 70,
      expected: 'a name of at most 70 characters',
      description: 'issuer of documents, name on the open-banking pages',
    }),
  ),
  INSTITUTION_LICENCE: Type.Optional(Type.String({ description: 'sentence on documents: the authorisation' })),
  INSTITUTION_SAFEGUARDING: Type.Optional(
    Type.String({ description: "sentence on documents: safeguarding of clients' money" }),
  ),
  INSTITUTION_CONTACT: Type.Optional(
    Type.String({ description: 'line on documents: contact for questions and complaints' }),
  ),
  INSTITUTION_OBJECTION_DAYS: Type.Integer({
    minimum: 1,
    maximum: 90,
    default: OBJECTION_DAYS,
    description: 'days after its issue in which a client can object to a trade confirmation',
  }),
  INSTITUTION_LOGO: Type.Optional(
    Type.String({ description: 'PNG, JPEG or SVG file of at most 128 KiB, for the open-banking pages' }),
  ),
  INSTITUTION_COLOUR: Type.String({
    pattern: '^#[0-9A-Fa-f]{6}$',
    expected: 'a colour like #0b4f8a',
    default: '#0b4f8a',
    description: 'colour of those pages, with a contrast of at least 3 with white',
  }),
  INSTITUTION_SUPPORT: Type.Optional(
    Type.String({
      maxLength: 200,
      expected: 'a line of at most 200 characters',
      description: 'line on those pages: where users get help (default: INSTITUTION_CONTACT)',
    }),
  ),
  INSTITUTION_TIME_ZONE: Type.String({
    default: 'Europe/London',
    description: 'zone of the times on those pages before the user is known',
  }),
}
const Institution = Type.Object(INSTITUTION_VARIABLES)
type InstitutionEnvironment = Static<typeof Institution> & { SANDBOX: boolean }

/** Issuer of the sandbox; an institution uses its configured data, or none. */
const SANDBOX_ISSUER: Issuer = {
  name: 'Cambist Sandbox',
  licence: 'A sandbox: it holds no licence.',
  safeguarding: 'The money shown is simulated; no institution holds it.',
  contact: 'Questions: the operator of this sandbox.',
}

/** Returns the issuer of statements, confirmations and letters. */
export function issuerOf(env: InstitutionEnvironment): Issuer {
  const unsaid = env.SANDBOX ? SANDBOX_ISSUER : { name: 'Cambist', licence: '', safeguarding: '', contact: '' }
  return {
    name: env.INSTITUTION_NAME ?? unsaid.name,
    licence: env.INSTITUTION_LICENCE ?? unsaid.licence,
    safeguarding: env.INSTITUTION_SAFEGUARDING ?? unsaid.safeguarding,
    contact: env.INSTITUTION_CONTACT ?? unsaid.contact,
    objectionDays: env.INSTITUTION_OBJECTION_DAYS,
  }
}

/** Returns the institution as the open-banking pages show it. */
export function pagesOf(env: InstitutionEnvironment): InstitutionSettings {
  const { name, contact } = issuerOf(env)
  return {
    name,
    support: env.INSTITUTION_SUPPORT ?? contact,
    timeZone: env.INSTITUTION_TIME_ZONE,
    colour: env.INSTITUTION_COLOUR.toLowerCase(),
    ...(env.INSTITUTION_LOGO && { logo: path.resolve(env.INSTITUTION_LOGO) }),
  }
}
