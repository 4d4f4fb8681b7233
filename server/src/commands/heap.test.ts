import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { HEAP_OPTIONS } from './heap.ts'

test.each(HEAP_OPTIONS)('this Node.js knows %s: one that was renamed would be ignored in silence', (option) => {
  expect(execFileSync(process.execPath, [option, '--print', '1 + 1'], { encoding: 'utf8' }).trim()).toBe('2')
})

test('an option that is not known does end a Node.js that is started with it', () => {
  expect(() => execFileSync(process.execPath, ['--no-such-option', '--print', '1'], { stdio: 'pipe' })).toThrow(
    'bad option',
  )
})
