import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serverDirectory } from '../../../kernel/values/package-directory.ts'
import { parseCsv } from './csv.ts'
import { parsePain001 } from './pain001.ts'
import { pain001, transfer } from '../../../../test/support/pain001.ts'

const codeOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return (error as { code?: string }).code
  }
  return 'read'
}

test('a CSV is read by its header: parts by dots, routing codes by their type, empty cells left out', () => {
  const text =
    '\uFEFFaccountId,amount,currency,reference,creditorAccount.name,creditorAccount.address.city,creditorAccount.routingCodes.SortCode,creditorAccount.save\r\n' +
    'acc_1,100.00,GBP,"Invoice ""7"", May",Northern Looms,Leeds,089999,TRUE\r\n' +
    '\r\n' +
    'acc_2,5,GBP,,Łódź Ltd,,,\r\n'
  expect(parseCsv(text)).toEqual([
    {
      accountId: 'acc_1',
      amount: '100.00',
      currency: 'GBP',
      reference: 'Invoice "7", May',
      creditorAccount: {
        name: 'Northern Looms',
        address: { city: 'Leeds' },
        routingCodes: [{ type: 'SortCode', value: '089999' }],
        save: true,
      },
    },
    { accountId: 'acc_2', amount: '5', currency: 'GBP', creditorAccount: { name: 'Łódź Ltd' } },
  ])
  expect(parseCsv('accountId;amount\nacc_1;1,50')).toEqual([{ accountId: 'acc_1', amount: '1,50' }])
})

