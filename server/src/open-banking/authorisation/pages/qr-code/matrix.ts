import { codewordsOf } from './codewords.ts'

/** Modules of a QR code by row; true: dark. */
type Matrix = boolean[][]

/** Positions of alignment patterns by version, from version 2. */
const ALIGNMENTS: Readonly<Record<number, number[]>> = {
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
}

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** Makes the QR code of a text (ISO/IEC 18004, model 2, error correction level M). @throws Error beyond 213 bytes */
export function qrCode(text: string): Matrix {
  const { version, codewords } = codewordsOf(new TextEncoder().encode(text))
  const { modules, isFixed } = patterns(version)
  placeCodewords(modules, isFixed, codewords)
  const masked = MASKS.map((mask, number) => {
    const copy = modules.map((line, row) =>
      line.map((dark, column) => dark !== (!isFixed[row]![column] && mask(row, column))),
    )
    placeFormat(copy, number)
    return copy
  })
  const penalties = masked.map(penaltyOf)
  return masked[penalties.indexOf(Math.min(...penalties))]!
}

/** Draws what does not depend on the text; the places of the format are fixed too. */
function patterns(version: number): { modules: Matrix; isFixed: Matrix } {
  const size = 17 + 4 * version
  const modules: Matrix = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const isFixed: Matrix = modules.map((line) => [...line])
  const set = (row: number, column: number, dark: boolean) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return
    modules[row]![column] = dark
    isFixed[row]![column] = true
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  const square = (row: number, column: number, reach: number, light: readonly number[]) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++)
        set(row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
  }
  square(3, 3, 4, [2, 4])
  square(3, size - 4, 4, [2, 4])
  square(size - 4, 3, 4, [2, 4])
  const places = ALIGNMENTS[version] ?? []
  const last = places.at(-1)
  const corners = new Set(['6 6', `6 ${last}`, `${last} 6`])
  for (const row of places)
    for (const column of places) if (!corners.has(`${row} ${column}`)) square(row, column, 2, [1])
  for (let i = 0; i < 9; i++) {
    set(8, i, modules[8]![i]!)
    set(i, 8, modules[i]![8]!)
  }
  for (let i = 1; i <= 8; i++) {
    set(8, size - i, false)
    set(size - i, 8, false)
  }
  set(size - 8, 8, true)
  if (version >= 7) placeVersion(version, size, set)
  return { modules, isFixed }
}

function placeVersion(version: number, size: number, set: (row: number, column: number, dark: boolean) => void): void {
  const bits = (version << 12) | checkBits(version, 12, 0x1f25)
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >>> i) & 1) === 1
    const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)]
    set(near, far, dark)
    set(far, near, dark)
  }
}

/** Remainder of a value, shifted by some bits, by a generator with one bit more. */
function checkBits(value: number, bits: number, generator: number): number {
  let rest = value << bits
  for (let at = 31 - Math.clz32(rest); at >= bits; at = 31 - Math.clz32(rest)) rest ^= generator << (at - bits)
  return rest
}

/** Level M is 00 in the format; the mask follows. */
function placeFormat(modules: Matrix, mask: number): void {
  const size = modules.length
  const bits = ((mask << 10) | checkBits(mask, 10, 0x537)) ^ 0x5412
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >>> i) & 1) === 1
    const along = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i
    modules[along]![8] = dark
    const across = i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i
    modules[8]![across] = dark
  }
}

/** Fills the free modules in columns of two, from the right, up and down in turn. */
function placeCodewords(modules: Matrix, isFixed: Matrix, codewords: readonly number[]): void {
  const size = modules.length
  let at = 0
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (isFixed[row]![column]) continue
        const word = codewords[at >>> 3] ?? 0
        modules[row]![column] = ((word >>> (7 - (at & 7))) & 1) === 1
        at++
      }
    }
    isUp = !isUp
  }
}

/** Penalty of a masked code: long runs, squares, false finders and an unequal share of dark modules. */
function penaltyOf(modules: Matrix): number {
  const size = modules.length
  const lines = [...modules, ...modules.map((_, column) => modules.map((line) => line[column]!))]
  const texts = lines.map((line) => line.map((dark) => (dark ? '1' : '0')).join(''))
  const runs = texts.flatMap((text) => text.match(/0{5,}|1{5,}/g) ?? []).map((run) => run.length - 2)
  const finders = texts.flatMap((text) => [...text.matchAll(/(?=00001011101|10111010000)/g)]).length
  let squares = 0
  for (let row = 1; row < size; row++)
    for (let column = 1; column < size; column++) {
      const dark = modules[row]![column]
      if (
        dark === modules[row - 1]![column] &&
        dark === modules[row]![column - 1] &&
        dark === modules[row - 1]![column - 1]
      )
        squares++
    }
  const share = modules.flat().filter((dark) => dark).length / (size * size)
  return (
    runs.reduce((sum, each) => sum + each, 0) + 40 * finders + 3 * squares + 10 * Math.floor(Math.abs(share - 0.5) * 20)
  )
}
