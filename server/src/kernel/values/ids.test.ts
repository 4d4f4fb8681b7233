import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { cellMark, formatId, newUuid, parseId, setCell } from './ids.ts'

describe('ids', () => {
  test('every uuid comes back from its wire form', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const wire = formatId('pay', uuid)
        expect(wire).toMatch(/^pay_[0-9A-HJKMNP-TV-Z]{26}$/)
        expect(parseId('pay', wire)).toBe(uuid)
      }),
    )
  })

  test('a lower-case id is read, another prefix or a longer number is not', () => {
    const uuid = newUuid()
    expect(parseId('pay', formatId('pay', uuid).toLowerCase())).toBe(uuid)
    expect(parseId('trd', formatId('pay', uuid))).toBeUndefined()
    expect(parseId('pay', `pay_${'Z'.repeat(26)}`)).toBeUndefined()
    expect(parseId('pay', 'pay_')).toBeUndefined()
    expect(parseId('pay', `pay_${'0'.repeat(25)}é`)).toBeUndefined()
  })

  test('new uuids ascend, are version 7 and do not repeat', () => {
    const made = Array.from({ length: 20_000 }, newUuid)
    expect(made.toSorted()).toEqual(made)
    expect(new Set(made).size).toBe(made.length)
    expect(made.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    )
  })
})

describe('the cell', () => {
  afterEach(() => setCell(0))

  test.each([
    [0, '80', '0', '00'],
    [33, '82', '1', '11'],
    [1023, 'bf', 'f', 'ZZ'],
  ])('%i is in ten bits of each id and in the mark of tokens', (number, high, low, mark) => {
    setCell(number)
    const id = newUuid()
    expect([id.slice(19, 21), id[21]]).toEqual([high, low])
    expect(cellMark()).toBe(mark)
  })

  test('is a number from 0 to 1023', () => {
    for (const wrong of [-1, 1024, 0.5]) expect(() => setCell(wrong)).toThrow('a number from 0 to 1023')
  })
})
