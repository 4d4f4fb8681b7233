import { Command } from 'commander'
import { readConfig } from '../settings/config.ts'
import { createAccountDirectory } from '../accounts/index.ts'
import { createEntityDirectory } from '../entities/index.ts'
import { setCell } from '../kernel/values/ids.ts'
import { type Clock, systemClock } from '../kernel/values/clock.ts'
import { type Db, openDb } from '../kernel/db/db.ts'
import { createListener } from '../kernel/db/notifications.ts'
import { openSandboxClock } from '../sim/clock/index.ts'
import { createSandboxMarket } from '../sim/market/index.ts'
import { claimMode } from '../sim/seed/index.ts'
import { openCalendars } from '../fx/calendar/index.ts'
import { type MarketData, type PriceSources, shippedInterestRates } from '../fx/pricing/index.ts'
import { MODULES } from '../composition/modules.ts'
import { reactionsOf, withPorts } from '../composition/ports.ts'
import { MARKET_SEED } from '../composition/open-context.ts'
import { openDatabase } from './database.ts'
import { accountCommands } from './operator/clients/accounts.ts'
import { approvalCommands } from './operator/approvals.ts'
import { bankCommands } from './operator/banks/statements.ts'
import { calendarCommands } from './operator/calendar.ts'
import { clientCommands } from './operator/clients/clients.ts'
import { complianceCommands } from './operator/compliance.ts'
import { contradictionCommands } from './operator/contradictions.ts'
import { creditCommands } from './operator/credit.ts'
import { entityCommands } from './operator/clients/entities.ts'
import { inboundCommands } from './operator/inbound.ts'
import { openBankingCommands } from './operator/open-banking.ts'
import { jobCommands } from './operator/jobs.ts'
import { railCommands } from './operator/rails.ts'
import { checkCommands } from './operator/checks.ts'
import { referenceRateCommands } from './operator/reference-rates.ts'
import { checkOptions, deferChecks } from './operator/options/check.ts'
import { type OperatorDeps, runner } from './operator/run.ts'
import { statusCommands } from './operator/status.ts'
import { thirdPartyCommands } from './operator/third-parties.ts'
import { tradeCommands } from './operator/trades.ts'
import { userCommands } from './operator/clients/users.ts'

/**
 * `operator …`: how a production database is filled and run. Every act is one transaction and is audited; a secret is
 * printed once, when it is drawn.
 *
 * @param open opens the database when a command runs; the environment's if not said
 * @param print takes the output
 */
export function operatorCommand(
  open: () => Promise<OperatorDeps> = openFromEnvironment,
  print: (text: string) => void = (text) => console.log(text),
): Command {
  const operator = new Command('operator')
    .description('create and manage entities, API clients, accounts, prices and limits')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
  let command: { name: string; entity?: string | undefined } | undefined
  operator.hook('preAction', (_operator, action) => {
    checkOptions(action)
    const { entity } = action.opts<{ entity?: unknown }>()
    command = { name: action.name(), entity: typeof entity === 'string' ? entity : undefined }
  })
  const run = runner(
    open,
    (result) => print(operator.opts<{ json?: boolean }>().json ? asJson(result) : asText(result)),
    () => command,
  )
  for (const add of [
    entityCommands,
    clientCommands,
    accountCommands,
    creditCommands,
    approvalCommands,
    statusCommands,
    inboundCommands,
    complianceCommands,
    railCommands,
    jobCommands,
    tradeCommands,
    contradictionCommands,
    userCommands,
    openBankingCommands,
    thirdPartyCommands,
    calendarCommands,
    referenceRateCommands,
    checkCommands,
    bankCommands,
  ]) {
    add(operator, run)
  }
  for (const command of operator.commands) deferChecks(command)
  return operator
}

const EXAMPLES = `
From nothing to a client that can ask for a token:
  npm run operator -- create-entity --kind RM --name "Example GmbH" --country DE --base-currency EUR --time-zone Europe/Berlin
  npm run operator -- create-client --entity ent_... --name "ERP" --role maker
  npm run operator -- create-account --entity ent_... --currency EUR --name "Operating account"
  npm run operator -- create-account --entity ent_... --currency USD --name "Dollar account"
  npm run operator -- set-pricing --entity ent_... --markup-bps 15 --pair EUR/USD
  npm run operator -- list

Each command explains itself: npm run operator -- create-client --help
The database is that of the server: DATABASE_URL, or the one in DATA_DIR. Set NODE_ENV as for the server.`

async function openFromEnvironment(): Promise<OperatorDeps> {
  const config = readConfig(process.env)
  setCell(config.cell)
  const database = await openDatabase(config, (line) => console.error(line))
  const db = await openDb(database.connection, { poolSize: 2 })
  const close = async () => {
    await db.close()
    await database.close()
  }
  await claimMode(db, config.sandbox).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const clock = config.sandbox ? await openSandboxClock(db, createListener(db)) : systemClock
  const listener = createListener(db) // never started: the directories read anew each time
  const { institution } = config
  const context = {
    db,
    clock,
    institution,
    settings: { sandbox: config.sandbox },
    policy: { overdueGraceHours: config.overdueGraceHours },
    entities: createEntityDirectory(db, listener),
    accounts: createAccountDirectory(db, listener),
  }
  db.reactions = reactionsOf(MODULES, context)
  db.resourceReaders = withPorts(MODULES, context).eventViews
  return {
    db,
    clock,
    institution,
    openPrices: () => openPrices(db, clock, config.sandbox),
    close,
  }
}

/** The sandbox's market; in production no dealing feed is connected, so nothing can be priced. */
async function openPrices(db: Db, clock: Clock, isSandbox: boolean): Promise<PriceSources> {
  const listener = createListener(db)
  const calendars = await openCalendars(db, listener, clock)
  const none: MarketData = { source: 'none', isDealable: false, leg: () => undefined }
  const market = isSandbox ? await createSandboxMarket({ db, clock, seed: MARKET_SEED, listener }) : none
  return { calendars, market, rates: shippedInterestRates() }
}

const asJson = (result: object): string => JSON.stringify(result, null, 2)

/** One "name: value" a line; lists as blocks with a line between, and what a value contains below its name. */
function asText(result: object): string {
  if (Array.isArray(result))
    return result.length === 0 ? 'none' : result.map((item) => asText(item as object)).join('\n\n')
  const entries = Object.entries(result).filter(([, value]) => value !== null && value !== undefined)
  const width = Math.max(...entries.map(([name]) => name.length)) + 2
  return entries
    .map(([name, value]) => `${`${name}:`.padEnd(width)}${valueText(value, width)}`)
    .join('\n')
    .replaceAll(/ +$/gm, '')
}

/** @param width column of the value, which its further lines begin in */
function valueText(value: unknown, width: number): string {
  const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`)
  if (typeof value !== 'object' || value === null || value instanceof Date) return String(value)
  if (Array.isArray(value) && value.length === 0) return 'none'
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  if (isPlainList) return indented(value.join('\n'), width)
  return indented(`\n${asText(value)}`, 2)
}
