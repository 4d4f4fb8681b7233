import { isIP } from 'node:net'

/** Returns true for an address, or a range so small that it can be a proxy's own network. */
export function isNarrowRange(range: string): boolean {
  const [address, bits] = range.split('/')
  const version = isIP(address ?? '')
  if (version === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= (version === 4 ? 24 : 120))
}
