import { expect, test } from 'vitest'
import { directoryList } from '../../../../test/support/directory-list.ts'
import { readPage } from './document.ts'

const ORG = '0015800001041RHAAY'
const read = (document: unknown) => readPage(Buffer.from(JSON.stringify(document)))
const statusesOf = (party: Omit<Parameters<typeof directoryList>[0][number], 'organisationId'>) =>
  Object.fromEntries(
    read(directoryList([{ organisationId: ORG, ...party }])).statuses.map((each) => [each.directoryId, each.status]),
  )

test.each([
  ['Active', 'Active'],
  ['active', 'Active'],
  ['Withdrawn', 'Withdrawn'],
  ['Revoked', 'Revoked'],
  ['Requested', 'Requested'],
  ['Suspended', 'Suspended'],
])('an organisation with the status %s counts as %s', (status, expected) => {
  expect(statusesOf({ status })).toEqual({ [ORG]: expected })
})

test('an organisation that is withdrawn in all its domains is withdrawn, also without a status of its own', () => {
  expect(statusesOf({ domains: { PSD2: 'Withdrawn', CD: 'Revoked' } })).toEqual({ [ORG]: 'Withdrawn' })
  expect(statusesOf({ status: 'Active', domains: { PSD2: 'Revoked' } })).toEqual({ [ORG]: 'Revoked' })
  expect(statusesOf({ status: 'Revoked', domains: { PSD2: 'Active' } })).toEqual({ [ORG]: 'Revoked' })
})

test('software counts by its own flag and by the status of its organisation in its domain', () => {
  const software = [
    { id: 'good' },
    { id: 'off', active: false },
    { id: 'islands', domain: 'CD' },
    { id: 'other', domain: 'Pay.UK' },
  ]
  expect(statusesOf({ domains: { PSD2: 'Active', CD: 'Withdrawn' }, software })).toEqual({
    [ORG]: 'Active',
    good: 'Active',
    off: 'Inactive',
    islands: 'Withdrawn',
    other: 'Active',
  })
})

test('an organisation without any status is unknown, and so is its software', () => {
  expect(statusesOf({ software: [{ id: 'good' }] })).toEqual({})
  expect(statusesOf({ status: null })).toEqual({})
})

const listed = directoryList([{ organisationId: ORG, status: 'Active' }])
const without = (name: keyof typeof listed) => ({ ...listed, [name]: undefined })
const organisation = (change: object) => ({
  ...listed,
  Resources: [{ 'urn:openbanking:organisation:1.0': { OBOrganisationId: ORG, status: 'Active', ...change } }],
})

test.each([
  ['a page of an error', '<html></html>', /JSON/],
  ['an empty text', '', /JSON/],
  ['a cut-off list', JSON.stringify(listed).slice(0, -9), /JSON/],
  ['a SCIM error', { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' }, /not a list/],
  ['a list of something else', { ...listed, schemas: ['urn:example'] }, /ListResponse/],
  ['a list without its number of results', without('totalResults'), /not a list/],
  ['a list without third parties', { ...listed, totalResults: 0, Resources: [] }, /not a list/],
  ['a list without resources', without('Resources'), /not a list/],
  ['a third party without its id', organisation({ OBOrganisationId: undefined }), /not a list/],
  ['an id with other characters', organisation({ OBOrganisationId: 'a\u0000b' }), /not a list/],
  ['a status that is no word', organisation({ status: 7 }), /not a list/],
  ['a member twice', JSON.stringify(listed).replace('{', '{"totalResults":1,'), /more than once/],
  ['an array', [], /not a list/],
])('%s is no list of third parties', (_name, document, reason) => {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  expect(() => readPage(Buffer.from(text))).toThrow(reason)
})
