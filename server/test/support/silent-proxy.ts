import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'

/** A proxy to the database that can fall silent without closing anything. */
export async function silentProxy(connection: pg.ClientConfig) {
  const { host, port } = new pg.Client(connection)
  const sockets = new Set<Socket>()
  const server: Server = createServer((inbound) => {
    const outbound = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => to.write(chunk))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
    if (isSilent) sockets.forEach((socket) => socket.pause())
  })
  let isSilent = false
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { connectionString: _url, ...rest } = connection
  const database = new pg.Client(connection)
  return {
    connection: {
      ...rest,
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      database: database.database ?? 'postgres',
      user: database.user ?? 'postgres',
      password: database.password ?? '',
    },
    fallSilent() {
      isSilent = true
      sockets.forEach((socket) => socket.pause())
    },
    resume() {
      isSilent = false
      sockets.forEach((socket) => socket.resume())
    },
    close() {
      sockets.forEach((socket) => socket.destroy())
      server.close()
    },
  }
}
