import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { arrayOf, type ElementType, rowsOfArrays, Unencodable, type Value } from './arrays.ts'

const db = await testDatabase()
const ID = '0192f0c4-1234-7abc-8def-0123456789AB'

test.each<[ElementType, Value[], unknown]>([
  [
    'uuid',
    [ID, null, '00000000-0000-0000-0000-000000000000'],
    [ID.toLowerCase(), null, '00000000-0000-0000-0000-000000000000'],
  ],
  ['text', ['', 'Łódź', undefined, '東京 🚢', 'NULL', '{a,"b"}'], ['', 'Łódź', null, '東京 🚢', 'NULL', '{a,"b"}']],
  ['bigint', [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)], ['0', '-1', '9223372036854775807', '-9223372036854775808']],
  ['int', [1, -5, null], ['1', '-5', null]],
  ['date', ['2026-11-20', '1999-12-31', '2024-02-29'], ['2026-11-20', '1999-12-31', '2024-02-29']],
  ['smallint', [0, -32768, 32767, null], ['0', '-32768', '32767', null]],
  ['boolean', [true, false, null], ['true', 'false', null]],
  ['jsonb', ['{"a":"東京 \\"x\\""}', null, '[]', '1'], ['{"a": "東京 \\"x\\""}', null, '[]', '1']],
  [
    'timestamptz',
    ['2026-11-27T10:00:00.123Z', '1999-12-31T23:59:59.999Z', '0099-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'].map(
      (text) => new Date(text),
    ),
    [
      '2026-11-27 10:00:00.123+00',
      '1999-12-31 23:59:59.999+00',
      '0099-01-01 00:00:00+00',
      '9999-12-31 23:59:59.999+00',
    ],
  ],
  [
    'bigint',
    [2n ** 32n, -(2n ** 32n) - 1n, 4_294_967_295n, 2n ** 53n, -123_456_789_012n],
    ['4294967296', '-4294967297', '4294967295', '9007199254740992', '-123456789012'],
  ],
])('an array of %s arrives unchanged', async (type, values, expected) => {
  const { rows } = await db.pool.query<{ texts: unknown }>(`select $1::${type}[]::text[] as texts`, [
    arrayOf(type, values),
  ])
  expect(rows[0]!.texts).toEqual(expected)
})

test('an array of nulls alone, or of nothing, is null', () => {
  expect([arrayOf('uuid', [null, undefined]), arrayOf('text', [])]).toEqual([null, null])
})

test.each([3, 40])(
  '%d arrays become rows in their order, with null where a value or all of an array is missing',
  async (count) => {
    const further = Array.from({ length: count - 3 }, (_, i) => ({ name: `further_${i}`, type: 'text' }))
    const columns = [
      { name: 'id', type: 'int' },
      { name: 'amount', type: 'bigint' },
      { name: 'note', type: 'text' },
      ...further,
    ]
    const empty = Object.fromEntries(further.map(({ name }) => [name, null]))
    const given = (rows: readonly (readonly [number, bigint | null, string | null])[]) =>
      columns.map(({ type }, i) =>
        arrayOf(
          type as ElementType,
          rows.map((row) => row[i]),
        ),
      )
    const read = async (from: string, values: readonly unknown[]) =>
      (await db.pool.query(`select * from ${from} as r`, [...values])).rows
    const rows = [
      [3, 7n, 'a'],
      [1, null, 'b'],
      [2, 9n, null],
    ] as const
    expect(await read(rowsOfArrays(columns), given(rows))).toEqual(
      rows.map(([id, amount, note], i) => ({ id, amount, note, place: BigInt(i + 1), ...empty })),
    )
    expect(await read(rowsOfArrays(columns), given([[3, null, null]]))).toEqual([
      { id: 3, amount: null, note: null, place: 1n, ...empty },
    ])
    expect(await read(rowsOfArrays(columns), given([]))).toEqual([])
    const beside = { names: ['number'], call: 'generate_series($1::int, 12)' }
    expect(await read(rowsOfArrays(columns, 1, beside), [10, ...given(rows)])).toEqual(
      rows.map(([id, amount, note], i) => ({ id, amount, note, number: 10 + i, place: BigInt(i + 1), ...empty })),
    )
  },
)

test.each<[ElementType, Value]>([
  ['uuid', ''],
  ['uuid', ID.slice(0, 35)],
  ['uuid', `${ID}00`],
  ['uuid', ID.replaceAll('-', '')],
  ['uuid', ID.replace('0192f0c4', 'éééééééé')],
  ['uuid', ID.replace('0192f0c4', '0192f0cg')],
  ['bigint', 2n ** 63n],
  ['bigint', -(2n ** 63n) - 1n],
  ['date', '2026-02-30'],
  ['date', 'today'],
  ['timestamptz', new Date(Number.NaN)],
])('a value that is not a %s is rejected before it is sent: %s', (type, value) => {
  expect(() => arrayOf(type, [value])).toThrow(Unencodable)
})
