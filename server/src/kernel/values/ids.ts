import { randomBytes, randomFillSync } from 'node:crypto'
import { invariant } from './refusals.ts'

/** Identifiers: uuid v7 in the database, a prefix and 26 base-32 characters on the wire ("pay_01K9…"). */
type Id<P extends string> = `${P}_${string}`

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford's base 32: no I, L, O, U
const VALUE = new Int8Array(128).fill(-1)
for (let i = 0; i < 32; i++) {
  VALUE[ALPHABET.charCodeAt(i)] = i
  VALUE[ALPHABET.toLowerCase().charCodeAt(i)] = i
}
/** Two characters for each ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, i) => ALPHABET[i >> 5]! + ALPHABET[i & 31]!)
const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

let lastMs = 0
let counter = 0
const pool = new Uint8Array(2048)
let used = pool.length

/** Largest number of a cell: ten bits. */
export const MAX_CELL = 1023

let cell = 0

/**
 * Sets the cell of this process: the installation, with one database, in which its ids and tokens are made. Several cells
 * behind one service find the owner of an id from the id alone.
 */
export function setCell(number: number): void {
  invariant(Number.isInteger(number) && number >= 0 && number <= MAX_CELL, `a cell is a number from 0 to ${MAX_CELL}`)
  cell = number
}

/** Returns the two characters that name the cell at the beginning of an opaque token. */
export const cellMark = (): string => `${ALPHABET[cell >> 5]}${ALPHABET[cell & 31]}`

/**
 * A new uuid v7, strictly ascending within this process: 48 bits of wall-clock milliseconds,
 * a counter in the 12 bits that follow, 10 bits that name the cell, and 52 random bits.
 */
export function newUuid(): string {
  const ms = Math.max(Date.now(), lastMs)
  counter = ms === lastMs ? counter + 1 : pool[takeRandoms(1)]!
  lastMs = ms
  if (counter > 0xfff) {
    lastMs = ms + 1
    counter = 0
  }
  if (start.ms !== lastMs) start = { ms: lastMs, text: startOf(lastMs) }
  const at = takeRandoms(7)
  const hexAt = (place: number) => HEX[pool[at + place]!]!
  const seq = counter.toString(16).padStart(3, '0')
  const variant = HEX[0x80 | (cell >> 4)]! + HEX[((cell & 15) << 4) | (pool[at]! & 15)]!
  return `${start.text}${seq}-${variant}-${hexAt(1)}${hexAt(2)}${hexAt(3)}${hexAt(4)}${hexAt(5)}${hexAt(6)}`
}

/** The beginning of the ids of a millisecond. */
let start = { ms: 0, text: '' }

function startOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}

/** Returns the place of random bytes in the pool, each given out once: asking the system for each few would cost more than the rest. */
function takeRandoms(count: number): number {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const place = used
  used += count
  return place
}

/** The wire form of a stored uuid: formatId('pay', uuid) is "pay_01K9…", 26 characters after the prefix. */
export function formatId<P extends string>(prefix: P, uuid: string): Id<P> {
  let out = ''
  let bits = 0
  let held = 2 // two zero bits in front make 130 bits: 26 characters of five, two at a time
  for (let i = 0; i < 36; i++) {
    const c = uuid.charCodeAt(i)
    if (c === 45) continue
    bits = (bits << 4) | (c < 58 ? c - 48 : (c | 32) - 87)
    held += 4
    if (held >= 10) {
      held -= 10
      out += PAIRS[bits >>> held]!
      bits &= (1 << held) - 1
    }
  }
  return `${prefix}_${out}`
}

const lasting = new Map<string, string>()
const MOST_LASTING = 100_000

/** Formats an id like `formatId` with a cache: for the ids of entities, accounts and facilities, which appear in many responses. */
export function formatLastingId<P extends string>(prefix: P, uuid: string): Id<P> {
  const known = lasting.get(uuid)
  if (known !== undefined) return known as Id<P>
  const made = formatId(prefix, uuid)
  if (lasting.size >= MOST_LASTING) lasting.clear()
  lasting.set(uuid, made)
  return made
}

/** Returns the uuid of a wire id; undefined if it has another prefix or form (callers answer "not found"). */
export function parseId(prefix: string, text: string): string | undefined {
  if (text.length !== prefix.length + 27 || !text.startsWith(prefix) || text[prefix.length] !== '_') return undefined
  let hex = ''
  let bits = 0
  let held = -2
  for (let i = prefix.length + 1; i < text.length; i++) {
    const v = VALUE[text.charCodeAt(i)] ?? -1
    if (v < 0) return undefined
    bits = (bits << 5) | v
    held += 5
    while (held >= 4) {
      held -= 4
      const nibble = bits >>> held
      if (nibble > 15) return undefined
      hex += nibble.toString(16)
      bits &= (1 << held) - 1
    }
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** A secret of `bytes` random bytes, URL-safe. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url')
