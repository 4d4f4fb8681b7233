import { describe, expect, test } from 'vitest'
import { haveIsoSchemas, schemaErrors } from '../../../../test/support/iso20022.ts'
import { readMessage } from './messages.ts'
import { UnreadableFile } from './nodes.ts'

const uetr = '3e3ef8f6-3c1c-4e2f-9a39-0d1b7d1e5b11'
const short = '3e3ef8f63c1c4e2f9a390d1b7d1e5b11'
const document = (name: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">${body}</Document>`

const header = (id: string) => `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-20T10:00:00Z</CreDtTm></GrpHdr>`

const pacs002 = (...transactions: string[]) =>
  document(
    'pacs.002.001.10',
    `<FIToFIPmtStsRpt>${header('S1')}${transactions.map((each) => `<TxInfAndSts>${each}</TxInfAndSts>`).join('')}</FIToFIPmtStsRpt>`,
  )
const pain002 = (body: string) =>
  document(
    'pain.002.001.10',
    `<CstmrPmtStsRpt>${header('P1')}<OrgnlGrpInfAndSts><OrgnlMsgId>${short}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${body}</CstmrPmtStsRpt>`,
  )
const pacs004 = (amount: string, rest = '') =>
  document(
    'pacs.004.001.09',
    `<PmtRtr><GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-11-20T10:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs><SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf></GrpHdr><TxInf><RtrId>RT-9</RtrId><OrgnlUETR>${uetr}</OrgnlUETR>${amount}${rest}</TxInf></PmtRtr>`,
  )
const camt054 = (...entries: string[]) =>
  document(
    'camt.054.001.08',
    `<BkToCstmrDbtCdtNtfctn>${header('N1')}<Ntfctn><Id>N-1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${entries.join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  )
const entry = (direction: 'CRDT' | 'DBIT', details: string, status = 'BOOK', reversal = '') =>
  `<Ntry><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>${direction}</CdtDbtInd>${reversal}<Sts><Cd>${status}</Cd></Sts><AcctSvcrRef>B-7</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>${details && `<NtryDtls>${details}</NtryDtls>`}</Ntry>`
const credit = `<TxDtls><Refs><EndToEndId>X</EndToEndId></Refs><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>Söhne &amp; Co</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></DbtrAcct><CdtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>Invoice 7</Ustrd><Ustrd>and 8</Ustrd></RmtInf></TxDtls>`

const samples = {
  'pacs.002.001.10': [
    pacs002(`<StsId>1</StsId><OrgnlUETR>${uetr}</OrgnlUETR><TxSts>ACSC</TxSts>`),
    pacs002(
      `<OrgnlTxId>${short}</OrgnlTxId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>`,
      `<OrgnlUETR>${uetr}</OrgnlUETR><TxSts>ACTC</TxSts>`,
    ),
  ],
  'pain.002.001.10': [
    pain002('<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts>'),
  ],
  'pacs.004.001.09': [
    pacs004(
      '<RtrdIntrBkSttlmAmt Ccy="EUR">95.00</RtrdIntrBkSttlmAmt>',
      '<RtrRsnInf><Rsn><Cd>AC06</Cd></Rsn></RtrRsnInf>',
    ),
  ],
  'camt.054.001.08': [
    camt054(entry('CRDT', credit)),
    camt054(entry('DBIT', `<TxDtls><Refs><UETR>${uetr}</UETR></Refs></TxDtls>`), entry('CRDT', '', 'PDNG')),
  ],
}

test.skipIf(!haveIsoSchemas).each(Object.entries(samples))('the samples are real %s', async (name, messages) => {
  expect(await schemaErrors(name, ...messages)).toEqual([])
})

describe('bank reports on payments', () => {
  test('settled', () => {
    expect(readMessage(samples['pacs.002.001.10'][0]!)).toEqual({
      kind: 'pacs.002',
      items: [{ type: 'Status', uetr, reference: 'pacs.002 S1/1', status: 'Completed' }],
    })
  })

  test('refused with its reason, named by the id we wrote without hyphens; a step before settlement is only noted', () => {
    expect(readMessage(samples['pacs.002.001.10'][1]!).items).toEqual([
      { type: 'Status', uetr, reference: 'pacs.002 S1/1', status: 'Failed', reason: 'AC04' },
      { type: 'Noted', reference: 'pacs.002 S1/2', why: 'status ACTC is a step before settlement' },
    ])
  })

  test('a file of a customer rejected as a whole', () => {
    expect(readMessage(samples['pain.002.001.10'][0]!).items).toEqual([
      { type: 'Status', uetr, reference: 'pain.002 P1/1', status: 'Failed', reason: 'FF01' },
    ])
  })

  test('returned, less a charge', () => {
    expect(readMessage(samples['pacs.004.001.09'][0]!).items).toEqual([
      {
        type: 'Status',
        uetr,
        reference: 'pacs.004 R1/RT-9',
        returnId: 'RT-9',
        status: 'Returned',
        reason: 'AC06',
        money: { amount: '95.00', currency: 'EUR' },
      },
    ])
  })

  test('booked on our account', () => {
    expect(readMessage(samples['camt.054.001.08'][1]!).items).toEqual([
      {
        type: 'Status',
        uetr,
        reference: 'camt.054 B-7',
        status: 'Sent',
        money: { amount: '100.00', currency: 'EUR' },
        entry: {
          reference: 'camt.054 B-7',
          isNamed: true,
          ordinal: 0,
          hasDetails: true,
          money: { amount: '100.00', currency: 'EUR' },
          account: 'DE89370400440532013000',
        },
      },
      { type: 'Noted', reference: 'camt.054 N-1/2', why: 'the entry is PDNG' },
    ])
  })

  test('a reversed debit is a return', () => {
    const reversal = camt054(
      entry('CRDT', `<TxDtls><Refs><UETR>${uetr}</UETR></Refs></TxDtls>`, 'BOOK', '<RvslInd>true</RvslInd>'),
    )
    expect(readMessage(reversal).items).toMatchObject([
      {
        type: 'Status',
        uetr,
        reference: 'camt.054 B-7',
        status: 'Returned',
        money: { amount: '100.00', currency: 'EUR' },
      },
    ])
  })
})

test('money in: for whom, from whom, what for; entities are text', () => {
  expect(readMessage(samples['camt.054.001.08'][0]!).items).toEqual([
    {
      type: 'Credit',
      reference: 'camt.054 B-7',
      endToEndId: 'X',
      money: { amount: '100.00', currency: 'EUR' },
      debtor: { name: 'Söhne & Co', iban: 'FR1420041010050500013M02606', isNamed: true },
      account: 'DE02120300000000202051',
      text: 'Invoice 7 and 8',
      entry: {
        reference: 'camt.054 B-7',
        isNamed: true,
        ordinal: 0,
        hasDetails: true,
        money: { amount: '100.00', currency: 'EUR' },
        account: 'DE89370400440532013000',
      },
    },
  ])
})

test('structured and unstructured remittance information are both read, each once', () => {
  const bill = (reference: string) => `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`
  const invoice = '<Strd><RfrdDocInf><Nb>INV-7</Nb></RfrdDocInf></Strd>'
  const textOf = (said: string) => {
    const [item] = readMessage(camt054(entry('CRDT', credit.replace(/<RmtInf>.*<\/RmtInf>/, said)))).items
    return (item as { text?: string }).text
  }
  expect(textOf(`<RmtInf>${bill('RF18539007547034')}</RmtInf>`)).toBe('RF18539007547034')
  expect(textOf(`<RmtInf><Ustrd>For INV-7 thanks</Ustrd>${bill('R1')}${bill('R2')}${invoice}</RmtInf>`)).toBe(
    'For INV-7 thanks R1 R2',
  )
  const lines = '<AddtlRmtInf>Looms</AddtlRmtInf><AddtlRmtInf>and oil</AddtlRmtInf>'
  expect(textOf(`<RmtInf>${bill('R1').replace('</Strd>', `${lines}</Strd>`)}</RmtInf>`)).toBe('Looms and oil R1')
})

test('a collective credit is one item a transaction, each with a reference of its own', () => {
  const part = (amount: string) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>`
  const items = readMessage(camt054(entry('CRDT', part('40.00') + part('60.00')))).items
  expect(items.map((item) => [item.type, item.reference])).toEqual([
    ['Credit', 'camt.054 B-7/40.00 EUR'],
    ['Credit', 'camt.054 B-7/60.00 EUR'],
  ])
})

