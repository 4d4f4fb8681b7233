import type { Deps } from '../../kernel/http/http.ts'
import { defineModule } from '../../kernel/module.ts'
import { announceExpired, quoteEvents, quoteViews } from './expiry/expiry.ts'
import { estimateRoutes } from './estimate.ts'
import { deleteOldQuotes } from './queries.ts'
import { type QuoteRouteDeps, quoteRoutes } from './routes.ts'

const DAY_MS = 86_400_000
/** Retention of unused quotes after their creation. */
export const QUOTES_KEPT_MS = 7 * DAY_MS

/** Indicative prices and firm spot quotes. */
export const quotesModule = defineModule<Deps & QuoteRouteDeps>({
  name: 'fx/quotes',
  events: [quoteEvents],
  routes(app, context) {
    estimateRoutes(app, { estimates: context.sources, entities: context.entities })
    quoteRoutes(app, context)
  },
  ports: () => ({ eventViews: quoteViews }),
  sweeps: () => ({ 'quote.announceExpiry': announceExpired }),
  resources: { quo: [['fx_quotes', 'quote_id']] },
  cleanUp: [(db, { business }, limit) => deleteOldQuotes(db, new Date(business.getTime() - QUOTES_KEPT_MS), limit)],
})
