import { createServer, type Server } from 'node:net'
import type { Config, MachineSettings } from '../../settings/config.ts'

type Listener = 'main' | 'openBanking' | 'pages' | 'metrics'

/** Address of a listener, with the variables that set it. */
interface Address {
  port: number
  host: string
  names: { port: string; host: string }
  /** True if another port is chosen where this one is in use. */
  isPreset: boolean
}

/** Ports of the listeners, checked before the start creates anything. */
export interface HeldPorts {
  /** The configuration with the ports that were chosen, in its addresses too. */
  config: Config
  /** A text about each port that cannot be opened. */
  errors: string[]
  /** Opens a listener on its port, which is released for it. @throws Error that names the setting */
  open<T>(listener: Listener, listen: () => Promise<T>): Promise<T>
  releaseAll(): Promise<void>
}

/**
 * Checks the port of each listener, and chooses one for port 0 and for a preset port in use. A chosen port stays reserved
 * until its listener opens, so that servers starting together choose different ones. A configured one is only checked: until
 * the service listens, connections to it are refused.
 */
export async function holdPorts(asked: Config): Promise<HeldPorts> {
  const addresses = addressesOf(asked)
  const { held, errors } = await bindAll(addresses)
  const release = async (listener: Listener) => {
    await closed(held.get(listener)?.server)
    held.delete(listener)
  }
  const chosen = new Map([...held].map(([listener, { port }]) => [listener, port]))
  for (const [listener, { port, isPreset }] of addresses) if (port !== 0 && !isPreset) await release(listener)
  return {
    config: withPorts(asked, chosen),
    errors,
    async open(listener, listen) {
      await release(listener)
      const address = { ...addresses.get(listener)!, port: chosen.get(listener) ?? 0 }
      return listen().catch(async (error: unknown) => {
        const [text] = await describe(new Map([[listener, error]]), new Map(addresses).set(listener, address))
        throw new Error(text, { cause: error })
      })
    },
    releaseAll: async () => void (await Promise.all([...held.keys()].map(release))),
  }
}

/** Returns a text about each port that cannot be opened. */
export async function portErrors(settings: MachineSettings): Promise<string[]> {
  const { held, errors } = await bindAll(addressesOf(settings))
  await Promise.all([...held.values()].map(({ server }) => closed(server)))
  return errors
}

async function bindAll(addresses: ReadonlyMap<Listener, Address>) {
  const held = new Map<Listener, { server: Server; port: number }>()
  const failed = new Map<Listener, unknown>()
  for (const [listener, address] of addresses) {
    const bound = await bindOrChoose(address)
    if ('server' in bound) held.set(listener, bound)
    else failed.set(listener, bound.error)
  }
  return { held, errors: await describe(failed, addresses) }
}

/** Returns a text about each failed listener. No two suggest the same port. */
async function describe(
  failed: ReadonlyMap<Listener, unknown>,
  addresses: ReadonlyMap<Listener, Address>,
): Promise<string[]> {
  const used = new Set([...addresses.values()].map(({ port }) => port))
  const errors = new Set<string>()
  for (const [listener, error] of failed) {
    const address = addresses.get(listener)!
    const reason = doubled(addresses, listener) ?? explain(error, address)
    errors.add(isInUse(error) ? `${reason} ${another(address, await findFree(address, used))}` : reason)
  }
  return [...errors]
}

/** Ports that a suggestion tries before it suggests the next one untried. */
const TRIED = 100

/** Returns the first free port after a port, or before the last one, that is not used yet; from then on it is. */
async function findFree({ port, host }: Address, used: Set<number>): Promise<number> {
  const step = port + TRIED > 65_535 ? -1 : 1
  const candidates = Array.from({ length: TRIED }, (_, i) => port + step * (i + 1)).filter((each) => !used.has(each))
  for (const candidate of candidates) {
    const bound = await bind(candidate, host)
    if ('error' in bound) continue
    await closed(bound.server)
    used.add(candidate)
    return candidate
  }
  return candidates[0] ?? port + step
}

