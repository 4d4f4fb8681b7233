const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The part of a wire id after its prefix that stands for a uuid: its 128 bits in base 32. */
export function base32OfUuid(uuid: string): string {
  let bits = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  for (let i = 0; i < 26; i++) {
    text = ALPHABET[Number(bits & 31n)] + text
    bits >>= 5n
  }
  return text
}

/** A stored uuid as a wire id. */
export const wireId = (prefix: string, uuid: string): string => `${prefix}_${base32OfUuid(uuid)}`
