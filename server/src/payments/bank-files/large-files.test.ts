import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { blockBelow } from '../../../test/support/longest-block.ts'
import { readBatch } from '../batches/reader/index.ts'
import type { BatchFormat } from '../batches/schema.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import { createFileReader } from '../rails/index.ts'

/** Longest time for which a file may block the event loop. */
const MOST_MS = 50

const folder = temporaryDirectory()
afterAll(() => rmSync(folder, { recursive: true }))

const repeated = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('')

/** Contents that are cheap to write and dear to read. */
const HOSTILE: Record<string, (around: (text: string, attributes?: string) => string) => string> = {
  'character references': (around) => around('&#65;'.repeat(2_400_000)),
  'unfinished references': (around) => around('&'.repeat(6_000_000)),
  attributes: (around) =>
    around(
      'x',
      repeated(900_000, (i) => ` a${i}="1"`),
    ),
  'one attribute many times': (around) => around('x', ' a="1"'.repeat(900_000)),
  'nested elements': (around) => around('<a>'.repeat(1_000_000)),
  'nested and closed elements': (around) => around(`${'<a>'.repeat(500_000)}${'</a>'.repeat(500_000)}`),
  'one long text': (around) => around('long text '.repeat(1_200_000)),
  spaces: (around) => around(' '.repeat(12_000_000)),
  'open tags without an end': (around) => around('<'.repeat(6_000_000)),
  'names of the prototype': (around) => around(repeated(400_000, () => '<__proto__>1</__proto__>')),
}

const entry = (i: number, text = 'Invoice', attributes = '') =>
  `<Ntry${attributes}><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>R${i}</AcctSvcrRef>` +
  `<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
const camt054 = (entries: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M</MsgId></GrpHdr>` +
  `<Ntfctn><Id>N</Id>${entries}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`

const payment = (i: number, text = 'Invoice', attributes = '') =>
  `<CdtTrfTxInf${attributes}><PmtId><EndToEndId>E${i}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1.00</InstdAmt></Amt>` +
  `<Cdtr><Nm>Payee</Nm></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct><RmtInf><Ustrd>${text}</Ustrd></RmtInf></CdtTrfTxInf>`
const pain001 = (payments: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>M</MsgId></GrpHdr>` +
  `<PmtInf><PmtInfId>P</PmtInfId><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>${payments}</PmtInf></CstmrCdtTrfInitn></Document>`

describe.each(Object.entries(HOSTILE))('a file with %s does not block other requests', (name, contents) => {
  test('from a bank (camt.054)', async () => {
    const file = path.join(folder, `${name}.xml`)
    writeFileSync(file, camt054(contents((text, attributes) => entry(0, text, attributes))))
    const reader = createFileReader()
    expect(
      await blockBelow(MOST_MS, async () => {
        try {
          for await (const { items } of reader.pages(file)) expect(items.length).toBeLessThanOrEqual(200)
        } catch (error) {
          expect((error as Error).constructor.name).toBe('UnreadableFile')
        }
      }),
    ).toBeLessThan(MOST_MS)
  }, 120_000)

  test('of a client (pain.001)', async () => {
    const body = pain001(contents((text, attributes) => payment(0, text, attributes)))
    expect(await blockOf(body, 'Pain001')).toBeLessThan(MOST_MS)
  }, 120_000)
})

/** Reads a body as the route does, whatever the answer, and returns the longest block. */
const blockOf = (body: string, format: BatchFormat) => {
  const bytes = Buffer.from(body)
  return blockBelow(MOST_MS, async () => {
    await readBatch(Buffer.from(bytes), format).catch((error: { code?: string }) => {
      expect(error.code).toMatch(/^(xml_invalid|csv_invalid|batch_too_complex)$/)
    })
  })
}

describe('a CSV does not block other requests', () => {
  const header = 'accountId,amount,currency,paymentDate,reference'
  test.each<[string, string]>([
    ['a million columns', `${'a,'.repeat(1_000_000)}a\n1`],
    ['a million names', `${repeated(1_000_000, (i) => `c${i},`)}a\n1`],
    ['an open quote', `${header}\n"${'x'.repeat(10_000_000)}`],
    ['quotes', `${header}\n${'""'.repeat(5_000_000)}`],
    ['a million empty lines', `${header}\n${'\n'.repeat(10_000_000)}`],
    ['too many lines', `${header}\n${'a,1,EUR,2026-11-25,x\n'.repeat(400_000)}`],
    ['a long name', `${'a'.repeat(19_000)},b\n${'\u0000,b\n'.repeat(5000)}`],
    ['deep names', `${'a.'.repeat(1_000_000)}a\n1`],
    ['5,000 payments', `${header}\n${'a,1,EUR,2026-11-25,x\n'.repeat(5000)}`],
  ])(
    'with %s',
    async (_name, body) => {
      expect(await blockOf(body, 'Csv')).toBeLessThan(MOST_MS)
    },
    120_000,
  )
})

