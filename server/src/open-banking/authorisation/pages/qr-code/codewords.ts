/** Blocks of a version at error correction level M (ISO/IEC 18004, table 9). */
interface Blocks {
  /** Codewords of error correction in each block. */
  correction: number
  /** Data codewords of each block. */
  data: number[]
}

const repeat = (count: number, size: number): number[] => Array.from({ length: count }, () => size)

/** Versions 1 to 10: up to 213 bytes. */
const VERSIONS: readonly Blocks[] = [
  { correction: 10, data: repeat(1, 16) },
  { correction: 16, data: repeat(1, 28) },
  { correction: 26, data: repeat(1, 44) },
  { correction: 18, data: repeat(2, 32) },
  { correction: 24, data: repeat(2, 43) },
  { correction: 16, data: repeat(4, 27) },
  { correction: 18, data: repeat(4, 31) },
  { correction: 22, data: [...repeat(2, 38), ...repeat(2, 39)] },
  { correction: 22, data: [...repeat(3, 36), ...repeat(2, 37)] },
  { correction: 26, data: [...repeat(4, 43), ...repeat(1, 44)] },
]

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Bits before the bytes: the mode and the count, which is longer from version 10. */
const headBits = (version: number): number => 4 + (version < 10 ? 8 : 16)

/** Returns the smallest version that holds bytes, and its codewords in the order of their modules. @throws Error beyond 213 bytes */
export function codewordsOf(bytes: Uint8Array): { version: number; codewords: number[] } {
  const index = VERSIONS.findIndex(({ data }, i) => headBits(i + 1) + 8 * bytes.length <= 8 * sum(data))
  if (index === -1) throw new Error(`a text of ${bytes.length} bytes is too long for a QR code`)
  const { correction, data } = VERSIONS[index]!
  const words = padded(bytes, index + 1, sum(data))
  let start = 0
  const blocks = data.map((size) => words.slice(start, (start += size)))
  const checks = blocks.map((block) => remainder(block, generator(correction)))
  return { version: index + 1, codewords: [...interleaved(blocks), ...interleaved(checks)] }
}

/** Encodes bytes in byte mode and pads them. */
function padded(bytes: Uint8Array, version: number, size: number): number[] {
  const count = bytes.length.toString(2).padStart(headBits(version) - 4, '0')
  const bits = `0100${count}${[...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')}`
  const ended = bits.padEnd(Math.min(8 * size, bits.length + 4), '0')
  const words = (ended.padEnd(Math.ceil(ended.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((word) =>
    parseInt(word, 2),
  )
  return Array.from({ length: size }, (_, i) => words[i] ?? ((i - words.length) % 2 === 0 ? 0xec : 0x11))
}

/** Takes the first of each block, then the second, and so on. */
function interleaved(blocks: readonly number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length))
  return Array.from({ length: longest }, (_, i) => blocks.flatMap((block) => block.slice(i, i + 1))).flat()
}

/** Multiplies in the field of 256 elements with the polynomial x^8 + x^4 + x^3 + x^2 + 1. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    if ((other >>> bit) & 1) product ^= one
  }
  return product
}

/** Returns the generator polynomial of a degree without its leading 1. */
function generator(degree: number): number[] {
  let factors = [...repeat(degree - 1, 0), 1]
  let root = 1
  for (let step = 0; step < degree; step++) {
    const held = root
    factors = factors.map((factor, i) => times(factor, held) ^ (factors[i + 1] ?? 0))
    root = times(root, 2)
  }
  return factors
}

function remainder(words: readonly number[], divisor: readonly number[]): number[] {
  let rest = divisor.map(() => 0)
  for (const word of words) {
    const factor = word ^ rest[0]!
    rest = divisor.map((each, i) => (rest[i + 1] ?? 0) ^ times(each, factor))
  }
  return rest
}