function addressesOf(config: MachineSettings): Map<Listener, Address> {
  const { host, metrics, openBanking, pagesPort } = config
  const addresses = new Map<Listener, Address>()
  const add = (listener: Listener, address: Omit<Address, 'names' | 'host'>, portName: string) =>
    addresses.set(listener, { host, ...address, names: { port: portName, host: 'HOST' } })
  add('main', { port: config.port, isPreset: false }, 'PORT')
  if (openBanking)
    add('openBanking', { port: config.openBankingPort, isPreset: !config.isOpenBankingPortGiven }, 'OPEN_BANKING_PORT')
  if (openBanking && pagesPort !== undefined && hasTls(openBanking))
    add('pages', { port: pagesPort, isPreset: !config.isPagesPortGiven }, 'OPEN_BANKING_PAGES_PORT')
  const names = { port: 'METRICS_PORT', host: 'METRICS_HOST' }
  if (metrics) addresses.set('metrics', { ...metrics, names, isPreset: false })
  return addresses
}

/** Returns whether the service itself serves open banking over TLS; a proxy may do so instead. */
const hasTls = ({ certificateHeader, tlsCertificate, tlsKey }: NonNullable<MachineSettings['openBanking']>): boolean =>
  certificateHeader === undefined || (tlsCertificate !== undefined && tlsKey !== undefined)

type Bound = { server: Server; port: number } | { error: unknown }

async function bindOrChoose({ port, host, isPreset }: Address): Promise<Bound> {
  const bound = await bind(port, host)
  if (!('error' in bound) || !isPreset) return bound
  return bind(0, host)
}

/** Takes a port and ends each connection to it. */
function bind(port: number, host: string): Promise<Bound> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy()).unref()
    server.once('error', (error) => resolve({ error }))
    server.listen(port, host, () => resolve({ server, port: (server.address() as { port: number }).port }))
  })
}

const closed = (server: Server | undefined): Promise<void> =>
  new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()))

/** Returns the configuration with other ports. An address that was configured, and names another port, stays. */
function withPorts(config: Config, chosen: ReadonlyMap<Listener, number>): Config {
  const { port, openBankingPort, pagesPort } = config
  const main = chosen.get('main') ?? port
  const openBanking = chosen.get('openBanking') ?? openBankingPort
  const pages = chosen.get('pages') ?? pagesPort
  const [pagesFrom, pagesTo] = pagesPort === undefined || pages === undefined ? [port, main] : [pagesPort, pages]
  return {
    ...config,
    port: main,
    openBankingPort: openBanking,
    ...(pages !== undefined && { pagesPort: pages }),
    baseUrl: withPort(config.baseUrl, port, main),
    openBankingBaseUrl: withPort(config.openBankingBaseUrl, openBankingPort, openBanking),
    pagesBaseUrl: withPort(config.pagesBaseUrl, pagesFrom, pagesTo),
  }
}

function withPort(address: string, from: number, to: number): string {
  const url = new URL(address)
  if (from === to || url.port !== String(from)) return address
  url.port = String(to)
  return url.href.replace(/\/$/, '')
}

/** Returns the text about a port that an earlier listener of ours has. */
function doubled(addresses: ReadonlyMap<Listener, Address>, listener: Listener): string | undefined {
  const { port, host, names } = addresses.get(listener)!
  for (const [earlier, other] of addresses) {
    if (earlier === listener) return undefined
    if (port !== 0 && other.port === port && other.host === host)
      return `${other.names.port} and ${names.port} are both ${port}.`
  }
  return undefined
}

const another = ({ names }: Address, port: number): string => `Choose another: ${names.port}=${port} npm start`

const isInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

const NO_ADDRESS = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])

/** Returns the reason that a port could not be opened, with the setting to change. */
function explain(error: unknown, { port, host, names }: Address): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (isInUse(error)) return `Port ${port} is in use.`
  if (code === 'EACCES') return `${names.port} is ${port}, which this account may not open. Choose one above 1023.`
  if (NO_ADDRESS.has(code)) return `${names.host} is ${host}, which is not an address of this machine.`
  return `${names.port} ${port} cannot be opened: ${message}`
}
