import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { haveIsoSchemas, schemaErrors } from '../../../../test/support/iso20022.ts'
import type { RailInstruction } from '../rail.ts'
import { pacs008 } from './pacs008.ts'
import { pain001 } from './pain001.ts'
import type { FileRailSettings } from './settings.ts'

const settings: FileRailSettings = {
  format: 'pacs.008',
  name: 'Cambist Payments & Co',
  bic: 'CMBTDEFFXXX',
  bankBic: 'DEUTDEFF',
  accounts: Object.fromEntries(
    ['EUR', 'GBP', 'USD', 'CHF', 'CNY', 'INR', 'AED', 'CAD', 'JPY', 'KWD'].map((c) => [c, 'DE89370400440532013000']),
  ),
}
const at = new Date('2026-11-20T10:00:00.000Z')

const instruction = (change: Partial<RailInstruction> = {}): RailInstruction => ({
  uetr: '3e3ef8f6-3c1c-4e2f-9a39-0d1b7d1e5b11',
  endToEndId: 'E2E-1',
  rail: 'Sepa',
  currency: 'EUR',
  amount: '1250.50',
  paymentDate: '2026-11-20',
  reference: 'Invoice 7',
  chargeBearer: 'SHA',
  debtor: {
    name: 'Harbour Imports B.V.',
    accountId: 'acc_1',
    iban: 'DE02120300000000202051',
    type: 'Company',
    country: 'NL',
    address: { line1: 'Kade 1', city: 'Rotterdam', postCode: '3011', countryCode: 'NL' },
    lei: '5493001KJTIIGC8Y1R12',
  },
  creditor: {
    name: 'Müller & Söhne <GmbH>',
    type: 'Company',
    countryCode: 'DE',
    bankCountryCode: 'DE',
    address: { line1: 'Hauptstraße 1', line2: 'Hof', city: 'Berlin', countryCode: 'DE' },
    iban: 'DE89370400440532013000',
  },
  details: {},
  ...change,
})
const payee = (change: object) => ({ ...instruction().creditor, iban: undefined, ...change })
const codes = (...pairs: [type: string, value: string][]) => pairs.map(([type, value]) => ({ type, value }))

