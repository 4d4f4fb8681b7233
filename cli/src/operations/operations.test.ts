import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Command } from 'commander'
import { afterAll, describe, expect, test } from 'vitest'
import { candidatesOf } from '../commands/completion.ts'
import { OPERATIONS } from '../generated/operations.ts'
import { createProgram } from '../program.ts'
import { hasValue, readJson, readUpload, readValue, withValue } from './input.ts'
import { type Field, optionName } from './operation.ts'
import { writeOutput } from './run.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'cambist-cli-'))
afterAll(() => rmSync(directory, { recursive: true }))
const program = createProgram()

const commandOf = (...names: string[]): Command =>
  names.reduce<Command>((command, name) => command.commands.find((each) => each.name() === name)!, program)
const longsOf = (command: Command) => command.options.map(({ long }) => long)

test('every operation is a command with a summary, and no two commands share a name', () => {
  expect(OPERATIONS.length).toBeGreaterThan(110)
  const names = OPERATIONS.map(({ resource, name }) => `${resource} ${name}`)
  expect(new Set(names).size).toBe(names.length)
  for (const { resource, name, summary } of OPERATIONS)
    expect(commandOf(resource, name).summary(), `${resource} ${name}`).toContain(summary)
})

test('every parameter and field has an option that does not clash with an option of the program', () => {
  const own = new Set(longsOf(program))
  for (const { resource, name, query, fields = [], isList } of OPERATIONS) {
    const longs = longsOf(commandOf(resource, name))
    expect(longs.filter((long) => long && own.has(long))).toEqual([])
    expect(new Set(longs).size).toBe(longs.length)
    for (const field of [...query, ...fields].filter(({ at }) => !isList || at[0] !== 'limit')) {
      const long = optionName(field)
      expect(longs, `${resource} ${name}`).toContain(own.has(long) ? long.replace('--', '--with-') : long)
    }
  }
})

test('the help of every operation has an example, and its error codes with their meaning', () => {
  for (const operation of OPERATIONS) {
    const shown: string[] = []
    const command = commandOf(operation.resource, operation.name)
    command.configureOutput({ writeOut: (text) => void shown.push(text) })
    command.outputHelp()
    const help = shown.join('')
    expect(help).toContain(`Example:\n  cambist ${operation.resource} ${operation.name}`)
    const errors = Object.entries(operation.errors).flatMap(([status, codes]) => codes.map((code) => [status, code]))
    expect(errors.length, `the help of ${operation.id}`).toBeGreaterThan(3)
    for (const [status, code] of errors)
      expect(help, `the help of ${operation.id}`).toMatch(new RegExp(`^  ${status} ${code}\\s+\\S.{10,}`, 'm'))
  }
})

test('every command of the README exists, with its options', () => {
  const readme = readFileSync(path.join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
  const lines = [...readme.matchAll(/^(?:npx )?cambist (.+)$/gm)].map(([, line]) => line!)
  expect(lines.length).toBeGreaterThan(8)
  for (const line of lines) {
    const words = [...line.matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) => word)
    let command: Command = program
    for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command
    expect(command, `cambist ${line}`).not.toBe(program)
    const known = [...longsOf(command), ...longsOf(program)]
    expect(
      words.filter((word) => word.startsWith('--') && !known.includes(word)),
      `cambist ${line}`,
    ).toEqual([])
  }
})

test('fields of nested objects are options of their own', () => {
  expect(longsOf(commandOf('beneficiaries', 'create'))).toEqual(
    expect.arrayContaining(['--name', '--address-city', '--address-country-code', '--routing-codes', '--dry-run']),
  )
})

describe('values', () => {
  const field = (kind: Field['kind'], more: Partial<Field> = {}): Field => ({
    at: ['address', 'postCode'],
    kind,
    ...more,
  })

  test('are read with the type of their field', () => {
    expect(readValue(field('string'), '0123')).toBe('0123')
    expect(readValue(field('integer'), '12')).toBe(12)
    expect(readValue(field('boolean'), 'false')).toBe(false)
    expect(readValue(field('json'), '{"a":1}')).toEqual({ a: 1 })
    expect(readValue(field('string', { choices: ['Buy', 'Sell'] }), 'sell')).toBe('Sell')
  })

  test('of another type are rejected with the name of the option', () => {
    expect(() => readValue(field('integer'), 'x')).toThrow('--address-post-code is a number')
    expect(() => readValue(field('boolean'), 'yes')).toThrow('true or false')
    expect(() => readValue(field('json'), '{')).toThrow('is no JSON')
    expect(() => readJson('--body', '@/nowhere.json')).toThrow('cannot be read')
  })

  test('replace a field of a body without changing the body that was passed', () => {
    const body = { address: { city: 'Leeds' } }
    expect(withValue(body, ['address', 'postCode'], 'LS1')).toEqual({ address: { city: 'Leeds', postCode: 'LS1' } })
    expect(body).toEqual({ address: { city: 'Leeds' } })
    expect(hasValue(body, ['address', 'city'])).toBe(true)
    expect(hasValue(body, ['address', 'postCode'])).toBe(false)
  })

  test('of a file have the media type of its extension', () => {
    const file = path.join(directory, 'payments.csv')
    writeFileSync(file, 'amount\n1.00\n')
    expect(readUpload(file, ['application/json', 'text/csv'])).toMatchObject({ contentType: 'text/csv' })
    expect(() => readUpload('payments.xls', ['text/csv'])).toThrow('must end in .csv')
  })
})

test('a file that cannot be written is a mistake in the command, with its name', () => {
  const file = path.join(directory, 'missing', 'november.pdf')
  expect(() => writeOutput(file, new Uint8Array())).toThrow(`--output: ${file} cannot be written`)
})

describe('completion', () => {
  const names = (...words: string[]) => candidatesOf(program, words).map(({ name }) => name)

  test('completes resources, operations, options and choices', () => {
    expect(names('pay')).toEqual(expect.arrayContaining(['pay', 'payees', 'payments', 'payment-batches']))
    expect(names('payments', 'c')).toEqual(['create', 'cancel'])
    expect(names('trades', 'list', '--value')).toEqual(['--value-date-from', '--value-date-to'])
    expect(names('quote', '--fixed', '')).toEqual(['Sell', 'Buy'])
    expect(names('trades', 'list', '--status', 'PartiallyD')).toEqual(['PartiallyDrawn'])
    expect(names('completion', 'b')).toEqual(['bash'])
    expect(names('_')).toEqual([])
  })
})