test('a collective credit whose parts have no amounts is not booked as several times its sum, and an operator sees it', () => {
  const items = readMessage(camt054(entry('CRDT', '<TxDtls></TxDtls><TxDtls></TxDtls>'))).items
  expect(items.map(({ type }) => type)).toEqual(['Unreadable', 'Unreadable'])
})

test.each([
  ['not XML', 'hello'],
  ['half a file', samples['camt.054.001.08'][0]!.slice(0, 300)],
  ['another message', document('camt.053.001.08', '<BkToCstmrStmt></BkToCstmrStmt>')],
  ['entities', `<!DOCTYPE x [<!ENTITY a "b">]>${samples['pacs.002.001.10'][0]}`],
])('%s is unreadable, not half read', (_, xml) => {
  expect(() => readMessage(xml)).toThrow(UnreadableFile)
})

test('prefixes and a business header around the document make no difference', () => {
  const [message] = samples['pacs.002.001.10']
  const prefixed = message!
    .replace(/<\?xml[^>]*\?>\n/, '')
    .replaceAll(/<(\/?)(\w)/g, '<$1n:$2')
    .replace('xmlns=', 'xmlns:n=')
  expect(readMessage(`<BusMsg><AppHdr><BizMsgIdr>1</BizMsgIdr></AppHdr>${prefixed}</BusMsg>`).items).toHaveLength(1)
})