describe('a JSON batch does not block other requests', () => {
  const texts = Array.from({ length: 200_000 }, () => '\u0000')
  const deep = (inner: unknown, name: string): unknown => {
    let value = inner
    for (let level = 0; level < 90; level++) value = { [name]: value }
    return value
  }
  test.each<[string, object, string]>([
    ['a long name', { ['k'.repeat(1_000_000)]: texts }, 'field_name_too_long'],
    ['deep names', { items: [deep(texts, '~'.repeat(250))] }, 'text_not_storable'],
    ['texts that cannot be stored', { items: texts.slice(0, 4000).map((name) => ({ name })) }, 'text_not_storable'],
  ])(
    'with %s',
    async (_name, body, code) => {
      const bytes = Buffer.from(JSON.stringify(body))
      const started = Date.now()
      const block = await blockBelow(MOST_MS, async () => {
        const read = await readBatch(Buffer.from(bytes), 'Json').catch((refusal: Refusal) => ({ refusal }))
        const { errors } = (read as { refusal: Refusal }).refusal
        expect(errors.map((error) => error.code)).toContain(code)
        expect(errors.length).toBeLessThanOrEqual(1000)
      })
      expect(block).toBeLessThan(MOST_MS)
      expect(Date.now() - started).toBeLessThan(20_000) // the thread is not occupied for minutes
    },
    120_000,
  )
})

test('a small body of any contents is read at once within the same time', async () => {
  for (const [name, contents] of Object.entries(HOSTILE)) {
    const whole = contents((text, attributes = '') => payment(0, text.slice(0, 30_000), attributes.slice(0, 30_000)))
    const body = pain001(whole).slice(0, 32 * 1024)
    expect([name, (await blockOf(body, 'Pain001')) < MOST_MS]).toEqual([name, true])
  }
})

test('a notification of 40,000 entries arrives by pages, in order, complete', async () => {
  const file = path.join(folder, 'many.xml')
  writeFileSync(file, camt054(repeated(40_000, (i) => entry(i))))
  const reader = createFileReader()
  const block = await blockBelow(MOST_MS, async () => {
    let next = 0
    for await (const { kind, items, total } of reader.pages(file)) {
      expect([kind, total, items.length <= 200]).toEqual(['camt.054', 40_000, true])
      for (const item of items) if (item.reference !== `camt.054 R${next++}`) throw new Error(`misses ${next - 1}`)
    }
    expect(next).toBe(40_000)
  })
  expect(block).toBeLessThan(MOST_MS)
}, 120_000)

test('a part that all payments of a file share does not multiply beyond what a batch may hold', async () => {
  const shared = `<UltmtDbtr><Nm>${'x'.repeat(20_000)}</Nm></UltmtDbtr>`
  const body = pain001(`${shared}${repeated(5000, (i) => payment(i))}`)
  await expect(readBatch(Buffer.from(body), 'Pain001')).rejects.toMatchObject({ code: 'batch_too_complex' })
}, 60_000)

test('the measurement notices a blocked event loop', async () => {
  const block = await blockBelow(MOST_MS, async () => {
    const before = process.cpuUsage()
    while (process.cpuUsage(before).user < 400_000);
  })
  expect(block).toBeGreaterThan(MOST_MS)
})
