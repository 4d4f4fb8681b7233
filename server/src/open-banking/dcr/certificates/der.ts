/** One value of a DER structure (X.690). */
export interface Der {
  tag: number
  content: Buffer
  /** Tag, length and content: what a signature covers. */
  raw: Buffer
}

/** Tag of a constructed value with a context-specific number: `[3]` is 0xa3. */
export const contextTag = (number: number): number => 0xa0 | number

/** Reads the value that the bytes are. @throws Error if they are not one DER value */
export function readDer(bytes: Buffer): Der {
  const value = valueAt(bytes, 0)
  if (value.raw.length !== bytes.length) throw new Error('the DER structure has extra bytes')
  return value
}

/** Iterates over the values inside a structure, without collecting them. @throws Error at malformed DER */
export function* valuesIn({ content }: Pick<Der, 'content'>): Generator<Der> {
  for (let at = 0; at < content.length; ) {
    const value = valueAt(content, at)
    yield value
    at += value.raw.length
  }
}

/** Returns the values inside a structure. @throws Error at malformed DER */
export const childrenOf = (value: Pick<Der, 'content'>): Der[] => [...valuesIn(value)]

function valueAt(bytes: Buffer, at: number): Der {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new Error('the DER structure is cut off')
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  if (first === 0x80 || lengthBytes > 4) throw new Error('the DER structure has an unsupported length')
  const start = at + 2 + lengthBytes
  const length = lengthBytes === 0 ? first : start <= bytes.length ? bytes.readUIntBE(at + 2, lengthBytes) : Infinity
  if (start + length > bytes.length) throw new Error('the DER structure is cut off')
  return { tag, content: bytes.subarray(start, start + length), raw: bytes.subarray(at, start + length) }
}

/** Returns an object identifier as "1.3.6.1". */
export function oidOf({ content }: Pick<Der, 'content'>): string {
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [first = 0, ...rest] = arcs
  const root = Math.min(Math.floor(first / 40), 2)
  return [root, first - root * 40, ...rest].join('.')
}

/** Extension of a certificate, a list of revoked certificates or a status response. */
interface Extension {
  isCritical: boolean
  /** DER of the extension's own structure. */
  value: Buffer
}

/** Returns extensions by object identifier. @param list SEQUENCE of extensions */
export function extensionsIn(list: Der): Map<string, Extension> {
  const found = new Map<string, Extension>()
  for (const extension of valuesIn(list)) {
    const [id, ...rest] = childrenOf(extension)
    const value = rest.at(-1)
    if (id && value)
      found.set(oidOf(id), { isCritical: rest.length > 1 && rest[0]!.content[0] !== 0, value: value.content })
  }
  return found
}
