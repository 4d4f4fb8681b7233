import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { HARTWICK, institutionFile, LOGO_SVG } from '../../test/support/institution.ts'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { readConfig } from '../settings/config.ts'
import { contrast, textOn } from './colour.ts'
import { requireIdentity } from './index.ts'

const read = (members: object, env: Record<string, string> = {}, logo?: string) =>
  readConfig({ INSTITUTION_FILE: institutionFile(members, logo), ...env }).institution
const errorOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
const changed = (index: number, change: object) => ({
  branches: HARTWICK.branches.map((branch, i) => (i === index ? { ...branch, ...change } : branch)),
})
const production = { SANDBOX: 'false', OPEN_BANKING: 'false' }

test('a complete file is all that a production needs', () => {
  const institution = read(HARTWICK, production)
  expect(institution).toMatchObject({
    name: 'Hartwick Bank',
    legalName: HARTWICK.legalName,
    colour: '#7a1f5c',
    objectionDays: 11,
    missing: [],
  })
  expect(institution.logo!.svg).toBe(LOGO_SVG)
  expect(institution.logo!.picture.shapes.map(({ fill, stroke }) => fill ?? stroke)).toEqual(Array(3).fill('#7a1f5c'))
})

test.each([
  ['/lei is "HARTWICK0TEST0000015"; it must be a legal entity identifier', { lei: 'HARTWICK0TEST0000015' }],
  ['/legalName is ""; it must be the registered name of at most 140 characters', { legalName: '' }],
  ['/legalName is "A\\nB"; it must be', { legalName: 'A\nB' }],
  ['/tradingName is "xxx', { tradingName: 'x'.repeat(71) }],
  ['/address is "Here"; it must be an object with line1, city and countryCode', { address: 'Here' }],
  ['/address/city is missing; it must be the town', { address: { line1: 'Here 1', countryCode: 'DK' } }],
  [
    '/address/countryCode is "QQ"; it must be a code of ISO 3166',
    { address: { ...HARTWICK.address, countryCode: 'QQ' } },
  ],
  ['/name is unknown; known are legalName, tradingName, address, lei', { name: 'Hartwick' }],
  ['/accentColour is "red"; it must be a colour like #0b4f8a', { accentColour: 'red' }],
  ['/accentColour is #FFD400, whose contrast with white is 1.4; it must be at least 3', { accentColour: '#FFD400' }],
  ['/timeZone is "Europe/Atlantis"; it must be a time zone like Europe/London', { timeZone: 'Europe/Atlantis' }],
  ['/objectionDays is 0; it must be a whole number of days from 1 to 90', { objectionDays: 0 }],
  ['/logo names ', { logo: 'none.svg' }],
  ['/branches is []; it must be a list with at least one branch', { branches: [] }],
  ['/branches/0/bic is "HRTWGB2L"; it must be a BIC of a bank in IE', changed(0, { bic: 'HRTWGB2L' })],
  [
    '/branches/1/sortCode is "12345"; it must be the sort code of the branch: 6 digits',
    changed(1, { sortCode: '12345' }),
  ],
  [
    '/branches/1/bankCode is "123456"; it must be absent: accounts in GB have no bank code',
    changed(1, { bankCode: '123456' }),
  ],
  [
    '/branches/2/bankCode is missing; it must be the bank code of the branch: 8 digits',
    changed(2, { bankCode: undefined }),
  ],
  ['/branches/2/country is "GB"; it must be a country that no branch before it has', changed(2, HARTWICK.branches[1]!)],
  [
    '/branches/2/country is "SE"; it must be one of GB, IE, DE, LU, NL, BE, FR, ES',
    changed(2, { country: 'SE', bic: 'HRTWSESS' }),
  ],
])('the service does not start with an identity that would mislead payers: %s', (sentence, change) => {
  expect(errorOf(() => read({ ...HARTWICK, ...change }))).toContain(sentence)
})

test('all errors of a file are reported together', () => {
  const message = errorOf(() =>
    read({ ...HARTWICK, lei: 'no', timeZone: 'no', objectionDays: 'no', ...changed(1, { bic: 'no' }) }),
  )
  for (const at of ['/lei', '/timeZone', '/objectionDays', '/branches/1/bic']) expect(message).toContain(`  ${at} is`)
})

