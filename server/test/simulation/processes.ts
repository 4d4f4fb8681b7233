import { rmSync } from 'node:fs'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { expect } from 'vitest'
import { buildApi } from '../../src/composition/api.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type Db, openDb, type Tx } from '../../src/kernel/db/db.ts'
import type { App } from '../../src/kernel/http/http.ts'
import type { Context } from '../../src/composition/context.ts'
import { openContext } from '../../src/composition/open-context.ts'
import { reseedSandbox, seedSandbox } from '../../src/sim/seed/index.ts'
import type { Credentials } from '../../src/sim/seed/credentials.ts'
import { watchWrites } from '../support/audited.ts'
import { testInstitution } from '../support/accounts.ts'
import { testDatabase } from '../support/database.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** The sandbox's API clients; an approver is another client of the same entity. */
export type Who = 'rm' | 'abs' | 'rmApprover' | 'absApprover'

export interface Command {
  who: Who
  /** Authorization of another client of the entity than `who`. */
  authorization?: string | undefined
  path: string
  body?: object | undefined
  key?: string | undefined
  /** POST by default. */
  method?: 'PUT' | 'DELETE' | undefined
  /** Version that the caller has read, sent as If-Match. */
  version?: number | undefined
}

export interface Answer {
  status: number
  text: string
  replayed: boolean
}

/** One server as it runs in production: connections, caches, posting connection and worker of its own. */
export interface ServerProcess {
  services: Context
  post(command: Command): Promise<Answer>
  /** Sends a form without a token, as the OAuth endpoints take it. */
  postForm(path: string, fields: Record<string, string>): Promise<Answer>
  get<T>(who: Who, path: string): Promise<T>
}

export interface Sandbox {
  db: Db
  processes: ServerProcess[]
  entityIds: Record<'rm' | 'abs', string>
  /** Warnings and errors logged by the processes: failed jobs, defects. */
  complaints: string[]
  /** Every line of the processes' logs, at the level `trace`. */
  logged: string[]
  credentials: Credentials
  tokens: Readonly<Record<Who, string>>
  /** Sends any request to the first process. */
  inject: App['inject']
  /** Successful writes of each process. */
  writes: ReturnType<typeof watchWrites>[]
  /** Stops a process, which ends the requests that it has begun, after another has taken its place. */
  restart(index: number): Promise<void>
  close(): Promise<void>
}

/** Key that the processes seal secrets with. */
export const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')

/** A Monday on which every market and every rail is open, and the four days after it are business days. */
const MONDAY = Date.parse('2026-11-16T09:00:00.000Z')

/** A freshly seeded sandbox on a database of its own, served by several processes; its time runs from a Monday on. */
export async function openSandbox(options: {
  processes: number
  poolSize: number
  /** Further settings of the processes, as environment variables. */
  settings?: Record<string, string>
  /** Runs in each reset, once the database is emptied. */
  duringReset?: () => Promise<void>
}): Promise<Sandbox> {
  const db = await testDatabase({ poolSize: 3 })
  await db.pool.query('insert into sandbox_clock (version, offset_ms) values (1, $1)', [MONDAY - Date.now()])
  const complaints: string[] = []
  const logged: string[] = []
  const opened: Opened[] = []
  const reseed = async (tx: Tx, now: Date) => {
    await options.duringReset?.()
    await reseedSandbox(tx, credentials, {
      now,
      wall: new Date(),
      seal: opened[0]!.services.seal,
      institution: testInstitution,
    })
  }
  const { poolSize, settings = {} } = options
  const shared = { db, complaints, logged, reseed, poolSize, settings }
  for (let i = 0; i < options.processes; i++) opened.push(await openProcess(shared))
  const credentials = await seed(db, opened[0]!.services)
  for (const { services } of opened) services.worker.start()
  const tokens = await tokensOf(opened[0]!.app, credentials)
  const { rm, abs } = credentials.clients
  const serve = ({ inject, services }: Opened): ServerProcess => ({ services, ...callsOn({ inject }, tokens) })
  const processes = opened.map(serve)
  const writes = opened.map((process) => process.writes)
  return {
    db,
    complaints,
    logged,
    credentials,
    tokens,
    inject: opened[0]!.app.inject.bind(opened[0]!.app) as App['inject'],
    writes,
    processes,
    async restart(index) {
      const [old, next] = [opened[index]!, await openProcess(shared)]
      next.services.worker.start()
      opened[index] = next
      processes[index] = serve(next)
      await old.idle()
      await old.writes.check()
      writes[index] = next.writes
      await old.close()
    },
    entityIds: { rm: rm.entityId, abs: abs.entityId },
    async close() {
      for (const process of opened) await process.close()
      await db.close()
    },
  }
}

