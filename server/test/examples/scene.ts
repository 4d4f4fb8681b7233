import { setTimeout as pause } from 'node:timers/promises'
import { createAccount } from '../support/accounts.ts'
import { setPolicy } from '../../src/approvals/index.ts'
import { setBeneficiaryPolicy } from '../../src/beneficiaries/index.ts'
import { inTransaction } from '../../src/kernel/db/db.ts'
import { formatId, parseId } from '../../src/kernel/values/ids.ts'
import { parseAmount } from '../../src/kernel/values/money.ts'
import { operatorAct } from '../support/clients.ts'
import type { Sandbox } from '../simulation/processes.ts'
import { createPlayer, type Entity, type Player, type Scene } from './player.ts'
import { playAccounts, playStatements } from './accounts.ts'
import { playFx } from './fx.ts'
import { playPayments } from './payments.ts'
import { playService } from './service.ts'

/** Plays all examples in their order on a fresh sandbox with frozen time, and returns what was recorded. */
export async function playExamples(sandbox: Sandbox): Promise<Player['recorded']> {
  const player = createPlayer(sandbox)
  const { prepare } = player
  await prepare('moveClock', { as: 'rm', body: { freeze: true } })
  await prepare('moveClock', { as: 'rm', body: { set: '2026-11-16T11:00:00.000Z' } })
  const accountsOf = async (as: Entity) => {
    const { data } = (await prepare('listAccounts', { as, query: { limit: '100' } })) as { data: Account[] }
    const byCurrency: Record<string, string> = {}
    for (const { currency, accountId, isDefault } of data)
      byCurrency[isDefault ? currency : `other${currency}`] = accountId
    return byCurrency as Scene['accounts'][Entity]
  }
  const uuidOf = (entity: Entity) => parseId('ent', sandbox.entityIds[entity])!
  /** Waits until the server shows a change of the settings. */
  const untilSettings = async (as: Entity, shown: string) => {
    const read = async () => JSON.stringify(await prepare('getEntitySettings', { as }))
    for (let tries = 0; tries < 100 && !(await read()).includes(shown); tries++) await pause(100)
  }
  const scene: Scene = {
    ...player,
    entities: sandbox.entityIds,
    accounts: { rm: await accountsOf('rm'), abs: await accountsOf('abs') },
    secrets: sandbox.credentials.clients.rm,
    nextMonth: '2026-12-08',
    async requireApproval(entity, resource, from) {
      const band = {
        currency: resource === 'Trade' ? null : 'EUR',
        fromMinor: parseAmount(from, 'EUR'),
        belowMinor: null,
      }
      const policy = { resource, ...band, newPayeeOnly: false, steps: 1 }
      const { policyId } = await inTransaction(sandbox.db, (tx) => setPolicy(tx, uuidOf(entity), policy, operatorAct))
      await untilSettings(entity, formatId('apl', policyId))
    },
    async openFunded(entity, currency, amount) {
      const order = { entityId: uuidOf(entity), currency, name: 'Margin account' }
      const made = await inTransaction(sandbox.db, (tx) => createAccount(tx, order, operatorAct))
      const accountId = formatId('acc', made.accountId)
      await prepare('createInboundPayment', { as: entity, body: { accountId, amount, currency, reference: 'Margin' } })
      return accountId
    },
    async requirePayeeApproval(entity) {
      const policy = { needsApproval: true, coolingOffHours: 0 }
      await inTransaction(sandbox.db, (tx) => setBeneficiaryPolicy(tx, uuidOf(entity), policy, operatorAct))
      await pause(500)
    },
  }
  await playAccounts(scene)
  await playPayments(scene)
  await playFx(scene)
  await playStatements(scene)
  await playService(scene)
  return player.recorded
}

interface Account {
  accountId: string
  currency: string
  isDefault: boolean
}