/** One order for each kind of destination. */
const corridors: Record<string, RailInstruction> = {
  'SEPA by IBAN alone': instruction(),
  'SEPA Instant with a creditor reference': instruction({
    rail: 'SepaInstant',
    details: { remittance: { structured: { creditorReference: 'RF18539007547034' } } },
  }),
  'SEPA with an invoice': instruction({
    details: {
      remittance: { structured: { invoiceNumber: 'INV-7', invoiceDate: '2026-11-01', invoiceAmount: '1250.50' } },
    },
  }),
  'SEPA with a creditor reference and more than goes with it': instruction({
    details: {
      remittance: {
        unstructured: 'x'.repeat(140),
        structured: { creditorReference: '7'.repeat(35), invoiceNumber: 'INV-7' },
      },
      invoice: { number: 'INV-8' },
    },
  }),
  'CHF to a QR-IBAN, two invoices': instruction({
    rail: 'Local',
    currency: 'CHF',
    creditor: payee({ iban: 'CH4431999123000889012', bankCountryCode: 'CH' }),
    details: {
      remittance: { structured: { creditorReference: '210000000003139471430009017', invoiceNumber: 'INV-7' } },
      invoice: { number: 'INV-8', date: '2026-11-01' },
    },
  }),
  'SEPA for a client that pays for another party': instruction({
    details: { ultimateDebtor: { name: 'Parent plc', type: 'Company', country: 'GB' } },
  }),
  'GBP by FPS': instruction({
    rail: 'Fps',
    currency: 'GBP',
    creditor: payee({ bankCountryCode: 'GB', accountNumber: '66374958', routingCodes: codes(['SortCode', '089999']) }),
  }),
  'GBP to a building society, by roll number, with a purpose': instruction({
    rail: 'Fps',
    currency: 'GBP',
    purposeCode: 'SUPP',
    creditor: payee({
      bankCountryCode: 'GB',
      accountNumber: '66374958',
      routingCodes: codes(['SortCode', '089999']),
      secondaryReference: '1234/567 890',
    }),
  }),
  'GBP by CHAPS with a purpose': instruction({
    rail: 'Chaps',
    currency: 'GBP',
    purposeCode: 'SUPP',
    creditor: payee({ bankCountryCode: 'GB', accountNumber: '66374958', routingCodes: codes(['SortCode', '089999']) }),
  }),
  'USD by Fedwire to a person': instruction({
    rail: 'Fedwire',
    currency: 'USD',
    creditor: payee({
      type: 'Individual',
      dateOfBirth: '1980-02-29',
      placeOfBirth: 'Boston',
      bankCountryCode: 'US',
      accountNumber: '12345678901',
      routingCodes: codes(['Aba', '021000021']),
      identification: { type: 'Passport', value: 'X123', country: 'US' },
    }),
  }),
  'USD by SWIFT through a correspondent, on behalf of another': instruction({
    rail: 'Swift',
    currency: 'USD',
    chargeBearer: 'OUR',
    creditor: payee({
      iban: 'TR330006100519786457841326',
      bankCountryCode: 'TR',
      bic: 'TGBATRIS',
      intermediary: { bic: 'CHASUS33', account: '400123' },
    }),
    details: {
      ultimateDebtor: { name: 'Parent plc', address: { line1: '1 Road', city: 'London', countryCode: 'GB' } },
      ultimateCreditor: { name: 'Workshop', type: 'Individual', dateOfBirth: '1970-01-01' },
      remittance: {
        unstructured: 'x'.repeat(140),
        structured: { invoiceNumber: 'INV-7', invoiceDate: '2026-11-01', invoiceAmount: '1250.50' },
      },
      invoice: { number: 'INV-7', date: '2026-11-01' },
      regulatoryReporting: { code: 'P0103', country: 'IN', details: ['Goods', 'Textiles'] },
    },
  }),
  'CNY with a national purpose': instruction({
    rail: 'Swift',
    currency: 'CNY',
    purposeCode: '/CGODDR/',
    creditor: payee({
      bankCountryCode: 'CN',
      bic: 'BKCHCNBJ',
      accountNumber: '6222',
      routingCodes: codes(['Cnaps', '102100099996']),
    }),
  }),
  'INR by IFSC': instruction({
    rail: 'Local',
    currency: 'INR',
    purposeCode: 'P0103',
    creditor: payee({
      bankCountryCode: 'IN',
      accountNumber: '123456789012',
      routingCodes: codes(['Ifsc', 'HDFC0000001']),
    }),
    details: {
      payer: { name: 'Ignored', address: { line1: 'A', city: 'B', countryCode: 'NL' }, dateOfBirth: '1980-01-01' },
    },
  }),
  'AED with a three-letter purpose': instruction({
    rail: 'Swift',
    currency: 'AED',
    purposeCode: 'GDI',
    creditor: payee({ bankCountryCode: 'AE', bic: 'EBILAEAD', iban: 'AE070331234567890123456' }),
  }),
  'CAD by institution and transit': instruction({
    rail: 'Local',
    currency: 'CAD',
    creditor: payee({
      bankCountryCode: 'CA',
      accountNumber: '1234567',
      routingCodes: codes(['InstitutionNo', '003'], ['TransitNo', '00012']),
    }),
  }),
  'JPY without decimals, by bank and branch': instruction({
    rail: 'Local',
    currency: 'JPY',
    amount: '125000',
    creditor: payee({
      name: '東京商事',
      bankCountryCode: 'JP',
      accountNumber: '1234567',
      routingCodes: codes(['BankCode', '0001'], ['BranchCode', '001']),
    }),
  }),
  'KWD with three decimals': instruction({ rail: 'Swift', currency: 'KWD', amount: '10.125' }),
}

