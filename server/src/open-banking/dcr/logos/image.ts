/** A picture that the pages show, served from our own address. */
export interface Image {
  type: 'image/png' | 'image/jpeg' | 'image/svg+xml'
  bytes: Buffer
}

/** Beginnings of the files of each type. */
const BEGINNINGS: [type: Image['type'], beginning: (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/svg+xml', (bytes) => /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*<svg[\s>]/.test(bytes.toString('utf8'))],
]

/** Returns the picture in a file, whose content determines its type; undefined for any other type. */
export function imageIn(bytes: Buffer, accepted: readonly Image['type'][]): Image | undefined {
  const type = BEGINNINGS.find(([known, begins]) => accepted.includes(known) && begins(bytes))?.[0]
  return type && { type, bytes }
}
