import { execFileSync } from 'node:child_process'
import v8 from 'node:v8'
import { expect, test, vi } from 'vitest'
import { collectWhenNeeded } from './heap.ts'

const setFlags = vi.spyOn(v8, 'setFlagsFromString').mockReturnValue()
collectWhenNeeded()
const options = setFlags.mock.calls.map(([option]) => option)
setFlags.mockRestore()

test('the options for full collections are set', () => {
  expect(options.length).toBeGreaterThan(0)
})

test.each(options)('this Node.js knows %s: one that was renamed would be ignored in silence', (option) => {
  expect(execFileSync(process.execPath, [option, '--print', '1 + 1'], { encoding: 'utf8' }).trim()).toBe('2')
})

test('an option that is not known does end a Node.js that is started with it', () => {
  expect(() => execFileSync(process.execPath, ['--no-such-option', '--print', '1'], { stdio: 'pipe' })).toThrow(
    'bad option',
  )
})
