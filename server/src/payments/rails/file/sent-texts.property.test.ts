import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RAILS, SCHEMES } from '../../schemes/index.ts'
import { asSent } from '../as-sent.ts'
import type { RailInstruction } from '../rail.ts'
import { pacs008 } from './pacs008.ts'
import { pain001 } from './pain001.ts'
import type { FileRailSettings } from './settings.ts'

const at = new Date('2026-11-20T10:00:00.000Z')
const SWIFT_X = /^[A-Za-z0-9/\-?:().,'+ ]*$/
const WIDE = /^[A-Za-z0-9/\-?:().,'+ !#&%*=^_{}~";@[\\\]$><|`]*$/

const text = (most: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: most }),
      fc.string({ unit: fc.constantFrom(...'aZß&#_é€…Łüж '.split('')) }),
    )
    .map((said) => `A${said}`.slice(0, most))

/** A party with every text that it can have. */
const party = fc.record({
  name: text(140),
  type: fc.constantFrom('Individual' as const, 'Company' as const),
  address: fc.record({
    line1: text(70),
    line2: text(70),
    city: text(70),
    region: text(70),
    postCode: text(16),
    countryCode: fc.constant('DE'),
  }),
  identification: fc.record({ type: text(35), value: text(35), country: fc.constant('DE') }),
  placeOfBirth: text(35),
  dateOfBirth: fc.constant('1980-02-29'),
})

const instructions = fc.record({
  uetr: fc.constant('3e3ef8f6-3c1c-4e2f-9a39-0d1b7d1e5b11'),
  endToEndId: fc.constant('E2E-1'),
  rail: fc.constantFrom(...RAILS),
  currency: fc.constant('EUR'),
  amount: fc.constant('1250.50'),
  paymentDate: fc.constant('2026-11-20'),
  reference: text(35),
  chargeBearer: fc.constant('SHA' as const),
  debtor: party.map((of) => ({ ...of, accountId: 'acc_1', iban: 'DE02120300000000202051' })),
  creditor: fc.tuple(party, text(140), text(140)).map(([of, bankName, bankAddress]) => ({
    ...of,
    bankName,
    bankAddress,
    bankCountryCode: 'DE',
    accountNumber: '1',
  })),
  details: fc.record(
    {
      payer: party,
      ultimateDebtor: party,
      ultimateCreditor: party,
      remittance: fc.record({
        unstructured: text(140),
        structured: fc.record({ creditorReference: text(35), invoiceNumber: text(35) }, { requiredKeys: [] }),
      }),
      invoice: fc.record({ number: text(35) }),
      regulatoryReporting: fc.record({
        code: text(10),
        country: fc.constant('DE'),
        details: fc.array(text(35), { maxLength: 10 }),
      }),
    },
    { requiredKeys: [] },
  ),
}) satisfies fc.Arbitrary<RailInstruction>

const settings: FileRailSettings = {
  format: 'pacs.008',
  name: 'Müller & Söhne Zahlungen',
  bic: 'CMBTDEFFXXX',
  bankBic: 'DEUTDEFF',
  accounts: { EUR: 'DE89370400440532013000' },
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
/** The texts of a message by the name of their element. */
const textsIn = (xml: string): [name: string, text: string][] =>
  [...xml.matchAll(/<(\w+)(?: Ccy="\w+")?>([^<]+)<\/\1>/g)].map(([, name, said]) => [
    name!,
    said!.replace(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!),
  ])

test('every text of a message is in the characters and the length that its rail accepts', () => {
  fc.assert(
    fc.property(instructions, (instruction) => {
      const { characters, nameLimit } = SCHEMES[instruction.rail].text
      const isSepa = instruction.rail.startsWith('Sepa')
      for (const write of [pacs008, pain001]) {
        for (const [name, said] of textsIn(write(asSent(instruction), settings, at))) {
          expect([instruction.rail, name, said.match(characters === 'SwiftX' ? SWIFT_X : WIDE)?.[0]]).toEqual([
            instruction.rail,
            name,
            said,
          ])
          if (name === 'Nm' && isSepa) expect([name, said.length <= nameLimit]).toEqual([name, true])
        }
      }
    }),
    { numRuns: 300, seed: 7 },
  )
}, 60_000)
