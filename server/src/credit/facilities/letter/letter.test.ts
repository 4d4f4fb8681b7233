import { expect, test } from 'vitest'
import { sampleFacility, sampleFacilityLetter } from '../../../../test/samples/facility.ts'
import { client, issuer } from '../../../../test/samples/parties.ts'
import { letterModel } from './letter.ts'
import { periodWords } from './period-words.ts'

test.each([
  ['P12M', '12 months'],
  ['P1M', '1 month'],
  ['P1Y6M', '1 year 6 months'],
  ['P7D', '7 days'],
  ['PT1H', 'PT1H'],
])('a letter shows %s as %s', (period, words) => expect(periodWords(period)).toBe(words))

test('a letter states settlement limit, security, conditions precedent and expiry', () => {
  const { blocks } = sampleFacilityLetter()
  const facts = blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []))
  expect(Object.fromEntries(facts)).toMatchObject({
    'Settlement limit': '250,000.00 EUR a day',
    Security: 'Guarantee of the parent company',
    Expires: 'At the end of 3 November 2028',
  })
  const texts = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []))
  expect(texts[0]).toBe(
    'Before the first deal the lender must have received: This letter, signed by the client; The guarantee, signed by the parent company.',
  )
})

test('a letter gives the client its whole address, as the confirmations of its deals do', () => {
  const [address] = client.addresses
  const entity = { ...client, addresses: [{ ...address!, line2: 'Block O', region: 'HH' }] }
  const facility = { ...sampleFacility, conditionsPrecedent: [] }
  const [parties] = letterModel(issuer, entity, facility, []).blocks
  expect(parties?.kind === 'parties' && parties.parties[1]!.lines.slice(0, 3)).toEqual([
    'Speicherstraße 12',
    'Block O',
    '20457 Hamburg HH, DE',
  ])
})
