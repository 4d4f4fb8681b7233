import { minorOf } from './money.ts'

/** A statement as far as every format can tell it: balances and lines in minor units, debits negative. */
export interface Lines {
  opening: bigint
  closing: bigint
  lines: { minor: bigint; valueDate: string }[]
}

/** Reads our CSV: a line for each transaction between one for the opening and one for the closing balance. */
export function readCsv(text: string): Lines {
  const [header = '', ...rows] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
  const columns = header.split(',')
  const records = joined(rows).map((row) => cellsOf(row))
  const cell = (record: string[], name: string) => record[columns.indexOf(name)] ?? ''
  const balanceOf = (type: string) =>
    minorOf(cell(records.find((record) => cell(record, 'type') === type) ?? [], 'runningBalance'))
  const entries = records.filter((record) => !['OpeningBalance', 'ClosingBalance'].includes(cell(record, 'type')))
  return {
    opening: balanceOf('OpeningBalance'),
    closing: balanceOf('ClosingBalance'),
    lines: entries.map((record) => ({
      minor: cell(record, 'credit') === '' ? -minorOf(cell(record, 'debit')) : minorOf(cell(record, 'credit')),
      valueDate: cell(record, 'valueDate'),
    })),
  }
}

/** Joins rows with open quotes with their next line. */
function joined(rows: string[]): string[] {
  const whole: string[] = []
  for (const row of rows) {
    const last = whole.at(-1)
    if (last !== undefined && (last.match(/"/g)?.length ?? 0) % 2 === 1) whole[whole.length - 1] = `${last}\n${row}`
    else whole.push(row)
  }
  return whole
}

function cellsOf(row: string): string[] {
  const cells: string[] = []
  for (const [, quoted, plain] of row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
  return cells
}

const mt940Amount = (text: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = text.split(',')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Reads MT940, of one statement or of several pages of one. */
export function readMt940(text: string, decimals: number): Lines {
  const balance = (tag: string, pick: 'first' | 'last') => {
    const found = [...text.matchAll(new RegExp(`^:${tag}[FM]:([CD])\\d{6}[A-Z]{3}([\\d,]+)`, 'gm'))]
    const [, sign, amount = '0'] = (pick === 'first' ? found[0] : found.at(-1)) ?? []
    return mt940Amount(amount, decimals) * (sign === 'D' ? -1n : 1n)
  }
  const lines = [...text.matchAll(/^:61:(\d{2})(\d{2})(\d{2})(?:\d{4})?(R?[CD])[A-Z]?([\d,]+)[A-Z]/gm)]
  return {
    opening: balance('60', 'first'),
    closing: balance('62', 'last'),
    lines: lines.map(([, year, month, day, mark, amount = '0']) => ({
      minor: mt940Amount(amount, decimals) * (mark === 'D' || mark === 'RC' ? -1n : 1n),
      valueDate: `20${year}-${month}-${day}`,
    })),
  }
}

const inside = (xml: string, tag: string): string =>
  new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 's').exec(xml)?.[1] ?? ''

/** Reads camt.053. */
export function readCamt053(xml: string): Lines {
  const signed = (part: string) => minorOf(inside(part, 'Amt')) * (inside(part, 'CdtDbtInd') === 'DBIT' ? -1n : 1n)
  const balances = [...xml.matchAll(/<Bal>.*?<\/Bal>/gs)].map(([part]) => part)
  const balance = (...codes: string[]) => {
    const found = balances.find((part) => codes.includes(inside(inside(part, 'CdOrPrtry'), 'Cd')))
    return found ? signed(found) : 0n
  }
  const entries = [...xml.matchAll(/<Ntry>.*?<\/Ntry>/gs)].map(([part]) => part)
  return {
    opening: balance('OPBD'),
    closing: balance('CLBD', 'ITBD'),
    lines: entries.map((part) => ({ minor: signed(part), valueDate: inside(inside(part, 'ValDt'), 'Dt') })),
  }
}
