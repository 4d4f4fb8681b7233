import { expect, test } from 'vitest'
import { loadModulusTable } from './modulus-files.ts'
import { parseModulusTable, passesModulusCheck } from './uk-modulus.ts'

const table = loadModulusTable()

// The published test cases of the UK modulus check.
test.each(
  (
    '089999 66374958, 107999 88837491, 202959 63748472, 871427 46238510, 872427 46238510, 871427 09123496, ' +
    '871427 99123496, 820000 73688637, 827999 73988638, 827101 28748352, 134020 63849203, 118765 64371389, ' +
    '200915 41011166, 938611 07806039, 938600 42368003, 938063 55065200, 772798 99345694, 086090 06774744, ' +
    '309070 02355688, 309070 12345668, 309070 12345677, 309070 99345694, 074456 12345112, 074456 11104102, ' +
    '070116 34012583, 180002 00000190'
  )
    .split(', ')
    .map((pair) => pair.split(' ')),
)('%s %s is valid', (sortCode, account) => {
  expect(passesModulusCheck(table, sortCode!, account!)).toBe(true)
})

test.each([
  ['938063', '15764273', 'first check passes, second fails'],
  ['938063', '15764264', 'first check fails, second passes'],
  ['938063', '15763217', 'remainder of 1 in the first check'],
  ['118765', '64371388', 'exception 1'],
  ['203099', '66831036', 'only the first of two checks passes'],
  ['203099', '58716970', 'only the second of two checks passes'],
  ['089999', '66374959', 'modulus 10'],
  ['107999', '88837493', 'modulus 11'],
])('%s %s is invalid: %s', (sortCode, account) => {
  expect(passesModulusCheck(table, sortCode, account)).toBe(false)
})

test('a sort code that is not in the table passes', () => {
  expect(passesModulusCheck(table, '123456', '98765432')).toBe(true)
})

test('a mistyped digit is found: every one of the nine other digits in every place of 089999 66374958 fails', () => {
  const account = '66374958'
  const passing: string[] = []
  for (let place = 0; place < 8; place++) {
    for (const digit of '0123456789'.replace(account[place]!, '')) {
      const typed = account.slice(0, place) + digit + account.slice(place + 1)
      if (passesModulusCheck(table, '089999', typed)) passing.push(typed)
    }
  }
  expect(passing).toEqual([])
})

test.each([
  ['01000 016715 MOD11 0 0 0 0 0 0 8 7 6 5 4 3 2 1', ''],
  ['010004 016715 MOD12 0 0 0 0 0 0 8 7 6 5 4 3 2 1', ''],
  ['010004 016715 MOD11 0 0 0 0 0 0 8 7 6 5 4 3 2', ''],
  ['', '938600'],
])('a table with a broken line is refused whole: %s%s', (weights, substitutions) => {
  expect(() => parseModulusTable(weights, substitutions)).toThrow('no row of a')
})

test('the published format is read with Windows line ends, blanks and an empty last line', () => {
  const read = parseModulusTable(
    '010004 016715 MOD11    0    0    0    0    0    0    8    7    6    5    4    3    2    1  14\r\n\r\n',
    '938600 938611\r\n',
  )
  expect(read.rows).toEqual([
    {
      from: '010004',
      to: '016715',
      method: 'MOD11',
      weights: [0, 0, 0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1],
      exception: 14,
    },
  ])
  expect(read.substitutions.get('938600')).toBe('938611')
})
