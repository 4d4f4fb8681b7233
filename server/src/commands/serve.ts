import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Command, Option } from 'commander'
import type { Logger } from 'pino'
import { buildApi } from '../composition/api.ts'
import { buildOpenBankingApp } from '../composition/open-banking-listener.ts'
import type { Config } from '../settings/config.ts'
import { describeEnvironment } from '../settings/environment.ts'
import { inTransaction, openDb, type Tx } from '../kernel/db/db.ts'
import { SILENCE_LIMITS } from '../kernel/db/silence.ts'
import type { Context } from '../composition/context.ts'
import { createPagesListener } from '../composition/pages/listener.ts'
import { openContext } from '../composition/open-context.ts'
import { warmUp } from '../composition/warm-up.ts'
import { provideSampleThirdParty } from '../open-banking/dcr/index.ts'
import { createMetrics, openMonitoring, openTracing } from '../monitoring/index.ts'
import { findLists } from '../screening/index.ts'
import { claimMode, reseedSandbox, seedSandbox } from '../sim/seed/index.ts'
import type { App } from '../kernel/http/http.ts'
import { setTracing } from '../kernel/tracing.ts'
import { setCell } from '../kernel/values/ids.ts'
import { banner } from './banner.ts'
import { openDatabase } from './database.ts'
import { dataDirectoryErrors } from './start/data-directory.ts'
import { checkObstacles, readStartConfig } from './start/obstacles.ts'
import { type HeldPorts, holdPorts } from './start/ports.ts'
import { settingFileErrors } from './start/setting-files.ts'
import { collectWhenNeeded } from './heap.ts'
import { createOutput, failureLine, keepRunningWithoutOutput, type Output } from './output.ts'
import { screeningWarnings, startWarnings } from './start-warnings.ts'
import { installShutdown, type Shutdown } from './shutdown.ts'

/** Width of the help where it is not printed to a terminal; commander wraps its own part at the same. */
const PLAIN_COLUMNS = 80

export const serveCommand = new Command('serve')
  .description('start the server (the default)')
  .addHelpText('after', () => `\nEnvironment:\n${describeEnvironment(process.stdout.columns ?? PLAIN_COLUMNS)}`)
  .addOption(new Option('--stop-with-parent', 'stop when the standard input ends').hideHelp())
  .allowExcessArguments() // a misspelt command comes here, as the argument of the default one
  .action(async ({ stopWithParent }: { stopWithParent?: true }, command: Command) => {
    if (command.args[0]) command.error(`Unknown command "${command.args[0]}"; --help lists them.`)
    keepRunningWithoutOutput()
    const output = createOutput(process.env)
    const shutdown = installShutdown(output.say)
    if (stopWithParent) process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume()
    try {
      await serve(await readStartConfig(process.env), shutdown, output)
    } catch (error) {
      await shutdown.stop()
      if (process.env.NODE_ENV !== 'production') throw error
      process.stderr.write(failureLine(error as Error))
      process.exit(1)
    }
  })

