import type { ParsedBatch } from './parse.ts'

/** Bytes of JSON that are read in one piece: less than a millisecond. */
const CHUNK_BYTES = 64 * 1024

/** Reads the items of a batch chunk by chunk, in their order; an item larger than a chunk has one of its own. */
export function* chunksOf({ bytes, ends }: Pick<ParsedBatch, 'bytes' | 'ends'>): Generator<unknown[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let first = 0
  while (first < ends.length) {
    const start = ends[first - 1] ?? 0
    let next = first + 1
    while (next < ends.length && ends[next]! - start <= CHUNK_BYTES) next++
    yield Array.from({ length: next - first }, (_, i) => {
      const at = first + i
      return JSON.parse(buffer.toString('utf8', ends[at - 1] ?? 0, ends[at])) as unknown
    })
    first = next
  }
}
