import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import pg from 'pg'
import { failConnecting, silent } from './connection-loss.ts'
import { type DatabaseConnection, type Hosts, isReadOnly, readOnly } from './hosts.ts'

/** Settings that a server reports at login and after each change. */
const READ_ONLY = new Set(['in_hot_standby', 'default_transaction_read_only'])

/** Code of the error of each statement that follows a failed one in its transaction. */
const IN_FAILED_TRANSACTION = '25P02'

/**
 * Returns the error that made a transaction fail. Statements are sent without waiting for one another, so that the first error which is
 * noticed can be that of a later statement, and reports only that an earlier one had failed.
 */
export function firstErrorOf(client: object, error: unknown): unknown {
  const isLater = error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION
  return (isLater && client instanceof DatabaseClient && client.latestError) || error
}

/**
 * Connection to the database. Where the database has several hosts, it connects to the one that accepts writes, and breaks
 * when that one becomes a standby or read-only.
 */
export class DatabaseClient extends pg.Client {
  readonly #hosts: Hosts | undefined
  readonly #idleMs: number | undefined
  /** Parameters that the driver sends at login, which its types leave out. */
  declare private readonly connectionParameters: { idle_in_transaction_session_timeout: number | false }
  /** The latest error of a statement, other than that its transaction had failed before. */
  latestError: Error | undefined

  constructor(config: DatabaseConnection = {}) {
    super(config)
    this.#hosts = config.hosts
    this.#idleMs = this.connectionParameters.idle_in_transaction_session_timeout || undefined
    this.connectionParameters.idle_in_transaction_session_timeout = false // not sent at login
    this.connection.on('errorMessage', (error: Error & { code?: string }) => {
      if (error.code !== IN_FAILED_TRANSACTION) this.latestError = error
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void
  override connect(callback?: (error: Error | null, client?: pg.Client) => void): Promise<pg.Client> | void {
    const connecting = this.#open().catch(failConnecting)
    if (!callback) return connecting
    callbackify(() => connecting)(callback)
  }

  /** Returns true if another connection goes to the same host. */
  isWith(other: DatabaseClient): boolean {
    return this.host === other.host && this.port === other.port
  }

  /** Has the next connection ask all hosts which one accepts writes. */
  doubt(): void {
    this.#hosts?.forget(this)
  }

  /** Connects, and limits the time for which a transaction may be idle: by a statement, because poolers reject unknown settings at login. */
  async #open(): Promise<pg.Client> {
    await (this.#hosts ? this.#connectToWritable(this.#hosts) : super.connect())
    if (this.#idleMs === undefined) return this
    try {
      await this.query(`set idle_in_transaction_session_timeout = ${this.#idleMs}`)
      return this
    } catch (error) {
      ;(this.connection.stream as Socket).destroy()
      throw error
    }
  }

  async #connectToWritable(hosts: Hosts): Promise<pg.Client> {
    const host = await hosts.find()
    const socket = this.connection.stream as Socket
    if (socket.destroyed) throw silent() // given up meanwhile; connecting would revive it
    Object.assign(this, host)
    this.on('error', () => hosts.forget(host))
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (READ_ONLY.has(parameterName) && parameterValue === 'on') socket.destroy(readOnly())
    })
    try {
      await super.connect()
      if (await isReadOnly(this)) throw readOnly()
      return this
    } catch (error) {
      hosts.forget(host)
      socket.destroy()
      throw error
    }
  }
}

type Callback = (error: Error | null, result?: pg.QueryResult) => void
type Send = (this: pg.Client, query: unknown, values?: unknown, callback?: unknown) => unknown

const send = Reflect.get(pg.Client.prototype, 'query') as Send

/** Sends a statement as the driver does, and one with a name as `NamedQuery`. */
DatabaseClient.prototype.query = function query(this: pg.Client, given: unknown, values?: unknown, callback?: unknown) {
  const { name, text, values: own, ...others } = (typeof given === 'object' ? given : {}) as pg.QueryConfig
  if (!name || Object.keys(others).length > 0) return send.call(this, given, values, callback)
  const named = new NamedQuery(name, text, Array.isArray(values) ? values : own)
  const heard = typeof values === 'function' ? values : callback
  if (heard) return send.call(this, Object.assign(named, { callback: heard }))
  return new Promise((resolve, reject) => {
    named.callback = (error, result) => {
      if (!error) return resolve(result)
      Error.captureStackTrace(error) // that of the answer says nothing
      reject(error)
    }
    send.call(this, named)
  })
} as unknown as pg.Client['query']

/** Columns of the answers to a named statement; undefined for one that returns no rows. */
type Description = Pick<Internals['_result'], 'fields' | '_parsers' | '_prebuiltEmptyResultObject'> | undefined

/** Members of the driver's classes that their types leave out. */
interface Internals {
  name: string
  values: unknown[] | undefined
  callback: Callback
  _accumulateRows: boolean
  _result: { fields: unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
  hasBeenParsed(connection: pg.Connection): boolean
  prepare(connection: pg.Connection): void
  handleRowDescription(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}
const Query = pg.Query as unknown as new (text: string) => Internals

interface Described {
  descriptions: Map<string, Description>
  /** The connection, without requests for descriptions. */
  silent: pg.Connection
}
const described = new WeakMap<pg.Connection, Described>()

function describedOn(connection: pg.Connection): Described {
  const known = described.get(connection)
  if (known) return known
  const silent = Object.create(connection, { describe: { value: () => {} } }) as pg.Connection
  const next: Described = { descriptions: new Map(), silent }
  described.set(connection, next)
  return next
}

/**
 * A statement with a name. The driver asks PostgreSQL for the columns of the answer each time and reads them each time; they never change
 * while the statement is prepared, because PostgreSQL then fails it. So they are read once for each connection.
 */
class NamedQuery extends Query {
  #described: Described | undefined
  #isDescribed = false

  constructor(name: string, text: string, values: unknown[] | undefined) {
    super(text) // not the configuration, which the driver would copy
    this.name = name
    this.values = values
  }

  override prepare(connection: pg.Connection): void {
    const on = (this.#described = describedOn(connection))
    this.#isDescribed = on.descriptions.has(this.name) && this.hasBeenParsed(connection)
    if (!this.#isDescribed) return super.prepare(connection)
    const description = on.descriptions.get(this.name)
    if (description) Object.assign(this._result, description)
    this._accumulateRows = true
    super.prepare(on.silent)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#described?.descriptions.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection)
    const descriptions = this.#described?.descriptions
    if (!this.#isDescribed && !descriptions?.has(this.name)) descriptions?.set(this.name, undefined)
  }
}