interface Opened {
  app: App
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>
  services: Context
  writes: ReturnType<typeof watchWrites>
  /** Resolves once every request that has begun has its response. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface Shared extends Pick<Sandbox, 'db' | 'complaints' | 'logged'> {
  reseed: (tx: Tx, now: Date) => Promise<void>
  poolSize: number
  settings: Record<string, string>
}

async function openProcess({ db: { connection }, reseed, poolSize, settings, ...lines }: Shared): Promise<Opened> {
  const log = logInto(lines)
  const config = readConfig({ SANDBOX: 'true', DATA_DIR: '/nowhere', OPEN_BANKING: 'false', SECRETS_KEY, ...settings })
  const db = await openDb(connection, { poolSize })
  const services = await openContext(db, config, log)
  const app = await buildApi({ ...services, reseed }, log)
  const writes = watchWrites(app, { pool: db.pool })
  return {
    app,
    services,
    writes,
    ...counted(app),
    async close() {
      await app.close()
      await services.close()
      await db.close()
    },
  }
}

/** Returns a function that sends requests to an instance, and one that waits until all of them have their responses. */
function counted(app: App) {
  let open = 0
  return {
    async inject(options: InjectOptions) {
      open++
      try {
        return await app.inject(options)
      } finally {
        open--
      }
    },
    async idle() {
      await expect.poll(() => open, { interval: 5 }).toBe(0)
    },
  }
}

/** Creates a log of everything, whose warnings and errors are complaints. */
const logInto = ({ complaints, logged }: Pick<Sandbox, 'complaints' | 'logged'>) =>
  pino(
    { level: 'trace' },
    {
      write(line: string) {
        logged.push(line)
        if ((JSON.parse(line) as { level: number }).level >= WARN) complaints.push(line)
      },
    },
  )
const WARN = 40

async function seed(db: Db, { clock }: Context): Promise<Credentials> {
  const dataDir = temporaryDirectory()
  const addresses = { baseUrl: 'http://localhost', openBankingBaseUrl: 'https://localhost' }
  try {
    return (await seedSandbox({
      db,
      clock,
      institution: testInstitution,
      dataDir,
      ...addresses,
      secretsKey: SECRETS_KEY,
    }))!
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

function injectForm(app: Pick<Opened, 'inject'>, url: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return app.inject({ method: 'POST', url, payload: new URLSearchParams(fields).toString(), headers })
}

type Tokens = Record<Who, string>

async function tokensOf(app: Pick<Opened, 'inject'>, { clients, approvers }: Credentials): Promise<Tokens> {
  const tokenOf = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const answer = await injectForm(app, '/v1/oauth2/token', form)
    return `Bearer ${answer.json<{ access_token: string }>().access_token}`
  }
  return {
    rm: await tokenOf(clients.rm),
    abs: await tokenOf(clients.abs),
    rmApprover: await tokenOf(approvers.rm),
    absApprover: await tokenOf(approvers.abs),
  }
}

function callsOn(app: Pick<Opened, 'inject'>, tokens: Tokens): Pick<ServerProcess, 'post' | 'postForm' | 'get'> {
  return {
    async post({ who, authorization = tokens[who], path, body, key, method, version }) {
      const answer = await app.inject({
        method: method ?? 'POST',
        url: path,
        ...(body ? { payload: body } : {}),
        headers: {
          authorization,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        },
      })
      const replayed = answer.headers['idempotent-replayed'] === 'true'
      return { status: answer.statusCode, text: answer.body, replayed }
    },
    async postForm(path, fields) {
      const answer = await injectForm(app, path, fields)
      return { status: answer.statusCode, text: answer.body, replayed: false }
    },
    async get<T>(who: Who, path: string) {
      const answer = await app.inject({ method: 'GET', url: path, headers: { authorization: tokens[who] } })
      if (answer.statusCode !== 200) throw new Error(`GET ${path}: ${answer.statusCode} ${answer.body}`)
      return answer.json<T>()
    },
  }
}
