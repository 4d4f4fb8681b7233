/** A picture that the pages show, served from our own address. */
export interface Image {
  type: 'image/png' | 'image/jpeg'
  bytes: Buffer
}

/** Beginnings of the files of each type. */
const BEGINNINGS: [type: Image['type'], beginning: (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
]

/** Returns the picture in a file, whose content determines its type; undefined for any other type. */
export function imageIn(bytes: Buffer): Image | undefined {
  const type = BEGINNINGS.find(([, begins]) => begins(bytes))?.[0]
  return type && { type, bytes }
}