test.each([
  ['nothing', ''],
  ['only a header', 'accountId,amount\n'],
  ['a line with too many cells', 'accountId,amount\na,b,c\n'],
  ['a column twice', 'amount,amount\n1,2\n'],
  ['a quote that is not closed', 'amount\n"1\n'],
  ['a column for the whole of what others are parts of', 'creditorAccount,creditorAccount.name\nAcme,Acme\n'],
  ['such columns in another order', 'address.city,address\nLeeds,Mill Lane\n'],
  ['a column that reaches into every object', '__proto__.polluted\nyes\n'],
])('a CSV with %s is refused', (_what, text) => {
  expect(codeOf(() => parseCsv(text))).toBe('csv_invalid')
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

test('a CSV column with the name of what every object has is a field like any other', () => {
  expect(parseCsv('toString.polluted,valueOf\nyes,1')).toEqual([{ toString: { polluted: 'yes' }, valueOf: '1' }])
  expect(Reflect.get(Object.prototype, 'toString')).not.toHaveProperty('polluted')
})

test('a pain.001 is read: debtor, creditor, bearer, purpose, remittance, ids', () => {
  const xml = pain001([
    transfer({
      endToEndId: 'E2E-1',
      instrId: 'I-1',
      amount: '100.50',
      name: 'Müller &amp; Söhne &#x41;',
      ustrd: 'Invoice 7',
      purpose: 'SUPP',
    }),
    transfer({ endToEndId: 'NOTPROVIDED', amount: '2.00' }),
  ])
  const { messageId, items } = parsePain001(xml)
  expect([messageId, items.length]).toEqual(['MSG-1', 2])
  expect(items[0]).toEqual({
    debtorAccount: 'DE02120300000000202051',
    endToEndId: 'E2E-1',
    notCarried: [],
    notSent: [],
    order: {
      paymentDate: '2026-11-20',
      amount: '100.5',
      currency: 'EUR',
      reference: 'Invoice 7',
      remittance: { unstructured: 'Invoice 7' },
      purposeCode: 'SUPP',
      chargeBearer: 'SHA',
      clientReference: 'I-1',
      creditorAccount: {
        name: 'Müller & Söhne A',
        type: 'Company',
        address: { line1: 'Hauptstrasse 1', city: 'Berlin', postCode: '10115', countryCode: 'DE' },
        countryCode: 'DE',
        bankCountryCode: 'DE',
        currency: 'EUR',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
      },
    },
  })
  expect(items[1]).not.toHaveProperty('endToEndId')
})

const invoice = (kind = 'CINV', currency = 'EUR') =>
  `<Strd><RfrdDocInf><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Nb>INV-7</Nb><RltdDt>2026-11-01</RltdDt></RfrdDocInf><RfrdDocAmt><DuePyblAmt Ccy="${currency}">100.50</DuePyblAmt></RfrdDocAmt></Strd>`
const reporting = (lines = '<Inf>Goods</Inf><Inf>Textiles</Inf>') =>
  `<RgltryRptg><Dtls><Ctry>DE</Ctry><Cd>P0103</Cd>${lines}</Dtls></RgltryRptg>`
const correspondent = (n = 1) =>
  `<IntrmyAgt${n}><FinInstnId><BICFI>CHASUS33</BICFI></FinInstnId></IntrmyAgt${n}><IntrmyAgt${n}Acct><Id><Othr><Id>400123</Id></Othr></Id></IntrmyAgt${n}Acct>`

test('a pain.001 with correspondent, report to an authority and invoice gives an order that has them', () => {
  const xml = pain001([transfer({ intermediary: correspondent(), more: reporting(), structured: invoice() })])
  const [item] = parsePain001(xml).items
  expect([item!.notCarried, item!.notSent]).toEqual([[], []])
  expect(item!.order).toMatchObject({
    creditorAccount: { intermediary: { bic: 'CHASUS33', account: '400123' } },
    regulatoryReporting: { code: 'P0103', country: 'DE', details: ['Goods', 'Textiles'] },
    remittance: { structured: { invoiceNumber: 'INV-7', invoiceDate: '2026-11-01', invoiceAmount: '100.5' } },
  })
})

test('a pain.001 with the reference of a bill gives an order that has it, and is referred to by it', () => {
  const bill =
    '<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>ISO</Issr></Tp><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>'
  const [item] = parsePain001(pain001([transfer({ structured: bill })])).items
  expect([item!.notCarried, item!.notSent]).toEqual([[], []])
  expect(item!.order).toMatchObject({
    reference: 'RF18539007547034',
    remittance: { structured: { creditorReference: 'RF18539007547034' } },
  })
})

test.each<[what: string, change: Parameters<typeof transfer>[0], path: string]>([
  ['a second correspondent', { intermediary: correspondent() + correspondent(2) }, 'IntrmyAgt2/FinInstnId/BICFI'],
  [
    'a correspondent without a BIC',
    {
      intermediary:
        '<IntrmyAgt1><FinInstnId><ClrSysMmbId><MmbId>021000021</MmbId></ClrSysMmbId><Nm>Bank</Nm></FinInstnId></IntrmyAgt1>',
    },
    'IntrmyAgt1/FinInstnId/ClrSysMmbId/MmbId',
  ],
  ['a second report', { more: reporting() + reporting() }, 'RgltryRptg/Dtls/Cd'],
  ['a tax', { more: '<Tax><RefNb>T-1</RefNb></Tax>' }, 'Tax/RefNb'],
  ['a second invoice', { structured: invoice() + invoice() }, 'RmtInf/Strd/RfrdDocInf/Nb'],
  ['a credit note', { structured: invoice('CREN') }, 'RmtInf/Strd/RfrdDocInf/Nb'],
  ['an invoice in another currency', { structured: invoice('CINV', 'USD') }, 'RmtInf/Strd/RfrdDocAmt/DuePyblAmt'],
  ['an instruction', { more: '<InstrForDbtrAgt>Call</InstrForDbtrAgt>' }, 'InstrForDbtrAgt'],
  ['whatever nobody has thought of', { more: '<Xyz><Abc>1</Abc></Xyz>' }, 'Xyz/Abc'],
])('an order that cannot carry %s names it', (_what, change, path) => {
  expect(parsePain001(pain001([transfer(change), transfer()])).items.map(({ notCarried }) => notCarried)).toEqual([
    expect.arrayContaining([path]),
    [],
  ])
})

test('the structure of an account number is no reason to reject the order', () => {
  const scheme = '<SchmeNm><Cd>BBAN</Cd></SchmeNm>'
  const xml = pain001([transfer()])
    .replace(/(<DbtrAcct><Id>)<IBAN>.*?<\/IBAN>/, `$1<Othr><Id>12345678</Id>${scheme}</Othr>`)
    .replace(/(<CdtrAcct><Id>)<IBAN>.*?<\/IBAN>/, `$1<Othr><Id>12345678</Id>${scheme}</Othr>`)
  expect(xml.match(/BBAN/g)).toHaveLength(2)
  expect(parsePain001(xml).items[0]!.notCarried).toEqual([])
})

test('details of the group apply to all its orders; details that are not sent on are listed separately', () => {
  const xml = pain001([transfer(), transfer()])
    .replace('<ReqdExctnDt>', '<PmtTpInf><CtgyPurp><Cd>SUPP</Cd></CtgyPurp></PmtTpInf><ReqdExctnDt>')
    .replace('<ChrgBr>', '<ChrgsAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></ChrgsAcct><ChrgBr>')
    .replace('</TwnNm>', '</TwnNm><DstrctNm>Mitte</DstrctNm>')
  expect(parsePain001(xml).items.map(({ notCarried, notSent }) => [notCarried, notSent])).toEqual([
    [['ChrgsAcct/Id/IBAN'], ['PmtTpInf/CtgyPurp/Cd', 'Cdtr/PstlAdr/DstrctNm']],
    [['ChrgsAcct/Id/IBAN'], ['PmtTpInf/CtgyPurp/Cd']],
  ])
  const cheque = pain001([transfer()]).replace('>TRF<', '>CHK<')
  expect(parsePain001(cheque).items[0]!.notCarried).toEqual(['PmtMtd'])
})

test.each([
  ['xml_invalid', 'what is no XML', 'hello'],
  ['xml_invalid', 'what is not closed', '<Document><CstmrCdtTrfInitn></Document>'],
  [
    'xml_invalid',
    'another message',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt/></Document>',
  ],
  ['xml_invalid', 'a legacy version', pain001([transfer()]).replaceAll('pain.001.001.09', 'pain.001.001.03')],
  [
    'xml_invalid',
    'a DOCTYPE with entities',
    `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${pain001([transfer()])}`,
  ],
  [
    'batch_totals_mismatch',
    'a wrong number of transactions',
    pain001([transfer()]).replace('<NbOfTxs>1<', '<NbOfTxs>2<'),
  ],
  [
    'batch_totals_mismatch',
    'a wrong sum',
    pain001([transfer({ amount: '1.00' })]).replace(/<CtrlSum>[^<]*</, '<CtrlSum>2.00<'),
  ],
  ['xml_invalid', 'a MsgId that is too long', pain001([transfer()], { messageId: 'M'.repeat(36) })],
  ['xml_invalid', 'a MsgId with U+0000 by its number', pain001([transfer()], { messageId: 'M&#0;' })],
  ['xml_invalid', 'half of a surrogate pair by its number', pain001([transfer({ name: 'A&#xD800;' })])],
  ['xml_invalid', 'a number beyond all characters', pain001([transfer({ name: 'A&#99999999999;' })])],
  ['xml_invalid', 'a control character as it is', pain001([transfer({ name: 'A\u0000B' })])],
  [
    'xml_invalid',
    'elements too deep in one another',
    pain001([transfer({ more: `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}` })]),
  ],
  ['xml_invalid', 'a name with a meaning in code', pain001([transfer({ more: '<__proto__><x>1</x></__proto__>' })])],
])('%s: %s is refused', (code, _what, xml) => {
  expect(codeOf(() => parsePain001(xml))).toBe(code)
})

test('a wrong total names its block, so that it is found in a file of many blocks', () => {
  const whole = pain001([transfer({ amount: '1.00' })])
  const block = /<PmtInf>[^]*<\/PmtInf>/.exec(whole)![0]
  const [total, two] = ['<PmtMtd>TRF</PmtMtd>', whole.replace('<NbOfTxs>1<', '<NbOfTxs>2<').replace('>1.00<', '>2.00<')]
  const file = (totals: string) => two.replace('</PmtInf>', `</PmtInf>${block.replace(total, `${total}${totals}`)}`)
  const whatOf = (xml: string) => {
    try {
      return parsePain001(xml).items.length
    } catch (error) {
      return (error as { params: { what: string } }).params.what
    }
  }
  expect(whatOf(file('<NbOfTxs>1</NbOfTxs><CtrlSum>1.00</CtrlSum>'))).toBe(2)
  expect(whatOf(file('<NbOfTxs>2</NbOfTxs>'))).toBe('PmtInf[2]/NbOfTxs')
  expect(whatOf(file('<CtrlSum>1.01</CtrlSum>'))).toBe('PmtInf[2]/CtrlSum')
  expect(whatOf(whole.replace('<NbOfTxs>1<', '<NbOfTxs>2<'))).toBe('GrpHdr/NbOfTxs')
})

test('an amount that is no number is reported at its item, and the sum only if the other amounts exceed it', () => {
  const file = (amount: string) =>
    pain001([transfer({ amount: '5.00' }), transfer({ amount: '2.50' })]).replace(
      '>5.00</InstdAmt',
      `>${amount}</InstdAmt`,
    )
  expect(parsePain001(file('5,00')).items.map(({ order }) => order['amount'])).toEqual(['5,00', '2.5'])
  expect(codeOf(() => parsePain001(file('')))).toBe('read')
  expect(codeOf(() => parsePain001(file('5.01')))).toBe('batch_totals_mismatch')
  expect(codeOf(() => parsePain001(file('5,00').replace('>7.50</CtrlSum', '>2.49</CtrlSum')))).toBe(
    'batch_totals_mismatch',
  )
  expect(codeOf(() => parsePain001(file('5,00').replace('>7.50</CtrlSum', '>7,50</CtrlSum')))).toBe(
    'batch_totals_mismatch',
  )
})

test('a correct total of a file with an equivalent amount is accepted, and the item names the element', () => {
  const equivalent = '<EqvtAmt><Amt Ccy="EUR">5.00</Amt><CcyOfTrf>GBP</CcyOfTrf></EqvtAmt>'
  const xml = pain001([transfer({ amount: '5.00' })]).replace(/<InstdAmt[^]*<\/InstdAmt>/, equivalent)
  expect(xml).toContain(equivalent)
  const { items } = parsePain001(xml)
  expect(items).toMatchObject([{ notCarried: ['Amt/EqvtAmt/Amt', 'Amt/EqvtAmt/CcyOfTrf'] }])
  expect(codeOf(() => parsePain001(xml.replace('>5.00</CtrlSum', '>5.01</CtrlSum')))).toBe('batch_totals_mismatch')
})

test('all wrong totals of a file, and all errors of its header, are reported together', () => {
  const whole = pain001([transfer({ amount: '1.00' })])
  const paramsOf = (xml: string) => {
    try {
      return parsePain001(xml).items.length
    } catch (error) {
      return (error as { params: object }).params
    }
  }
  const totals = '<PmtMtd>TRF</PmtMtd><NbOfTxs>3</NbOfTxs><CtrlSum>9.5</CtrlSum>'
  const wrong = whole.replace('<NbOfTxs>1<', '<NbOfTxs>2<').replace('<PmtMtd>TRF</PmtMtd>', totals)
  expect(paramsOf(wrong)).toEqual({
    what: 'GrpHdr/NbOfTxs',
    said: '2',
    counted: 1,
    totals: [
      'GrpHdr/NbOfTxs is 2 instead of 1',
      'PmtInf[1]/NbOfTxs is 3 instead of 1',
      'PmtInf[1]/CtrlSum is 9.5 instead of 1',
    ],
  })
  const empty = whole.replace(/<MsgId>[^<]*<\/MsgId>/, '').replace(/<PmtInf>[^]*<\/PmtInf>/, '')
  expect(paramsOf(empty)).toEqual({ reason: 'GrpHdr has no MsgId, and it has no CdtTrfTxInf' })
})

test('unknown elements in a file’s header are counted for its items, not written down for each a thousand times over', () => {
  const unknown = Array.from({ length: 20_000 }, (_, i) => `<X${i}>1</X${i}>`).join('')
  const xml = pain001(Array.from({ length: 2_000 }, () => transfer())).replace(
    '<ReqdExctnDt>',
    `${unknown}<ReqdExctnDt>`,
  )
  const { items } = parsePain001(xml)
  expect(items).toHaveLength(2_000)
  expect(items[1_999]!.notCarried).toHaveLength(21)
  expect(items[1_999]!.notCarried.at(-1)).toBe('and 19980 more')
})

test('entities that a text only looks like are left alone, and a name with a prefix is read', () => {
  const xml = pain001([transfer({ name: 'A &amp;lt; B &#228;' })])
    .replaceAll(/<(\/?)(?!\?)/g, '<$1p:')
    .replace('xmlns=', 'xmlns:p=')
  expect(parsePain001(xml).items[0]!.order['creditorAccount']).toMatchObject({
    name: expect.stringContaining('A &lt; B ä'),
  })
})

const schema = path.join(serverDirectory, '..', '..', 'shared', 'specs', 'iso20022', 'pain.001.001.09.xsd')
const hasSchema = (() => {
  try {
    return readFileSync(schema, 'utf8')
  } catch {
    return undefined
  }
})()
test.skipIf(!hasSchema)(
  'the file that these tests read is a pain.001.001.09 (skipped where the official schema is absent)',
  async () => {
    const { validateXML } = await import('xmllint-wasm')
    const xml = pain001([
      transfer({ instrId: 'I-1', ustrd: 'Invoice 7', purpose: 'SUPP' }),
      transfer({ intermediary: correspondent(), more: reporting(), structured: invoice() }),
    ])
    const { valid, errors } = await validateXML({ xml: { fileName: 'pain.xml', contents: xml }, schema: hasSchema! })
    expect([valid, errors]).toEqual([true, []])
  },
)