test('a status that is the name of something in code changes no payment', () => {
  const report = pacs002(`<StsId>1</StsId><OrgnlUETR>${uetr}</OrgnlUETR><TxSts>constructor</TxSts>`)
  expect(readMessage(report).items).toMatchObject([
    { type: 'Noted', why: 'status constructor is a step before settlement' },
  ])
})

describe('statuses of transactions, orders and messages', () => {
  const other = '7b9d0c51-9d0e-4f0a-8a41-0d6a54f1c902'
  const otherShort = other.replaceAll('-', '')
  const group = (id: string, status = '', reason = '') =>
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${id}</OrgnlMsgId>${status && `<GrpSts>${status}</GrpSts>`}${reason && `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`}</OrgnlGrpInfAndSts>`
  const order = (id: string, status = '', transactions = '') =>
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>${status && `<PmtInfSts>${status}</PmtInfSts>`}${transactions}</OrgnlPmtInfAndSts>`
  const transaction = (id: string, status = '') =>
    `<TxInfAndSts>${id && `<OrgnlInstrId>${id}</OrgnlInstrId>`}${status && `<TxSts>${status}</TxSts>`}</TxInfAndSts>`
  const read = (name: string, ...parts: string[]) => {
    const [element, version] = name === 'pain.002' ? ['CstmrPmtStsRpt', '001.03'] : ['FIToFIPmtStsRpt', '001.10']
    const { items } = readMessage(
      document(`${name}.${version}`, `<${element}>${header('S')}${parts.join('')}</${element}>`),
    )
    return items.map((item) => (item.type === 'Status' ? [item.uetr, item.status, item.reason] : [item.type]))
  }
  const failed = [uetr, 'Failed', undefined]

  test.each([
    [
      'message RJCT, with an accepted transaction of another message',
      'pacs.002',
      [group(short, 'RJCT', 'FF01'), group(otherShort), transaction(otherShort, 'ACSC')],
      [
        [other, 'Completed', undefined],
        [uetr, 'Failed', 'FF01'],
      ],
    ],
    [
      'order RJCT without transactions, with an order that has one',
      'pain.002',
      [group('X'), order(short, 'RJCT'), order(otherShort, '', transaction(otherShort, 'ACSC'))],
      [[other, 'Completed', undefined], failed],
    ],
    [
      'message RJCT, transaction without a status',
      'pain.002',
      [group(short, 'RJCT', 'AC04'), order(short, '', transaction(short))],
      [[uetr, 'Failed', 'AC04']],
    ],
    [
      'transaction RJCT without ids, order with ids',
      'pain.002',
      [group('X', 'PART'), order(short, '', transaction('', 'RJCT'))],
      [failed],
    ],
    ['transaction without ids, message with ids', 'pacs.002', [group(short), transaction('E', 'RJCT')], [failed]],
    [
      'message, order and transaction with the same status',
      'pain.002',
      [group(short, 'RJCT'), order(short, 'RJCT', transaction(short, 'RJCT'))],
      [failed],
    ],
    [
      'message and order PART, transaction RJCT',
      'pain.002',
      [group(short, 'PART'), order(short, 'PART', transaction(short, 'RJCT'))],
      [failed],
    ],
    [
      'message RJCT, transaction settled',
      'pain.002',
      [group(short, 'RJCT'), order(short, '', transaction(short, 'ACSC'))],
      [[uetr, 'Completed', undefined], failed],
    ],
    [
      'message RJCT, transaction in process',
      'pain.002',
      [group(short, 'RJCT'), order(short, '', transaction(short, 'ACSP'))],
      [['Noted'], ['Unreadable']],
    ],
  ] as const)('are read: %s', (_, name, parts, expected) => {
    expect(read(name, ...parts)).toEqual(expected)
  })
})

