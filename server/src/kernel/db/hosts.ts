import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { silent } from './connection-loss.ts'

/** Host of a database; a path is the directory of a Unix socket. */
interface Host {
  host: string
  port: number
}

/** Settings of the connections to a database. With `hosts`, each connection goes to the one that accepts writes. */
export interface DatabaseConnection extends pg.ClientConfig {
  hosts?: Hosts
}

/** Hosts of a database, of which one accepts writes: the primary and its standbys. */
export interface Hosts {
  /** Returns the host that accepts writes. @throws Error that names each host with its obstacle */
  find(): Promise<Host>
  /** Has the next `find` ask the hosts again, unless another one was found meanwhile. */
  forget(host: Host): void
}

/** Time for a host to accept a connection and to report whether it accepts writes. */
const ASK_MS = 2000

/** Time after which the next host is asked too. */
const HEAD_START_MS = 250

const ADDRESS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s

const DEFAULT_PORT = '5432'

/** Session attributes that a service which writes can ask for. */
const WRITABLE = ['read-write', 'primary']

/**
 * Reads the address of a database. It can name several hosts as libpq allows, in the place of the host or as parameters:
 * `postgres://user:password@h1:5432,h2:5433/cambist?target_session_attrs=read-write`. An address of one host without
 * `target_session_attrs` is used as it is.
 *
 * @throws Error with what is wrong; it never contains the address
 */
export function readAddress(address: string): DatabaseConnection {
  const [, scheme, user = '', authority = '', rest = ''] = ADDRESS.exec(address) ?? []
  if (scheme === undefined || !URL.canParse(`${scheme}${user}host${rest}`)) throw new Error('is not an address')
  const url = new URL(`${scheme}${user}host${rest}`)
  const hosts = hostsOf(authority, url.searchParams)
  const attributes = url.searchParams.get('target_session_attrs') ?? undefined
  const isOrdinary = attributes === undefined || WRITABLE.includes(attributes)
  if (!isOrdinary && (hosts.length > 1 || attributes !== 'any'))
    throw new Error('has a target_session_attrs other than read-write')
  if (hosts.length === 1 && !WRITABLE.includes(attributes ?? '')) return { connectionString: address }
  const [{ host, port }] = hosts as [Host]
  url.searchParams.delete('target_session_attrs')
  url.searchParams.set('host', host)
  url.searchParams.set('port', String(port))
  return { connectionString: url.href, hosts: createHosts(url.href, hosts) }
}

/** Reads the hosts and ports of an address. @throws Error with what is wrong */
function hostsOf(authority: string, parameters: URLSearchParams): Host[] {
  const places = authority.split(',').map((place) => /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(place))
  if (places.includes(null)) throw new Error('has a host that is not like host:port')
  const names = parameters.get('host')?.split(',') ?? places.map((place) => decodeURIComponent(place![1]!))
  const given = parameters.get('port')?.split(',') ?? places.map((place) => place![2] ?? '')
  if (given.length > 1 && given.length !== names.length) throw new Error('does not have a port for each host')
  return names.map((name, i) => {
    const port = Number((given.length === 1 ? given[0] : given[i]) || DEFAULT_PORT)
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Error('has a port that is not a number up to 65535')
    return { host: name.replace(/^\[(.*)\]$/, '$1') || 'localhost', port }
  })
}

/**
 * Creates the hosts of a database. The writable one is remembered until a connection to it is lost, refused or found
 * read-only. A host that does not respond delays the others by a quarter of a second each.
 */
function createHosts(connectionString: string, hosts: readonly Host[]): Hosts {
  let known: Host | undefined
  let finding: Promise<Host> | undefined

  async function ask(): Promise<Host> {
    let found: Host | undefined
    const attempts: Promise<Host>[] = []
    for (const [place, host] of hosts.entries()) {
      const earlier = Promise.allSettled(attempts) // those so far
      const attempt = async () => {
        await Promise.race([earlier, pause(place * HEAD_START_MS, undefined, { ref: false })])
        if (!found) await checkWritable(connectionString, host)
        return (found ??= host)
      }
      attempts.push(attempt())
    }
    return Promise.any(attempts).catch((error: AggregateError) => {
      throw noneWritable(hosts, error.errors as Error[])
    })
  }

  return {
    find() {
      if (known) return Promise.resolve(known)
      finding ??= ask()
        .then((host) => (known = host))
        .finally(() => (finding = undefined))
      return finding
    },
    forget(host) {
      if (known?.host === host.host && known.port === host.port) known = undefined
    },
  }
}

/** Connects to a host and checks that it accepts writes. @throws Error with the obstacle */
async function checkWritable(connectionString: string, { host, port }: Host): Promise<void> {
  const socket = new Socket()
  const client = new pg.Client({ connectionString, application_name: 'cambist hosts', stream: () => socket })
  Object.assign(client, { host, port })
  client.on('error', () => {}) // reported by the connection or by the query
  const givingUp = setTimeout(() => socket.destroy(silent()), ASK_MS)
  try {
    await client.connect()
    if (await isReadOnly(client)) throw readOnly()
    void client.end().catch(() => {})
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(givingUp)
  }
}

/** Returns true if the server of a connection accepts no writes: a standby, or one that was made read-only. */
export async function isReadOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  return rows[0]?.transaction_read_only === 'on'
}

/** Returns the error of a server that accepts no writes: in the form of those of the operating system. */
export const readOnly = (): Error =>
  Object.assign(new Error('the server is a standby or read-only'), { code: 'ECONNREFUSED' })

/** Codes of errors that waiting does not mend: wrong password, no such database. */
const isLasting = (code: string | undefined): boolean => /^(28|3D)/.test(code ?? '')

function noneWritable(hosts: readonly Host[], errors: readonly Error[]): Error {
  const codes = errors.map((error) => (error as { code?: string }).code)
  const code = codes.every(isLasting) ? codes[0] : codes.includes('ETIMEDOUT') ? 'ETIMEDOUT' : 'ECONNREFUSED'
  const obstacles = hosts.map((host, i) => `${nameOf(host)} (${errors[i]?.message || codes[i]})`)
  return Object.assign(new Error(`no host accepts writes: ${obstacles.join(', ')}`), { code })
}

const nameOf = ({ host, port }: Host): string => `${host.includes(':') ? `[${host}]` : host}:${port}`