test.skipIf(!haveIsoSchemas)('every corridor is valid pacs.008.001.08 and pain.001.001.09', async () => {
  const all = Object.values(corridors)
  expect(await schemaErrors('pacs.008.001.08', ...all.map((each) => pacs008(each, settings, at)))).toEqual([])
  expect(await schemaErrors('pain.001.001.09', ...all.map((each) => pain001(each, settings, at)))).toEqual([])
})

test.skipIf(!haveIsoSchemas)('the messages are valid with any texts', async () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }).filter((text) => text.trim() !== '')
  const texts = fc.record({
    name: words,
    line1: words,
    city: words,
    reference: words,
    unstructured: words,
    bankName: words,
  })
  const messages = fc
    .sample(texts, { numRuns: 40, seed: 4 })
    .map(({ name, line1, city, reference, unstructured, bankName }) =>
      instruction({
        reference,
        creditor: { ...instruction().creditor, name, bankName, address: { line1, city, countryCode: 'DE' } },
        details: { remittance: { unstructured } },
      }),
    )
  expect(await schemaErrors('pacs.008.001.08', ...messages.map((each) => pacs008(each, settings, at)))).toEqual([])
  expect(await schemaErrors('pain.001.001.09', ...messages.map((each) => pain001(each, settings, at)))).toEqual([])
})

