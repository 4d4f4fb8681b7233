import { BlockList, isIP } from 'node:net'
import { plainAddress } from './addresses.ts'

/** Returns true for an address, or a range so small that it can be a proxy's own network. */
export function isNarrowRange(range: string): boolean {
  const [address = '', bits, ...more] = range.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  const [least, most] = version === 4 ? [24, 32] : [120, 128]
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= most)
}

/** Returns a check that an address is in one of the ranges (addresses or CIDR ranges). IPv4 mapped into IPv6 counts as IPv4. */
export function isTrustedPeer(ranges: readonly string[]): (address: string | undefined) => boolean {
  if (ranges.length === 0) return () => false
  const list = new BlockList()
  for (const range of ranges) {
    const [start, bits] = range.split('/') as [string, string?]
    const type = isIP(start) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(start, bits === undefined ? (type === 'ipv4' ? 32 : 128) : Number(bits), type)
  }
  return (address) => {
    const plain = plainAddress(address ?? '')
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
  }
}
