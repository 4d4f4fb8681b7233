import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import pg from 'pg'
import { silent } from './connection-loss.ts'
import { type DatabaseConnection, type Hosts, isReadOnly, readOnly } from './hosts.ts'

/** Settings that a server reports at login and after each change. */
const READ_ONLY = new Set(['in_hot_standby', 'default_transaction_read_only'])

/**
 * Connection to the database. Where the database has several hosts, it connects to the one that accepts writes, and breaks
 * when that one becomes a standby or read-only.
 */
export class DatabaseClient extends pg.Client {
  readonly #hosts: Hosts | undefined

  constructor(config: DatabaseConnection = {}) {
    super(config)
    this.#hosts = config.hosts
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void
  override connect(callback?: (error: Error | null, client?: pg.Client) => void): Promise<pg.Client> | void {
    const connecting = this.#hosts ? this.#connectToWritable(this.#hosts) : super.connect()
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
