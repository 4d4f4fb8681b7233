import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parsePair } from '../../calendar/index.ts'
import { shippedCalendars } from '../../../../test/support/calendars.ts'
import { shippedFixings, usdMid } from './ecb.ts'
import { parseEcbDaily } from './ecb-daily-file.ts'
import { createEcbDaily } from './ecb-daily.ts'
import { shippedInterestRates } from '../policy-rates.ts'
import { checkFirm, marketPrice } from '../price.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'ecb-daily-'))
afterAll(() => rmSync(directory, { recursive: true }))

const daily = (cubes: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>${cubes}</Cube>
</gesmes:Envelope>`
const GOOD = daily(
  `<Cube time='2026-11-18'><Cube currency='USD' rate='1.1625'/><Cube currency='JPY' rate='179.35'/><Cube currency='GBP' rate='0.8858'/></Cube>`,
)

test('a file is read, with the age of its rates', async () => {
  const file = path.join(directory, 'daily.xml')
  writeFileSync(file, GOOD)
  const ecb = createEcbDaily(file)
  expect(ecb.leg('EUR', new Date())).toBeUndefined()
  await ecb.refresh()
  expect(ecb.leg('EUR', new Date())!.mid.toString()).toBe('1.1625')
  expect(ecb.leg('JPY', new Date())!.mid.toFixed(3)).toBe('154.280')
  expect(ecb.leg('AED', new Date())!.mid.toString()).toBe('3.6725')
  expect(ecb.leg('SEK', new Date())).toBeUndefined()
  expect(ecb.leg('GBP', new Date())!.asOf).toEqual(new Date('2026-11-18T15:00:00Z'))
})

test('its rates price estimates and stop firm quotes', async () => {
  const ecb = createEcbDaily('https://example.test/daily.xml', async () => GOOD)
  await ecb.refresh()
  const sources = { calendars: shippedCalendars(), market: ecb, rates: shippedInterestRates() }
  const pair = parsePair('EURGBP')
  const at = new Date('2026-11-18T15:00:02Z')
  const price = marketPrice(sources, pair, { date: '2026-11-20', spotDate: '2026-11-20', tradeDate: '2026-11-18' }, at)
  expect(price.spot.mid.toFixed(5)).toBe('0.88580')
  expect(() => checkFirm(ecb, pair, price.asOf, at)).toThrow(expect.objectContaining({ code: 'price_unavailable' }))
})

test('a failed reading keeps the last rates', async () => {
  const answers = [GOOD, 'not xml']
  const ecb = createEcbDaily('x', async () => answers.shift()!)
  await ecb.refresh()
  await expect(ecb.refresh()).rejects.toThrow('not an ECB daily file')
  expect(ecb.leg('EUR', new Date())!.mid.toString()).toBe('1.1625')
})

test.each([
  ['no day', daily('')],
  ['a day that does not exist', daily(`<Cube time='2026-02-30'><Cube currency='USD' rate='1.1'/></Cube>`)],
  ['no rate of USD', daily(`<Cube time='2026-11-18'><Cube currency='JPY' rate='179.35'/></Cube>`)],
  ['a rate that is none', daily(`<Cube time='2026-11-18'><Cube currency='USD' rate='1e9'/></Cube>`)],
  ['entities', `<!DOCTYPE x [<!ENTITY a "b">]>${GOOD}`],
  ['a megabyte', GOOD + ' '.repeat(1_000_000)],
])('%s is refused', (_, xml) => {
  expect(() => parseEcbDaily(xml)).toThrow('not an ECB daily file')
})

test('the shipped history is complete: oldest first, every currency on every day', () => {
  const fixings = shippedFixings()
  expect([fixings[0]!.day, fixings.at(-1)!.day]).toEqual(['2024-04-15', '2026-04-13'])
  expect(new Set(fixings.map(({ perEuro }) => perEuro.size))).toEqual(new Set([29]))
  expect(fixings.every(({ day }, i) => i === 0 || fixings[i - 1]!.day < day)).toBe(true)
  expect(usdMid(fixings.at(-1)!, 'GBP')!.toFixed(5)).toBe('1.34209')
})
