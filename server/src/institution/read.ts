import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Errors } from 'typebox/value'
import { isCountry } from '../kernel/values/countries.ts'
import { isLei } from '../kernel/text/lei.ts'
import { branchErrors } from './branches.ts'
import { contrast, shadeFor } from './colour.ts'
import type { Institution } from './identity.ts'
import { type Logo, readLogo } from './logo.ts'
import { SANDBOX_IDENTITY, SANDBOX_LOGO } from './sandbox.ts'
import { InstitutionFile } from './schema.ts'

/** Least contrast of a mark or an edge with its ground (WCAG 1.4.11). */
const LEAST_CONTRAST = 3

/** Members that an institution must state before it opens accounts. */
const NEEDED = ['legalName', 'address', 'lei', 'licence', 'safeguarding', 'contact', 'branches'] as const

/** Name on documents and pages of a production without a file. */
const UNNAMED = 'Unnamed institution'

/** An error in the file: JSON pointer, and the end of a sentence about it. */
interface MemberError {
  at: string
  text: string
}

/**
 * Reads the operator's file about the institution. In the sandbox, members that it lacks are those of the sandbox.
 *
 * @throws Error that names every invalid member and what is valid there
 */
export function readInstitution(file: string, isSandbox: boolean): Institution {
  const given = parsed(file)
  const shapeErrors = errorsOfShape(given)
  const wrong = shapeErrors.map(({ at }) => at.split('/')[1])
  const sound = Object.fromEntries(Object.entries(given as object).filter(([name]) => !wrong.includes(name)))
  const { errors, logo } = checkMembers(sound as InstitutionFile, path.dirname(file))
  const all = [...shapeErrors, ...errors].map(({ at, text }) => `  ${at || 'the file'} ${text}.`)
  if (all.length > 0) throw new Error(`The institution in ${file} (INSTITUTION_FILE) is invalid:\n${all.join('\n')}`)
  return resolved(given as InstitutionFile, logo, isSandbox)
}

/** The institution of a process without a file: invented in the sandbox, and incomplete otherwise. */
export const withoutFile = (isSandbox: boolean): Institution => resolved({}, undefined, isSandbox)

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Error(`INSTITUTION_FILE cannot be read as JSON: ${(error as Error).message}`, { cause: error })
  }
}

/** Returns the errors of form, one for each member. */
function errorsOfShape(given: unknown): MemberError[] {
  const found = new Map<string, string>()
  for (const { keyword, instancePath, schemaPath, params } of Errors(InstitutionFile, given)) {
    const said = params as { requiredProperties?: string[] }
    if (keyword === 'additionalProperties') continue // each such member has an error of its own
    if (keyword === 'required')
      for (const name of said.requiredProperties ?? [])
        found.set(`${instancePath}/${name}`, `is missing; it must be ${expectedAt(`${schemaPath}/properties/${name}`)}`)
    else if (keyword === 'boolean') found.set(instancePath, `is unknown; known are ${membersAt(schemaPath).join(', ')}`)
    else found.set(instancePath, `is ${shown(valueAt(given, instancePath))}; it must be ${expectedAt(schemaPath)}`)
  }
  return [...found].map(([at, text]) => ({ at, text }))
}

const stepsOf = (pointer: string): string[] => pointer.split('/').slice(1)
type Schema = Record<string, unknown> & { expected?: string; properties?: object }
const schemaAt = (steps: readonly string[]): Schema =>
  steps.reduce<Schema>((at, step) => at[step] as Schema, InstitutionFile as unknown as Schema)
const expectedAt = (schemaPath: string): string => schemaAt(stepsOf(schemaPath)).expected!
const membersAt = (schemaPath: string): string[] => Object.keys(schemaAt(stepsOf(schemaPath).slice(0, -1)).properties!)
const valueAt = (value: unknown, pointer: string): unknown =>
  stepsOf(pointer).reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], value)

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Checks what the form of members leaves open. */
function checkMembers(file: InstitutionFile, folder: string): { errors: MemberError[]; logo?: Logo } {
  const { lei, accentColour, timeZone, branches = [], address } = file
  const errors: MemberError[] = []
  const expect = (isValid: boolean, at: string, value: unknown, expected: string) =>
    isValid || errors.push({ at, text: `is ${shown(value)}; it must be ${expected}` })
  if (lei !== undefined) expect(isLei(lei), '/lei', lei, expectedAt('#/properties/lei'))
  if (timeZone !== undefined) expect(isTimeZone(timeZone), '/timeZone', timeZone, expectedAt('#/properties/timeZone'))
  if (address) expect(isCountry(address.countryCode), '/address/countryCode', address.countryCode, 'a code of ISO 3166')
  for (const { at, error } of branchErrors(branches)) {
    const value = branches[at]![error.member as keyof (typeof branches)[number]]
    const text = `${value === undefined ? 'is missing' : `is ${shown(value)}`}; it must be ${error.expected}`
    errors.push({ at: `/branches/${at}/${error.member}`, text })
  }
  if (accentColour !== undefined) errors.push(...colourErrors(accentColour))
  const read = file.logo === undefined ? undefined : logoOf(path.resolve(folder, file.logo))
  if (read && 'error' in read) errors.push({ at: '/logo', text: read.error })
  return { errors, ...(read && 'svg' in read && { logo: read }) }
}

function colourErrors(colour: string): MemberError[] {
  const found = contrast(colour, '#ffffff')
  if (found >= LEAST_CONTRAST) return []
  const nearest = shadeFor(colour, '#ffffff', LEAST_CONTRAST)
  const text = `is ${colour}, whose contrast with white is ${found.toFixed(1)}; it must be at least ${LEAST_CONTRAST}. The nearest darker shade is ${nearest}`
  return [{ at: '/accentColour', text }]
}

function isTimeZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en-GB', { timeZone }) !== undefined
  } catch {
    return false
  }
}

function logoOf(file: string): Logo | { error: string } {
  try {
    return readLogo(readFileSync(file))
  } catch (error) {
    return { error: `names ${file}, which ${(error as Error).message}` }
  }
}

function resolved(given: InstitutionFile, logo: Logo | undefined, isSandbox: boolean): Institution {
  const { tradingName: itsName, ...sandbox } = isSandbox ? SANDBOX_IDENTITY : {}
  const file = { ...sandbox, ...given }
  const named = given.tradingName ?? given.legalName ?? itsName ?? UNNAMED
  const shownLogo = logo ?? (isSandbox && !given.legalName && !given.tradingName ? SANDBOX_LOGO : undefined)
  const { contact = '', branches = [] } = file
  const lacking = NEEDED.filter((member) => given[member] === undefined)
  return {
    name: named,
    legalName: file.legalName ?? named,
    ...(file.address && { address: file.address }),
    ...(file.lei !== undefined && { lei: file.lei }),
    licence: file.licence ?? '',
    safeguarding: file.safeguarding ?? '',
    contact,
    help: given.support === undefined ? contact : `Help: ${given.support}`,
    ...(shownLogo && { logo: shownLogo }),
    colour: (file.accentColour ?? '#0b4f8a').toLowerCase(),
    timeZone: file.timeZone ?? 'Europe/London',
    objectionDays: file.objectionDays ?? 7,
    branches,
    missing: isSandbox ? [] : lacking,
    invented: isSandbox ? lacking : [],
  }
}
