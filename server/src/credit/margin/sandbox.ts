import type { Act } from '../../kernel/values/act.ts'
import { runCommand } from '../../kernel/http/command.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { EntityId, Input } from '../../kernel/http/wire.ts'
import { beforeResponse } from '../../kernel/jobs/before-response.ts'
import type { Worker } from '../../kernel/jobs/work.ts'
import { facilitiesOf } from '../facilities/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { presentCall } from './present.ts'
import { type RunDeps, runMargin, type RunResult } from './run.ts'
import { MarginRunOut } from './schema.ts'

/** Registers the margin run on demand, for testers. @param deps.worker runs the resulting jobs before the response */
export function marginRunRoute(app: App, deps: Deps & RunDeps & { worker: Pick<Worker, 'runDue'> }): void {
  app.post(
    '/v1/sandbox/margin-runs',
    {
      config: { scope: 'sandbox:simulate', role: 'any' },
      schema: {
        summary: 'Run the margin calculation now',
        description: 'Runs the daily margin run now. A second run at an unchanged market does nothing.',
        querystring: Input({}),
        body: Input({ entityId: EntityId }),
        response: { 200: MarginRunOut },
      },
      onSend: beforeResponse(() => deps.worker.runDue(deps.clock.now())),
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'margin.run', async (context) => ({
        status: 200,
        body: await runAll(context.tx, deps, context.principal.entityId, context),
      })),
  )
}

async function runAll(tx: Tx, deps: RunDeps, entityId: string, act: Act) {
  const runs: (RunResult & { currency: string })[] = []
  for (const { facilityId, currency } of await facilitiesOf(tx, entityId)) {
    runs.push({ ...(await runMargin(tx, deps, { entityId, facilityId }, act)), currency })
  }
  return {
    issued: runs.flatMap(({ issued }) => issued.map(presentCall)),
    released: runs.flatMap(({ released }) => released.map(presentCall)),
    runs: runs.map(({ facilityId, snapshotId, releasedMinor, currency }) => ({
      facilityId: formatId('fac', facilityId),
      snapshotId: snapshotId && formatId('snp', snapshotId),
      variationMarginReleased: formatAmount(releasedMinor, currency),
      currency,
    })),
  }
}
