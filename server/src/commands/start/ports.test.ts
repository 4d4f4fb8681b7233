import { createConnection, createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../test/support/free-port.ts'
import { readConfig } from '../../settings/config.ts'
import { holdPorts } from './ports.ts'

const open: Server[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

/** Takes a port of the loopback interface. */
const taken = async (port?: number): Promise<number> => {
  const chosen = port ?? (await freePort())
  await new Promise<void>((resolve) => open.push(createServer().listen(chosen, '127.0.0.1', resolve)))
  return chosen
}

/** Settings with a free port for each listener, unless others are given. */
const settings = async (given: Record<string, string> = {}) => ({
  PORT: `${await freePort()}`,
  OPEN_BANKING_PORT: `${await freePort()}`,
  OPEN_BANKING_PAGES_PORT: `${await freePort()}`,
  METRICS_PORT: `${await freePort()}`,
  ...given,
})

const errorsOf = async (given: Record<string, string>) => {
  const ports = await holdPorts(readConfig(await settings(given)))
  await ports.releaseAll()
  return ports.errors
}

const withoutSuggestion = (text: string) => text.replace(/=\d+ npm start$/, '=')

describe('a configured port that cannot be opened', () => {
  test('is reported before anything is created, for all listeners together', async () => {
    const [main, banking, pages, metrics] = [await taken(), await taken(), await taken(), await taken()]
    const given = {
      PORT: `${main}`,
      OPEN_BANKING_PORT: `${banking}`,
      OPEN_BANKING_PAGES_PORT: `${pages}`,
      METRICS_PORT: `${metrics}`,
    }
    expect((await errorsOf(given)).map(withoutSuggestion)).toEqual(
      Object.entries(given).map(([name, port]) => `Port ${port} is in use. Choose another: ${name}=`),
    )
  })

  test('is reported with both settings if two of them name it', async () => {
    const port = `${await freePort()}`
    expect((await errorsOf({ PORT: port, OPEN_BANKING_PORT: port })).map(withoutSuggestion)).toEqual([
      `PORT and OPEN_BANKING_PORT are both ${port}. Choose another: OPEN_BANKING_PORT=`,
    ])
  })

  test('gets a suggestion of its own that is free, so that all of them together start the service', async () => {
    const port = await freePort()
    await taken(port + 1).catch(() => {})
    const given = { OPEN_BANKING_PORT: `${port}`, OPEN_BANKING_PAGES_PORT: `${port}`, METRICS_PORT: `${port}` }
    const errors = await errorsOf({ PORT: `${port}`, ...given })
    const suggested = Object.fromEntries(errors.map((text) => /(\w+)=(\d+)/.exec(text)!.slice(1)))
    expect(Object.keys(suggested)).toEqual(Object.keys(given))
    expect(new Set([`${port}`, ...Object.values(suggested)]).size).toBe(4)
    expect(await errorsOf({ PORT: `${port}`, ...suggested })).toEqual([])
  })

  test('suggests a port that exists', async () => {
    await taken(65_535)
    const [text] = await errorsOf({ PORT: '65535' })
    expect(text).toMatch(/^Port 65535 is in use. Choose another: PORT=6\d{4} npm start$/)
    expect(Number(/=(\d+)/.exec(text!)![1])).toBeLessThan(65_535)
  })

  test('because of its address is reported once, with the setting of the address', async () => {
    expect(await errorsOf({ HOST: '240.0.0.1', METRICS_HOST: '240.0.0.2' })).toEqual([
      'HOST is 240.0.0.1, which is not an address of this machine.',
      'METRICS_HOST is 240.0.0.2, which is not an address of this machine.',
    ])
  })
})

test('the port of the pages may be in use where a proxy ends TLS and they are not served there', async () => {
  const given = {
    OPEN_BANKING_PAGES_PORT: `${await taken()}`,
    OPEN_BANKING_CERTIFICATE_HEADER: 'X-Client-Cert',
    OPEN_BANKING_TRUSTED_PROXIES: '127.0.0.1',
  }
  expect(await errorsOf(given)).toEqual([])
})

describe('port 0', () => {
  test('is replaced by the port that clients can call, in every address', async () => {
    const ports = await holdPorts(readConfig(await settings({ PORT: '0', OPEN_BANKING_PAGES_PORT: '0' })))
    const { port, baseUrl, pagesBaseUrl } = ports.config
    expect(port).toBeGreaterThan(1023)
    expect([baseUrl, pagesBaseUrl]).toEqual([`http://127.0.0.1:${port}`, `http://localhost:${port}`])
    await ports.releaseAll()
  })

  test('leaves a configured address as it is', async () => {
    const ports = await holdPorts(readConfig(await settings({ PORT: '0', BASE_URL: 'https://fx.example.com' })))
    expect(ports.config.baseUrl).toBe('https://fx.example.com')
    await ports.releaseAll()
  })
})

describe('a default port', () => {
  test('in use, of open banking, is replaced, also in the address', async () => {
    const port = await taken()
    const read = readConfig(await settings({ OPEN_BANKING_PORT: '' }))
    const config = { ...read, openBankingPort: port, openBankingBaseUrl: `https://localhost:${port}` }
    const free = await holdPorts(config)
    expect(free.errors).toEqual([])
    expect(free.config.openBankingPort).not.toBe(port)
    expect(free.config.openBankingBaseUrl).toBe(`https://localhost:${free.config.openBankingPort}`)
    await free.releaseAll()
  })

  test('in use, of the pages, is replaced', async () => {
    const port = await taken()
    const read = readConfig(await settings({ OPEN_BANKING_PAGES_PORT: '' }))
    const free = await holdPorts({ ...read, pagesPort: port, pagesBaseUrl: `https://localhost:${port}` })
    expect(free.config.pagesPort).not.toBe(port)
    expect(free.config.pagesBaseUrl).toBe(`https://localhost:${free.config.pagesPort}`)
    await free.releaseAll()
  })

  test('is held until we listen: of two servers that start together each gets its own', async () => {
    const port = await freePort()
    const read = async () => ({ ...readConfig(await settings({ OPEN_BANKING_PORT: '' })), openBankingPort: port })
    const [one, two] = [await holdPorts(await read()), await holdPorts(await read())]
    expect(one.config.openBankingPort).toBe(port)
    expect(two.config.openBankingPort).not.toBe(port)
    await Promise.all([one.releaseAll(), two.releaseAll()])
  })

  test('disconnects clients while it is held, so that the start does not wait for them', async () => {
    const port = await freePort()
    const read = readConfig(await settings({ OPEN_BANKING_PORT: '' }))
    const held = await holdPorts({ ...read, openBankingPort: port })
    const caller = createConnection(port, '127.0.0.1')
    await new Promise((resolve) => caller.once('close', resolve).on('error', () => {}))
    await held.releaseAll()
  })
})
