import type { Worker } from '../../kernel/jobs/work.ts'
import { defineModule } from '../../kernel/module.ts'
import { marginCallsAwaitingFunds } from './collection.ts'
import { initialMarginAwaitingFunds, initialMarginEvents } from './initial.ts'
import { type EventViews, readEach } from '../../events/index.ts'
import { presentCall } from './present.ts'
import { type CallRow, findCall } from './queries.ts'
import { MarginCallOut } from './schema.ts'
import { marginRoutes } from './routes.ts'
import { marginRunRoute } from './sandbox.ts'
import { marginWork, type MarginWorkDeps } from './work.ts'
import { marginCallEvents } from './calls.ts'

type MarginContext = Parameters<typeof marginRoutes>[1] & MarginWorkDeps & { worker: Pick<Worker, 'runDue'> }

/** Cash margin and margin calls. */
export const marginModule = defineModule<MarginContext>({
  name: 'credit/margin',
  events: [marginCallEvents, initialMarginEvents],
  routes: marginRoutes,
  sandboxRoutes: marginRunRoute,
  jobs: marginWork,
  ports: (context) => ({
    eventViews: {
      marginCall: {
        scope: 'credit:read',
        schema: MarginCallOut,
        read: readEach(findCall),
        present: (call: CallRow) => presentCall(call),
      },
    } satisfies EventViews,
    funding: {
      initialMargin: initialMarginAwaitingFunds(context),
      marginCalls: marginCallsAwaitingFunds(context),
    },
  }),
  resources: { mgc: [['margin_calls', 'margin_call_id']] },
})
