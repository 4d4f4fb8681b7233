import { isIP } from 'node:net'

/** Returns an address without the prefix of IPv4 in IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Returns the group whose failures count together: an IPv4 address, or the /64 network of an IPv6 address, which one
 * caller controls as a whole.
 */
export function addressGroup(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return plain
  const [start = '', end] = plain.split('%')[0]!.split('::') as [string?, string?]
  const [before, after] = [start, end ?? ''].map((half) => half.split(':').filter((part) => part !== ''))
  const zeros = end === undefined ? 0 : Math.max(0, 8 - before!.length - after!.length)
  const groups = [...before!, ...Array.from({ length: zeros }, () => '0'), ...after!]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
