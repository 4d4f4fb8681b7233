import type { EntityDirectory } from '../../entities/index.ts'
import { defineModule } from '../../kernel/module.ts'
import { forwardEvents } from './events.ts'
import { lossCoverWork } from './closing/loss-cover.ts'
import { type ForwardRouteDeps, forwardRoutes } from './surface/routes.ts'
import { forwardWork, type ForwardWorkDeps } from './surface/work.ts'

/** Forwards: booking, drawdowns, amendments, close-outs and the sale of margin for an unpaid loss. */
export const forwardsModule = defineModule<ForwardRouteDeps & ForwardWorkDeps & { entities: EntityDirectory }>({
  name: 'fx/forwards',
  events: forwardEvents,
  routes: forwardRoutes,
  jobs: (context) => ({ ...forwardWork(context), ...lossCoverWork(context) }),
})
