import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Runs the completion scripts in their shells, with the real command line; shells that are not installed are skipped. */
const run = promisify(execFile)
const program = path.join(import.meta.dirname, '..', '..', 'cambist.mjs')
const directory = mkdtempSync(path.join(tmpdir(), 'cambist-completion-'))
const folder = (name: string) => path.join(directory, name)
const env = { ...process.env, HOME: directory, PATH: `${folder('bin')}:${process.env['PATH']}`, TERM: 'xterm' }

/** A command that completes as ours, and prints its arguments instead of running. */
const COMMAND = `#!/bin/sh
[ "$1" = __complete ] || { echo "RAN[$*]"; exit; }
exec '${process.execPath}' '${program}' "$@"
`

beforeAll(async () => {
  for (const name of ['bin', 'functions', 'files']) mkdirSync(folder(name))
  writeFileSync(folder('bin/cambist'), COMMAND)
  chmodSync(folder('bin/cambist'), 0o755)
  writeFileSync(folder('files/notes.txt'), '')
  for (const [shell, file] of [
    ['bash', 'cambist.bash'],
    ['zsh', 'functions/_cambist'],
    ['fish', 'cambist.fish'],
  ] as const)
    writeFileSync(folder(file), (await run(process.execPath, [program, 'completion', shell])).stdout)
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const isInstalled = (shell: string) => spawnSync('sh', ['-c', `command -v ${shell}`]).status === 0
const [hasBash, hasZsh, hasFish] = ['bash', 'zsh', 'fish'].map((shell) => {
  if (!isInstalled(shell)) console.warn(`${shell} is not installed: its completion is not tested`)
  return isInstalled(shell)
})
const output = async (shell: string, ...args: string[]) =>
  (await run(shell, args, { env, cwd: folder('files') })).stdout

describe.skipIf(!hasBash)('in bash, a user', () => {
  const completed = async (...words: string[]) => {
    const script = `source ${folder('cambist.bash')}
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _cambist; printf '%s\\n' "\${COMPREPLY[@]}"`
    return (await output('bash', '--norc', '-c', script, 'bash', ...words)).trim().split('\n')
  }

  test.each([
    [
      ['cambist', 'payments', 'c'],
      ['create', 'cancel'],
    ],
    [['cambist', 'payments', 'create', '--amo'], ['--amount']],
    [
      ['cambist', 'quote', '--fixed', ''],
      ['Sell', 'Buy'],
    ],
  ])('completes %j', async (words, found) => expect(await completed(...words)).toEqual(found))

  test('is offered every resource at the start', async () =>
    expect(await completed('cambist', '')).toEqual(expect.arrayContaining(['payments', 'trades', 'quote', 'demo'])))
})

describe.skipIf(!hasFish)('in fish, a user', () => {
  const completed = async (line: string) => {
    const script = `source ${folder('cambist.fish')}; complete -C '${line}'`
    return (await output('fish', '--no-config', '-c', script)).trim().split('\n')
  }

  test.each([
    ['cambist payments c', ['cancel\tCancel a payment', 'create\tCreate a payment']],
    ['cambist quote --fixed ', ['Buy', 'Sell']],
    ['cambist completion z', ['zsh']],
  ])('completes "%s" without file names', async (line, found) =>
    expect((await completed(line)).toSorted()).toEqual(found),
  )

  test('is offered every resource at the start', async () =>
    expect(await completed('cambist ')).toEqual(expect.arrayContaining(['pay\tpay a beneficiary', 'balances\tlist'])))

  test('gets file names where the command line has no values to offer', async () =>
    expect((await completed('cambist statements get-interim --output ')).join()).toContain('notes.txt'))
})

describe.skipIf(!hasZsh)('in zsh, a user', () => {
  /** Types lines into an interactive shell, and returns what each of them runs. */
  const typed = async (...lines: string[]) => {
    const script = `zmodload zsh/zpty
zpty shell zsh -f -i
wait_for() {
  local seen= part
  repeat 600; do
    zpty -r -t shell part && seen+=$part
    [[ $seen == *"$1"* ]] && break
    sleep 0.05
  done
  print -r -- "$seen"
}
zpty -w shell "unsetopt beep zle; PATH='${folder('bin')}':\\$PATH; fpath=('${folder('functions')}' \\$fpath); \
autoload -Uz compinit; compinit -u -d '${folder('dump')}'; setopt zle; echo REA''DY"
wait_for READY >/dev/null
for line in "$@"; do zpty -w -n shell "$line"$'\\n'; wait_for 'RAN['; done
zpty -d shell`
    const text = await output('zsh', '-f', '-c', script, 'zsh', ...lines)
    return [...text.matchAll(/RAN\[(.*)\]/g)].map(([, words]) => words)
  }

  test('completes operations, options and choices with the tab key', async () => {
    const lines = [
      'cambist payments cre\tx',
      'cambist payments create --amo\t5',
      'cambist quote --fixed B\t',
      'cambist bala\t',
    ]
    expect(await typed(...lines)).toEqual([
      'payments create x',
      'payments create --amount 5',
      'quote --fixed Buy',
      'balances',
    ])
  })

  test('gets file names where the command line has no values to offer', async () =>
    expect(await typed('cambist statements get-interim --output no\t')).toEqual([
      'statements get-interim --output notes.txt',
    ]))
})
