import { lookup } from 'node:dns'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Image, imageIn } from './image.ts'
import { isPublic } from './public-address.ts'

/** Reads a third party's logo; undefined if it cannot be used. */
export type LogoReader = (address: string) => Promise<Image | undefined>

const TIMEOUT_MS = 3000
const MOST_BYTES = 64 * 1024

/** Looks a name up and passes on only public addresses, so that the connection goes to an address that was checked. */
const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = found?.filter(({ address }) => isPublic(address)) ?? []
    const [first] = addresses
    if (error || !first) return done(error ?? new Error('no public address'), '')
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })

/**
 * Fetches a logo once, at registration: https only, from a public address, without redirects, limited in time and size. PNG
 * and JPEG are accepted; an SVG file can contain programs.
 *
 * @param connection replaces the checks of the address in tests
 */
export const fetchLogo = (
  address: string,
  connection: Pick<https.RequestOptions, 'lookup' | 'ca'> = { lookup: publicLookup },
): Promise<Image | undefined> => {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || !isReachable(url.hostname, connection))
    return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const give = (image?: Image) => {
      resolve(image)
      request.destroy()
    }
    const options = { ...connection, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS), headers: ACCEPT }
    const request = https.get(url, options, (answer) => {
      if (answer.statusCode !== 200) return give()
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MOST_BYTES) give()
        else chunks.push(chunk)
      })
      answer.on('end', () => give(imageIn(Buffer.concat(chunks))))
      answer.on('error', () => give())
    })
    request.on('error', () => give())
    request.on('upgrade', () => give()) // neither an answer nor an error would follow
  })
}

const ACCEPT = { accept: 'image/png, image/jpeg' }

/** An address given as a number is not looked up, so it is checked here. */
const isReachable = (hostname: string, { lookup: find }: Pick<https.RequestOptions, 'lookup'>): boolean => {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return find !== publicLookup || isIP(bare) === 0 || isPublic(bare)
}
