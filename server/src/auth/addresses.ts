import { BlockList, isIP } from 'node:net'
import { plainAddress } from '../kernel/http/listener/addresses.ts'

/** Returns true if the text is an IP address or a CIDR range. */
export function isAddressRange(text: string): boolean {
  const [address, bits, more] = text.split('/')
  const version = isIP(address ?? '')
  if (version === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/**
 * Returns true if an address is in one of the ranges; an empty list allows any. IPv4 mapped into IPv6 counts as IPv4.
 */
export function isAllowedAddress(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true
  const list = new BlockList()
  for (const range of ranges) {
    const [start, bits] = range.split('/')
    const type = isIP(start!) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(start!, bits === undefined ? (type === 'ipv4' ? 32 : 128) : Number(bits), type)
  }
  const plain = plainAddress(address)
  return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
}
