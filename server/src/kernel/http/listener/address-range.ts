import { isIP } from 'node:net'

/** Returns true for an address, or a range so small that it can be a proxy's own network. */
export function isNarrowRange(range: string): boolean {
  const [address = '', bits, ...more] = range.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  const [least, most] = version === 4 ? [24, 32] : [120, 128]
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= most)
}