describe('a return of a whole message', () => {
  const whole = (total: string, original: string) =>
    document(
      'pacs.004.001.09',
      `<PmtRtr><GrpHdr><MsgId>R</MsgId><NbOfTxs>1</NbOfTxs><GrpRtr>true</GrpRtr>${total}</GrpHdr>${original}</PmtRtr>`,
    )
  const total = '<TtlRtrdIntrBkSttlmAmt Ccy="EUR">95.00</TtlRtrdIntrBkSttlmAmt>'
  const original = `<OrgnlGrpInf><OrgnlMsgId>${short}</OrgnlMsgId><RtrRsnInf><Rsn><Cd>AC04</Cd></Rsn></RtrRsnInf></OrgnlGrpInf>`

  test('returns the payment of that message', () => {
    const money = { amount: '95.00', currency: 'EUR' }
    expect(readMessage(whole(total, original)).items).toMatchObject([
      { uetr, status: 'Returned', money, reason: 'AC04' },
    ])
  })

  test.each([
    ['payment', whole(total, '')],
    ['amount', whole('', original)],
  ])('without its %s is listed', (_, xml) => {
    expect(readMessage(xml).items).toMatchObject([{ type: 'Unreadable' }])
  })
})

describe('earlier and later versions of camt.054', () => {
  const old = (amount: string) =>
    `<TxDtls><Refs><EndToEndId>E${amount}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>Payer</Nm></Dbtr></RltdPties></TxDtls>`
  const read = (version: string, xml: string) =>
    readMessage(
      xml
        .replace('camt.054.001.08', `camt.054.001.${version}`)
        .replaceAll('<Sts><Cd>BOOK</Cd></Sts>', version < '08' ? '<Sts>BOOK</Sts>' : '$&'),
    ).items.map((item) => ('money' in item ? [item.type, item.money!.amount] : [item.type]))

  test.each(['02', '04', '06', '08', '10', '12', '13'])('version %s: parts with their amounts', (version) => {
    const parts = entry('CRDT', old('40.00') + old('60.00'))
    expect(read(version, camt054(parts))).toEqual([
      ['Credit', '40.00'],
      ['Credit', '60.00'],
    ])
  })

  test('parts with another sum than their entry are listed in each version', () => {
    const parts = entry('CRDT', old('40.00') + old('65.00'))
    for (const version of ['02', '08']) expect(read(version, camt054(parts)).at(-1)).toEqual(['Unreadable'])
  })
})

describe('an entry', () => {
  const part = (amount: string, direction: string) =>
    `<TxDtls><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd></TxDtls>`

  test('with an amount of zero is noted for the operator', () => {
    const nothing = entry('CRDT', '').replace('100.00', '0.00')
    expect(readMessage(camt054(nothing)).items).toEqual([
      { type: 'Noted', reference: 'camt.054 B-7', why: 'its amount is zero' },
    ])
  })

  test('whose parts add up to zero is not matched by amount', () => {
    const parts = part('40.00', 'CRDT') + part('40.00', 'DBIT') + part('0', 'CRDT')
    const [credit, debit, ...rest] = readMessage(camt054(entry('CRDT', parts).replace('100.00', '0.00'))).items
    expect([credit, debit, rest.length]).toMatchObject([{ type: 'Credit' }, { type: 'Unreadable' }, 1])
    expect(credit).not.toHaveProperty('entry.money')
  })

  test.each(['0001-01-01', '9999-12-31', '2026-02-30'])('valued on %s counts from the day of its receipt', (day) => {
    const valued = entry('CRDT', '').replace('<AcctSvcrRef>', `<ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>`)
    expect(readMessage(camt054(valued)).items[0]).not.toHaveProperty('valueDate')
  })
})
