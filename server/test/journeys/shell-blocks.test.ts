import { expect, test } from 'vitest'
import { inventions, outputsOf, scriptOf } from './shell-blocks.ts'

test('a page may leave fields out, but not invent, rename or retype them', () => {
  const came = { code: 'x', amount: '1.00', errors: [{ pointer: '/a', message: 'm' }], at: null }
  expect(inventions({ code: 'x', amount: '2.00', errors: [{ pointer: '/a' }], at: null }, came)).toEqual([])
  expect(inventions({ code: 'y', amount: 2, colour: 'red', errors: [{ pointer: '/b' }] }, came)).toEqual([
    '.code is "x", not "y"',
    '.amount is "1.00"',
    '.colour is undefined',
    '.errors.0.pointer is "/a", not "/b"',
  ])
})

test('an HTTP error ends the script, except in a block that is refused', () => {
  const script = scriptOf([
    { code: 'curl a\n', refused: false, shown: undefined },
    { code: 'curl b\n', refused: true, shown: undefined },
  ])
  expect(script.match(/--fail-with-body/g)).toHaveLength(1)
  expect(outputsOf('one\n--- end of block ---\ntwo\n--- end of block ---\n')).toEqual(['one\n', 'two\n'])
})
