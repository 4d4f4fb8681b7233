import { isDay } from '../values/days.ts'

/**
 * Arrays as parameters, in PostgreSQL's binary format: with hundreds of values a batch, writing and reading them as text
 * would cost more than the postings. Layout: dimensions, whether there are nulls, type, length, first index; then each
 * element's length in bytes (-1: null) and its bytes, all big-endian.
 */
export type Value = string | number | bigint | boolean | Date | null | undefined
/** Types of elements: ids, texts, JSON as text, minor units and sequences, counts and indexes, days, instants, and truth values. */
export type ElementType = 'uuid' | 'text' | 'jsonb' | 'bigint' | 'int' | 'smallint' | 'date' | 'timestamptz' | 'boolean'

/** A value that its type cannot hold; nothing has been sent. */
export class Unencodable extends Error {}

const HEADER = 20

interface Format {
  oid: number
  /** Bytes that an element takes at most. */
  room(value: never): number
  /** Writes an element. @returns where it ends */
  write(out: Buffer, value: never, at: number): number
}

/** Version of the binary form of jsonb, which is its text. */
const JSONB_FORM = 1

const FORMATS: Record<ElementType, Format> = {
  uuid: { oid: 2950, room: () => 16, write: writeUuid },
  text: {
    oid: 25,
    room: (value: string) => value.length * 3,
    write: (out, value: string, at) => at + out.write(value, at),
  },
  jsonb: {
    oid: 3802,
    room: (value: string) => value.length * 3 + 1,
    write: (out, value: string, at) => out.writeUInt8(JSONB_FORM, at) + out.write(value, at + 1),
  },
  bigint: { oid: 20, room: () => 8, write: writeBigint },
  int: { oid: 23, room: () => 4, write: (out, value: number, at) => out.writeInt32BE(value, at) },
  smallint: { oid: 21, room: () => 2, write: (out, value: number, at) => out.writeInt16BE(value, at) },
  date: { oid: 1082, room: () => 4, write: writeDay },
  timestamptz: { oid: 1184, room: () => 8, write: writeInstant },
  boolean: { oid: 16, room: () => 1, write: (out, value: boolean, at) => out.writeUInt8(value ? 1 : 0, at) },
}

/**
 * @returns the parameter, or null where nothing but nulls is in it, which keeps wide batches cheap
 * @throws Unencodable
 */
export function arrayOf(type: ElementType, values: readonly Value[]): Buffer | null {
  const format = FORMATS[type]
  let room = HEADER
  let nulls = 0
  for (const value of values) {
    room += 4
    if (value === null || value === undefined) nulls++
    else room += format.room(value as never)
  }
  if (nulls === values.length) return null
  const out = Buffer.allocUnsafe(room)
  let end = 0
  for (const word of [1, nulls > 0 ? 1 : 0, format.oid, values.length, 1]) end = out.writeInt32BE(word, end)
  for (const value of values) end = writeElement(out, format, value, end)
  return out.subarray(0, end)
}

function writeElement(out: Buffer, format: Format, value: Value, at: number): number {
  if (value === null || value === undefined) return out.writeInt32BE(-1, at)
  const end = format.write(out, value as never, at + 4)
  out.writeInt32BE(end - at - 4, at)
  return end
}

const DASH = 45
const NIBBLE = new Uint16Array(128).fill(256)
for (let i = 0; i < 16; i++) {
  NIBBLE[i.toString(16).charCodeAt(0)] = i
  NIBBLE[i.toString(16).toUpperCase().charCodeAt(0)] = i
}

function writeUuid(out: Buffer, value: string, at: number): number {
  let end = at
  for (let i = 0; i < 36; i += 2) {
    if (value.charCodeAt(i) === DASH) i++
    const byte = NIBBLE[value.charCodeAt(i)]! * 16 + NIBBLE[value.charCodeAt(i + 1)]!
    if (!(byte < 256)) throw new Unencodable(`not a uuid: ${value}`) // also NaN: beyond the end, or not ASCII
    out[end++] = byte
  }
  if (value.length !== 36 || end - at !== 16) throw new Unencodable(`not a uuid: ${value}`)
  return end
}

function writeBigint(out: Buffer, value: bigint, at: number): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return writeSafe(out, number, at)
  if (BigInt.asIntN(64, value) !== value) throw new Unencodable(`beyond 64 bits: ${value}`)
  return out.writeBigInt64BE(value, at)
}

/** Writes a whole number of 53 bits in 64. It allocates nothing, unlike writeBigInt64BE. */
function writeSafe(out: Buffer, number: number, at: number): number {
  out.writeInt32BE(Math.floor(number / 2 ** 32), at)
  return out.writeUInt32BE(number >>> 0, at + 4)
}

/** Writes an instant: microseconds since 2000. */
function writeInstant(out: Buffer, value: Date, at: number): number {
  const millis = value.getTime() - POSTGRES_EPOCH
  if (Number.isNaN(millis)) throw new Unencodable('not an instant')
  return Number.isSafeInteger(millis * 1000)
    ? writeSafe(out, millis * 1000, at)
    : out.writeBigInt64BE(BigInt(millis) * 1000n, at)
}

const DAY_MS = 86_400_000
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1)

const dayNumbers = new Map<string, number>() // nearly all name the same few

function writeDay(out: Buffer, value: string, at: number): number {
  let number = dayNumbers.get(value)
  if (number === undefined) {
    if (!isDay(value)) throw new Unencodable(`not a day: ${value}`)
    if (dayNumbers.size >= 1000) dayNumbers.clear()
    dayNumbers.set(value, (number = (Date.parse(value) - POSTGRES_EPOCH) / DAY_MS))
  }
  return out.writeInt32BE(number, at)
}

/** A column of some rows. @throws Unencodable */
export const columnOf = <R>(
  type: ElementType,
  rows: readonly R[],
  value: (row: R, i: number) => Value,
): Buffer | null => arrayOf(type, rows.map(value))

/** An array that is a parameter, as a column of rows; `type` is that of its elements. */
interface ArrayColumn {
  name: string
  type: string
}

/** Columns up to which `unnest` of all arrays is as fast as subscripts (decision 131). */
const NARROW = 16

/**
 * Returns a subquery with a row for each element of arrays of the same length, which are parameters, and its `place` from 1. Where they are many, it
 * unnests the first alone and reads the others by subscript (decision 131): use it for about a hundred rows at most. An array of nothing but
 * nulls may be null (`arrayOf`).
 *
 * @param columns in the order of their parameters; the first has a value that is not null
 * @param before the last parameter before theirs
 * @param beside further columns: a call that returns a row for each element
 */
export function rowsOfArrays(
  columns: readonly ArrayColumn[],
  before = 0,
  beside?: { names: readonly string[]; call: string },
): string {
  const named = columns.map(({ name, type }, i) => ({ name, array: `$${before + i + 1}::${type}[]` }))
  const unnested = columns.length > NARROW ? named.slice(0, 1) : named
  const names = [...unnested.map(({ name }) => name), ...(beside?.names ?? []), 'place']
  const calls = [...unnested.map(({ array }) => `unnest(${array})`), ...(beside ? [beside.call] : [])]
  const others = named.slice(unnested.length).map(({ name, array }) => `(${array})[e.place::int] as ${name}`)
  return `(select ${[...names.map((name) => `e.${name}`), ...others].join(', ')}
      from rows from (${calls.join(', ')}) with ordinality as e(${names.join(', ')}))`
}