test.each([
  ['is no SVG file', '<html></html>'],
  ['is no SVG file', '<svg viewBox="0 0 1 1"><g></svg>'],
  ['has no size; add a viewBox', '<svg><rect width="1" height="1"/></svg>'],
  ['contains <script>', '<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>'],
  ['contains <text>', '<svg viewBox="0 0 1 1"><text>Hartwick</text></svg>'],
  ['has the paint constructor', '<svg viewBox="0 0 1 1"><rect width="1" height="1" fill="constructor"/></svg>'],
  ['has the paint url(#a)', '<svg viewBox="0 0 1 1"><rect width="1" height="1" fill="url(#a)"/></svg>'],
  ['has a document type', '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>'],
  ['has 65 KiB', `<svg viewBox="0 0 1 1"><!--${'x'.repeat(64 * 1024)}--></svg>`],
])('a logo that documents cannot show stops the start: it %s', (sentence, logo) => {
  expect(errorOf(() => read(HARTWICK, {}, logo))).toContain(sentence)
})

test('a file that is missing or no JSON stops the start', () => {
  expect(errorOf(() => readConfig({ INSTITUTION_FILE: '/nowhere.json' }))).toContain('INSTITUTION_FILE cannot be read')
  const file = path.join(temporaryDirectory(), 'bad.json')
  writeFileSync(file, '{')
  expect(errorOf(() => readConfig({ INSTITUTION_FILE: file }))).toContain('INSTITUTION_FILE cannot be read as JSON')
})

test('a variable of an earlier release stops the start, and the error names its replacement', () => {
  const env = { INSTITUTION_NAME: 'Hartwick', INSTITUTION_COLOUR: '#7a1f5c' }
  expect(errorOf(() => readConfig(env))).toBe(
    'The environment is invalid:\n' +
      '  INSTITUTION_NAME is not read; it is now "tradingName" in the INSTITUTION_FILE.\n' +
      '  INSTITUTION_COLOUR is not read; it is now "accentColour" in the INSTITUTION_FILE.',
  )
})

test('a production without a complete identity starts, opens no account, and names all that is missing', () => {
  const institution = readConfig(production).institution
  expect(institution.name).not.toMatch(/cambist/i)
  const all = ['legalName', 'address', 'lei', 'licence', 'safeguarding', 'contact', 'branches']
  expect(() => requireIdentity(institution)).toThrow(
    expect.objectContaining({ code: 'institution_not_configured', params: { missing: all } }),
  )
  const { branches: _, ...rest } = HARTWICK
  const without = read(rest, production)
  expect(() => requireIdentity(without)).toThrow(expect.objectContaining({ params: { missing: ['branches'] } }))
  expect(() => requireIdentity(without, true)).not.toThrow()
})

test('a sandbox has a complete identity that states what it is, and takes what a file has in its place', () => {
  const sandbox = readConfig({}).institution
  expect(sandbox).toMatchObject({ name: 'Cambist Sandbox', lei: 'SANDBOX0CAMBIST00043', missing: [] })
  expect(sandbox.licence).toBe('A sandbox: it holds no licence.')
  expect(read({ timeZone: 'America/New_York' })).toEqual({ ...sandbox, timeZone: 'America/New_York' })
  expect(read({ legalName: 'Hartwick A/S' }).name).toBe('Hartwick A/S')
})

test('the shade that is suggested for a bright colour is accepted', () => {
  const [, suggested] = /shade is (#\w{6})/.exec(errorOf(() => read({ accentColour: '#FFD400' })))!
  expect(read({ accentColour: suggested }).colour).toBe(suggested)
})

test('the text on any accepted colour is black or white, whichever can be read', () => {
  for (const colour of ['#000000', '#0b4f8a', '#e30613', '#949494'])
    expect(contrast(textOn(colour), colour)).toBeGreaterThanOrEqual(4.5)
  expect([textOn('#0b4f8a'), textOn('#949494')]).toEqual(['#ffffff', '#000000'])
})

test('help on pages is the contact unless they have a line of their own', () => {
  expect(read({ contact: 'bank@example.com' }).help).toBe('bank@example.com')
  expect(read({ contact: 'bank@example.com', support: 'Call us' }).help).toBe('Help: Call us')
})
