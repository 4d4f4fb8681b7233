import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { crossOf } from './credit.ts'
import { amountText, convert, convertBack, divideHalfUp, minorOf, rateOf } from './money.ts'
import { readCamt053, readCsv, readMt940 } from './statement-files.ts'
import { wireId } from './wire-id.ts'

const directory = import.meta.dirname

test('the model shares no code with the server', () => {
  const files = readdirSync(directory).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const text = (file: string) => readFileSync(`${directory}/${file}`, 'utf8')
  const imports = [...files, '../findings.ts', '../read/resources.ts'].flatMap((file) =>
    [...text(file).matchAll(/from '([^']+)'/g)].map(([, from]) => from!),
  )
  expect(imports.length).toBeGreaterThan(10)
  expect(imports.filter((from) => !/^(\.\/[\w-]+|\.\.\/findings|\.\.\/read\/resources)\.ts$/.test(from))).toEqual([])
})

describe('amounts', () => {
  test.each([
    ['1250.00', 125_000n],
    ['-0.05', -5n],
    ['100000', 100_000n],
    ['1.234', 1_234n],
  ])('%s is %s minor units and back', (text, minor) => {
    expect(minorOf(text)).toBe(minor)
    expect(amountText(minor, text.split('.')[1]?.length ?? 0)).toBe(text)
  })

  test('a rate converts both ways, rounded once, half away from zero', () => {
    expect(convert(10_000_000n, rateOf('1.16546'), 2, 2)).toBe(11_654_600n)
    expect(convertBack(10_000_000n, rateOf('1.16546'), 2, 2)).toBe(8_580_303n)
    expect(convertBack(10_000_000n, rateOf('154.001'), 0, 2)).toBe(6_493_464n)
    expect(convert(1_234_567n, rateOf('0.30710'), 2, 3)).toBe(3_791_355n)
    expect([divideHalfUp(5n, 2n), divideHalfUp(-5n, 2n), divideHalfUp(4n, 3n)]).toEqual([3n, -3n, 1n])
  })
})

test('a cross is made from the dollar middles of its two currencies, whichever way they are quoted', () => {
  const dollars = (base: string, rate: string) => ({ base, rate: rateOf(rate) })
  const cross = crossOf('EUR', dollars('EUR', '1.16250'), 'CHF', dollars('USD', '0.80500'))
  expect(cross).toEqual({ base: 'EUR', rate: rateOf('0.935812500000') })
  const { rate } = crossOf('CHF', dollars('USD', '0.80500'), 'GBP', dollars('GBP', '1.31240'))
  expect(convert(100_000_000n, rate, 2, 2)).toBe(94_653_766n)
})

test('a uuid is the wire id of its 128 bits', () => {
  expect(wireId('ent', '01900000-0000-7000-8000-000000000100')).toBe('ent_01J0000000E008000000000080')
})

describe('one debit and one credit read the same in each format', () => {
  const expected = {
    opening: 0n,
    closing: 49_000n,
    lines: [
      { minor: 50_000n, valueDate: '2026-11-23' },
      { minor: -1_000n, valueDate: '2026-11-24' },
    ],
  }

  test('CSV, quotes and line breaks within them too', () => {
    const text = [
      '\uFEFFbookingDate,valueDate,type,description,debit,credit,runningBalance',
      '2026-11-23,,OpeningBalance,,,,0.00',
      '2026-11-23,2026-11-23,Deposit,"one, ""two""\nthree",,500.00,500.00',
      '2026-11-24,2026-11-24,Payment,four,10.00,,490.00',
      '2026-11-24,,ClosingBalance,,,,490.00',
      '',
    ].join('\n')
    expect(readCsv(text)).toEqual(expected)
  })

  test('MT940, of two pages', () => {
    const first =
      ':20:A :25:DE1 :28C:1/1 :60F:C261122EUR0, :61:2611231123C500,NTRFx//1 :86:/BTC/ :62M:C261123EUR500,00 -'
    const second = ':20:A :25:DE1 :28C:1/2 :60M:C261123EUR500,00 :61:2611241124D10,00NTRFx//2 :62F:C261124EUR490,00 -'
    const text = `${first} ${second}`.replaceAll(' ', '\r\n')
    expect(readMt940(text, 2)).toEqual(expected)
  })

  test('camt.053', () => {
    const balance = (code: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
    const entry = (amount: string, mark: string, day: string) =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><ValDt><Dt>${day}</Dt></ValDt></Ntry>`
    const xml = `${balance('OPBD', '0.00')}${balance('CLBD', '490.00')}${entry('500.00', 'CRDT', '2026-11-23')}${entry('10.00', 'DBIT', '2026-11-24')}`
    expect(readCamt053(xml)).toEqual(expected)
  })
})
