import { afterEach, expect, test, vi } from 'vitest'
import type { Command } from 'commander'
import { print } from './output/print.ts'
import { createProgram } from './program.ts'

afterEach(() => vi.restoreAllMocks())

/** Runs the program and returns what it wrote to standard error, with the code of its error. */
async function rejected(...args: string[]): Promise<{ code: string; text: string }> {
  let text = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((written) => Boolean((text += written as string)))
  const error = await createProgram()
    .parseAsync(args, { from: 'user' })
    .then(
      () => ({ code: 'none' }),
      (thrown: { code: string }) => thrown,
    )
  return { code: error.code, text }
}

test('the help of every command fits a terminal of 80 columns, apart from words that cannot be broken', () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)]
  const tooWide = all(createProgram()).flatMap((command) =>
    command
      .helpInformation()
      .split('\n')
      .filter((line) => line.length > 80 && !line.startsWith('Usage:') && line.trim().includes(' '))
      .map((line) => `${command.name()}: ${line}`),
  )
  expect(tooWide).toEqual([])
})

test('an unknown command of a resource is reported with the valid commands', async () => {
  const { code, text } = await rejected('payments', 'aprove', 'pay_1')
  expect(code).toBe('commander.unknownCommand')
  expect(text).toMatch(/payments has no command 'aprove'\. Its commands are [^.]*approve, /)
})

test('--json and --csv together are rejected: one of them would be ignored', async () => {
  expect((await rejected('balances', '--json', '--csv')).code).toBe('commander.conflictingOption')
})

test('a misspelt column is reported beside the output, and the columns are listed', () => {
  let warned = ''
  let shown = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((written) => Boolean((warned += written as string)))
  vi.spyOn(process.stdout, 'write').mockImplementation((written) => Boolean((shown += written as string)))
  const command = (columns: string) => ({ optsWithGlobals: () => ({ columns, csv: true }) }) as Command
  print(command('currency,amuont'), [{ currency: 'EUR', amount: '1.00', note: null }])
  expect(warned).toBe('--columns: no row has amuont. The columns are currency, amount, note.\n')
  expect(shown).toBe('currency,amuont\r\nEUR,\n')
  warned = ''
  print(command('currency,note'), [{ currency: 'EUR', amount: '1.00', note: null }])
  print(command('anything'), [])
  expect(warned).toBe('')
})

test('a missing credentials file is named without the error text of the operating system', async () => {
  const program = createProgram()
  await expect(
    program.parseAsync(['--credentials', '/nowhere/credentials.json', 'balances'], { from: 'user' }),
  ).rejects.toThrow('No credentials: there is no file /nowhere/credentials.json.\nLog in with')
})
