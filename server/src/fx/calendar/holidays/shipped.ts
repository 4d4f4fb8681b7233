import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serverDirectory } from '../../../kernel/values/package-directory.ts'
import { type Coverage, type Holiday } from '../calendars.ts'

const directory = path.join(serverDirectory, 'data', 'holidays')

export const shippedHolidays = (): Holiday[] => [
  ...holidaysOf('bank-holidays.csv', false),
  ...holidaysOf('expected-holidays.csv', true),
]

const holidaysOf = (file: string, expected: boolean): Holiday[] =>
  readCsv(file).map(
    ([calendar, day, name, source, asOf]) => ({ calendar, day, name, source, asOf, expected }) as Holiday,
  )

export const shippedCoverage = (): Coverage[] =>
  readCsv('coverage.csv').map(
    ([calendar, fromDay, toDay, announcedTo, source]) =>
      ({ calendar, fromDay, toDay, announcedTo: announcedTo || null, source }) as Coverage,
  )

/** Rows of a file of ours: a header line, then values without quotes or commas in them. */
function readCsv(file: string): string[][] {
  const [, ...lines] = readFileSync(path.join(directory, file), 'utf8').trim().split('\n')
  return lines.map((line) => line.split(','))
}