describe('details by which a bank routes and books', () => {
  const written = (name: string) => pacs008(corridors[name]!, settings, at)

  test.each([
    ['GBP by FPS', '<ClrSysId><Cd>GBDSC</Cd></ClrSysId><MmbId>089999</MmbId>'],
    ['CAD by institution and transit', '<Cd>CACPA</Cd></ClrSysId><MmbId>000300012</MmbId>'],
    ['JPY without decimals, by bank and branch', '<Cd>JPZGN</Cd></ClrSysId><MmbId>0001001</MmbId>'],
    ['INR by IFSC', '<Cd>INFSC</Cd></ClrSysId><MmbId>HDFC0000001</MmbId>'],
    ['INR by IFSC', '<Purp><Prtry>P0103</Prtry></Purp>'],
    ['GBP by CHAPS with a purpose', '<Purp><Cd>SUPP</Cd></Purp>'],
    ['SEPA by IBAN alone', '<CdtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></CdtrAgt>'],
    ['SEPA by IBAN alone', '<ChrgBr>SLEV</ChrgBr>'],
    ['USD by SWIFT through a correspondent, on behalf of another', '<ChrgBr>DEBT</ChrgBr>'],
    ['USD by SWIFT through a correspondent, on behalf of another', '<SttlmMtd>INDA</SttlmMtd>'],
    [
      'SEPA Instant with a creditor reference',
      '<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>ISO</Issr></Tp><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>',
    ],
    ['SEPA with an invoice', '<RmtInf><Ustrd>Invoice 7 INV-7 2026-11-01 EUR 1250.50</Ustrd></RmtInf>'],
    [
      'CHF to a QR-IBAN, two invoices',
      '<Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>210000000003139471430009017</Ref>',
    ],
    ['CHF to a QR-IBAN, two invoices', '<Nb>INV-7</Nb></RfrdDocInf><RfrdDocInf>'],
    ['CHF to a QR-IBAN, two invoices', '<Nb>INV-8</Nb><RltdDt>2026-11-01</RltdDt>'],
    [
      'USD by SWIFT through a correspondent, on behalf of another',
      '<RfrdDocAmt><DuePyblAmt Ccy="USD">1250.50</DuePyblAmt></RfrdDocAmt><AddtlRmtInf>Invoice 7</AddtlRmtInf><AddtlRmtInf>xxx',
    ],
    ['JPY without decimals, by bank and branch', '<IntrBkSttlmAmt Ccy="JPY">125000</IntrBkSttlmAmt>'],
    ['KWD with three decimals', '<IntrBkSttlmAmt Ccy="KWD">10.125</IntrBkSttlmAmt>'],
    ['SEPA by IBAN alone', '<Nm>Müller &amp; Söhne &lt;GmbH&gt;</Nm>'],
    ['SEPA by IBAN alone', '<UETR>3e3ef8f6-3c1c-4e2f-9a39-0d1b7d1e5b11</UETR>'],
  ])('%s: %s', (name, part) => {
    expect(written(name)).toContain(part)
  })

  test.each(Object.keys(corridors))('%s: one text or a structure, as correspondents’ common rule has it', (name) => {
    for (const write of [pacs008, pain001])
      expect(write(corridors[name]!, settings, at)).toMatch(
        /<RmtInf>(<Ustrd>[^<]{1,140}<\/Ustrd>|<Strd>(?:(?!Ustrd|<Strd>).)*<\/Strd>)<\/RmtInf>/,
      )
  })

  test.each(Object.keys(corridors).filter((name) => name.startsWith('SEPA')))(
    '%s: one text, or one structured part of at most 140 characters with its tags',
    (name) => {
      for (const write of [pacs008, pain001]) {
        const [, said = ''] = /<RmtInf>(.*)<\/RmtInf>/.exec(write(corridors[name]!, settings, at)) ?? []
        const [, inner = ''] = /^<(?:Ustrd|Strd)>(.*)<\/(?:Ustrd|Strd)>$/.exec(said) ?? []
        expect([inner.length > 0, inner.length <= 140, inner.includes('trd>')]).toEqual([true, true, false])
      }
    },
  )

  test('an account at a building society is known by its roll number', () => {
    const order = corridors['GBP to a building society, by roll number, with a purpose']!
    for (const write of [pacs008, pain001]) {
      expect(write(order, settings, at)).toContain('<InstrInf>Roll number 1234/567 890</InstrInf>')
    }
  })

  test('a customer’s order is paid from our account, for our client', () => {
    const message = pain001(corridors['SEPA by IBAN alone']!, settings, at)
    expect(message).toContain('<Dbtr><Nm>Cambist Payments + Co</Nm></Dbtr>')
    expect(message).toContain('<UltmtDbtr><Nm>Harbour Imports B.V.</Nm>')
  })

  test('a customer’s order for a client that pays for another party is initiated by us, as in our contract with the bank', () => {
    const details = { ultimateDebtor: { name: 'Parent plc', type: 'Company', country: 'GB' } }
    const message = pain001(instruction({ rail: 'Swift', details }), settings, at)
    expect(message).toContain('<InitgPty><Nm>Cambist Payments &amp; Co</Nm></InitgPty>')
    expect(message).toContain('<Dbtr><Nm>Cambist Payments &amp; Co</Nm></Dbtr>')
    expect(message).toContain('<UltmtDbtr><Nm>Parent plc</Nm>')
    expect(message).toContain('<InstrForDbtrAgt>Payer Harbour Imports B.V.')
    expect(pain001(instruction({ rail: 'Swift' }), settings, at)).not.toContain('InstrForDbtrAgt')
  })

  test.each(['Sepa', 'SepaInstant'] as const)(
    'an order by %s has no instruction to the bank, which the scheme forbids',
    (rail) => {
      const order = instruction({ rail, details: { ultimateDebtor: { name: 'Parent plc', type: 'Company' } } })
      const message = pain001(order, settings, at)
      expect(message).toContain('<UltmtDbtr><Nm>Parent plc</Nm>')
      expect(message).not.toContain('InstrForDbtrAgt')
    },
  )

  test('a customer’s order for a client that pays for itself comes from us', () => {
    expect(pain001(instruction(), settings, at)).toContain('<InitgPty><Nm>Cambist Payments + Co</Nm></InitgPty>')
  })

  test('an account that the settings lack is named, so that the hand-over waits and is not lost', () => {
    const order = instruction({ currency: 'SEK' })
    expect(() => pain001(order, settings, at)).toThrow('no account to pay SEK from')
  })

  test('the payer’s details complete the debtor and do not rename it', () => {
    expect(written('INR by IFSC')).toContain('<Dbtr><Nm>Harbour Imports B.V.</Nm>')
    expect(written('INR by IFSC')).not.toContain('Ignored')
  })
})