/** Starts the database and the server, and registers their stop with `shutdown`. @throws Error with the obstacle */
async function serve(asked: Config, shutdown: Shutdown, { log, say, warn }: Output): Promise<void> {
  collectWhenNeeded()
  setCell(asked.cell)
  const ports = await holdPorts(asked)
  const { config } = ports
  const errors = [...ports.errors, ...settingFileErrors(config)]
  checkObstacles([...errors, ...dataDirectoryErrors(config, errors.length === 0)])
  log.level = config.logLevel
  const { NODE_ENV: mode, BASE_URL: address, INSTITUTION_FILE: file } = process.env
  const given = { hasBaseUrl: Boolean(address), hasInstitutionFile: Boolean(file) }
  for (const warning of startWarnings(config, { isProduction: mode === 'production', ...given })) warn(warning)
  const database = await shutdown.hold(
    () => openDatabase(config, say, shutdown.signal),
    (opened) => opened.close(),
  )
  const db = await shutdown.hold(
    () => openDb(database.connection, { poolSize: config.databasePoolSize, silence: SILENCE_LIMITS }),
    (opened) => opened.close(),
  )
  await claimMode(db, config.sandbox)
  for (const warning of screeningWarnings(config, (await findLists(db.pool)).length)) warn(warning)
  await startTracing(config, log, shutdown)
  const metrics = config.metrics && createMetrics()
  const services = await shutdown.hold(
    () => openContext(db, config, log, metrics),
    (opened) => opened.close(),
  )
  await openMetrics(services, ports, shutdown)
  const { clock, seal } = services
  const history = config.sandboxHistory ? services : undefined
  const credentials = config.sandbox ? await seedSandbox({ ...config, db, clock, history, progress: say }) : undefined
  const provideSample = sampleProvider(services, config)
  const reseed =
    credentials &&
    (async (tx: Tx, now: Date) => {
      await reseedSandbox(tx, credentials, { now, wall: clock.wall(), seal, history, institution: config.institution })
      await provideSample(tx)
    })
  const app = await buildApi({ ...services, stopping: shutdown.signal, ...(reseed ? { reseed } : {}) }, log)
  await warmUp(app, services.issuer)
  // A stop waits for it: it uses the database.
  await shutdown.hold(
    () => inTransaction(db, provideSample),
    async () => {},
  )
  shutdown.closeListener(() => app.close()) // first: it ends a start that was interrupted
  services.worker.start()
  for (const bank of services.bankFiles) bank.start()
  services.webhooks.start()
  await ports.open('main', () => app.listen({ port: config.port, host: config.host }))
  await serveOpenBanking(services, ports, log, shutdown)
  await servePages(app, services, ports, shutdown)
  say(banner(config, credentials && path.join(config.dataDir, 'sandbox-credentials.json')))
  if (config.shutdownDelayMs > 0) shutdown.onStop(() => pause(config.shutdownDelayMs))
}

/** Returns the function that provides the sandbox's own third party; elsewhere it does nothing. */
const sampleProvider =
  ({ openBanking, clock }: Context, config: Config) =>
  async (tx: Tx): Promise<void> => {
    if (!config.sandbox || !openBanking) return
    const { dataDir, baseUrl, openBankingBaseUrl: issuer } = config
    const audience = openBanking.settings.organisationId
    await provideSampleThirdParty(tx, { dataDir, baseUrl, issuer, audience }, clock.wall())
  }

/** Turns tracing on where it is configured: before the listeners are built, and until they are closed. */
async function startTracing({ traces }: Config, log: Logger, shutdown: Shutdown): Promise<void> {
  if (!traces) return
  const tracing = await openTracing(traces, (error) => log.warn({ err: error }, 'traces are not exported'))
  setTracing(tracing)
  shutdown.onStop(() => tracing.close())
}

/** Opens the listener of the metrics where it is configured. */
async function openMetrics(services: Context, ports: HeldPorts, shutdown: Shutdown): Promise<void> {
  const { metrics } = services
  const { metrics: address } = ports.config
  if (!metrics || !address) return
  const opened = await ports.open('metrics', () => openMonitoring({ ...services, metrics }, address))
  shutdown.closeListener(() => opened.close())
}

async function serveOpenBanking(services: Context, ports: HeldPorts, log: Logger, shutdown: Shutdown): Promise<void> {
  if (!services.openBanking) return
  const { config } = ports
  const app = await buildOpenBankingApp(services, services.openBanking, { config, log })
  shutdown.closeListener(() => app.close())
  await ports.open('openBanking', () => app.listen({ port: config.openBankingPort, host: config.host }))
}

/** Opens the sandbox's listener of the users' pages. */
async function servePages(app: App, { openBanking }: Context, ports: HeldPorts, shutdown: Shutdown): Promise<void> {
  const { pagesPort: port, pagesBaseUrl, host } = ports.config
  if (port === undefined || !openBanking?.tls) return
  const { server, close } = createPagesListener(app, openBanking.tls, pagesBaseUrl)
  shutdown.closeListener(close)
  await ports.open(
    'pages',
    () => new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, host, resolve)),
  )
}
