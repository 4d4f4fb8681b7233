import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Chance } from '../../crash/chance.ts'
import { createCaller, type Caller, type Watcher } from '../http.ts'
import { savePlan } from '../play/beneficiaries.ts'
import { receive } from '../play/money-in.ts'
import type { Account, Page } from '../read/resources.ts'
import { accountsIn, amountOf, type Party, type World } from '../world.ts'
import type { FileBank } from '../bank/file-bank.ts'
import type { Operator } from './operator.ts'
import type { PartyPlan } from './parties.ts'
import { GERMAN_IBAN, GERMAN_NAME, PAYEES, SANCTIONED } from './payees.ts'
import type { Secret, Server } from './server.ts'

export interface StageOptions {
  server: Server
  operator: Operator
  plans: readonly PartyPlan[]
  chance: Chance
  watcher: Watcher
  bank?: FileBank
}

/** Freezes the sandbox's clock, creates the parties and gives them money and payees. */
export async function setStage({ server, operator, plans, chance, watcher, bank }: StageOptions): Promise<World> {
  let keys = 0
  const call = (secret: Secret): Caller => createCaller(server, secret, watcher, () => `days-${keys++}`)
  const { clients, approvers } = server.secrets
  const driver = call(clients.rm)
  const world: World = {
    server,
    operator,
    ...(bank ? { bank } : {}),
    parties: [],
    group: { caller: driver, parties: [] },
    driver,
    now: new Date(0),
    trades: new Map(),
    payments: new Map(),
    touched: new Set(),
    transfers: new Map(),
    forwards: new Set(),
    heldRates: new Map(),
    inbound: new Map(),
    announced: [],
    batches: new Map(),
    letters: new Map(),
    changing: new Set(),
    pending: [],
    wires: new Map(),
    held: new Set(),
    cleared: [],
    states: new Set(),
    outcomes: new Map(),
    moved: new Map(),
  }
  await driver.send('/v1/sandbox/clock', { freeze: true })
  world.now = await firstMorning(driver)
  await loadSanctions(operator, server)
  await driver.send('/v1/sandbox/payees', { iban: GERMAN_IBAN, name: GERMAN_NAME, type: 'Company' })
  for (const kind of ['rm', 'abs'] as const) {
    const [maker, approver] = [call(clients[kind]), call(approvers[kind])]
    const { serviceKind, name, timeZone } = await entityOf(maker)
    world.parties.push({ ...(await partyOf(maker, approver)), kind: serviceKind, name, timeZone, verifiesPayees: true })
  }
  for (const plan of plans) world.parties.push(await createParty(operator, plan, call))
  const together = world.parties.slice(0, -1)
  const ids = together.map(({ entityId }) => entityId)
  world.group = { caller: call(await createClient(operator, ids, 'maker')), parties: together }
  for (const party of world.parties) {
    if (party.kind === 'RM') await allowDebits(operator, server, party.entityId)
    const turn = { world, party, chance }
    for (const payee of PAYEES) if (accountsIn(party, payee.currency).length > 0) await savePlan(turn, payee)
    for (const { accountId, currency } of party.accounts)
      await receive(
        turn,
        accountId,
        currency,
        party.isScarce ? amountOf(chance, currency, 15_000, 40_000) : amountOf(chance, currency, 100_000, 400_000),
      )
  }
  return world
}

/** Loads a sanctions list with the one name that some money comes from. */
async function loadSanctions(operator: Operator, { environment }: Server): Promise<void> {
  const file = path.join(environment.DATA_DIR!, 'sanctions.csv')
  const empty = Array.from({ length: 8 }, () => '-0-').join(',')
  writeFileSync(file, `1001,"${SANCTIONED}","individual","TEST",${empty}\n`)
  await operator.run('load-screening-list', '--list', 'SIMULATED', '--file', file)
}

/** Lets a corporate fund its drawdowns by pre-authorised debit. */
async function allowDebits(operator: Operator, { environment }: Server, entityId: string): Promise<void> {
  const file = path.join(environment.DATA_DIR!, 'settings.json')
  writeFileSync(file, JSON.stringify({ preAuthorizedDebit: { enabled: true, banks: ['Example Bank'] } }))
  await operator.run('set-settings', '--entity', entityId, '--file', file)
}

/** Moves the clock to 07:00 UTC of the coming Monday. */
async function firstMorning(driver: Caller): Promise<Date> {
  const { now } = await driver.get<{ now: string }>('/v1/sandbox/clock')
  const monday = new Date(now)
  do monday.setUTCDate(monday.getUTCDate() + 1)
  while (monday.getUTCDay() !== 1)
  monday.setUTCHours(7, 0, 0, 0)
  await driver.send('/v1/sandbox/clock', { set: monday.toISOString() })
  return monday
}

interface Entity {
  name: string
  serviceKind: 'RM' | 'ABS'
  timeZone: string
}

const entityOf = async (maker: Caller): Promise<Entity> =>
  (await maker.get<Page<Entity>>(`/v1/entities?entityId=${maker.entityId}`)).data[0]!

async function partyOf(maker: Caller, approver: Caller) {
  const { entityId } = maker
  const { data } = await maker.get<Page<Account>>(`/v1/accounts?entityId=${entityId}&limit=100`)
  return { entityId, maker, approver, accounts: data, payees: [] }
}

async function createParty(operator: Operator, plan: PartyPlan, call: (secret: Secret) => Caller): Promise<Party> {
  const { kind, name, country, city, baseCurrency, timeZone } = plan
  const type = kind === 'RM' ? 'Company' : 'Fund'
  const place = ['--country', country, '--city', city, '--line1', '1 Main Street', '--time-zone', timeZone]
  const words = ['--kind', kind, '--type', type, '--name', name, '--base-currency', baseCurrency, ...place]
  const limits = LIMITS.flatMap((limit) => [`--${limit}`, '100000000'])
  const { entityId } = await operator.run<{ entityId: string }>('create-entity', ...words, ...limits)
  const entity = ['--entity', entityId]
  for (const [i, currency] of plan.currencies.entries())
    await operator.run('create-account', ...entity, '--currency', currency, '--name', `${currency} account ${i + 1}`)
  if (plan.facility) await operator.run('create-facility', ...entity, ...plan.facility.split(' '))
  const makerSecret = await createClient(operator, [entityId], 'maker')
  const approverSecret = await createClient(operator, [entityId], 'approver')
  const [maker, approver] = [call(makerSecret), call(approverSecret)]
  for (const policy of plan.policies) await operator.run('set-approval-policy', ...entity, ...policy)
  if (plan.approvesPayees) await operator.run('set-beneficiary-policy', ...entity, '--approval')
  const { verifiesPayees } = { verifiesPayees: ['IE', 'DE', 'LU'].includes(country) }
  return { ...(await partyOf(maker, approver)), name, kind, timeZone, verifiesPayees, isScarce: plan.isScarce ?? false }
}

const LIMITS = ['max-trade', 'daily-trade', 'single-payment', 'daily-payment', 'held-open']
const SCOPES =
  'reporting:read entities:read credit:read fx:quote fx:trade fx:heldrate fx:forward payments:read payments:write payments:approve ' +
  'beneficiaries:read beneficiaries:write transfers:write sandbox:simulate'

async function createClient(operator: Operator, entityIds: readonly string[], role: string): Promise<Secret> {
  const entities = entityIds.flatMap((entityId) => ['--entity', entityId])
  const words = [...entities, '--name', role, '--role', role, '--scope', ...SCOPES.split(' ')]
  return { ...(await operator.run<Secret>('create-client', ...words)), entityId: entityIds[0]! }
}
