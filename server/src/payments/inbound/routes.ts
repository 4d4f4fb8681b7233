import {
  type AccountDirectory,
  getAccount,
  refuseVirtual,
  requirePermission,
  reportingAccounts,
} from '../../accounts/index.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { listRoute } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { AnyId, Input } from '../../kernel/http/wire.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { presentInbound } from './present.ts'
import { findInbound, type InboundFilter, type InboundRow, listInbound } from './queries.ts'
import { refuse } from './rules.ts'
import { InboundPayment, InboundPaymentsQuery } from './schema.ts'

export interface InboundRoutesDeps extends Deps {
  accounts: AccountDirectory
}

/** Registers the list of inbound payments and the read of one. Unidentified money belongs to no client, and none sees it. */
export function inboundPaymentRoutes(app: App, deps: InboundRoutesDeps): void {
  listRoute(app, {
    path: '/v1/inbound-payments',
    name: 'inbound-payments',
    cursor: [cursorShape.uuid],
    config: { scope: 'reporting:read', entities: 'several' },
    summary: 'List inbound payments',
    description:
      'Money received for the accounts of the entity: credited, held for review or returned. Money that names no open account is unidentified: it is listed once the operator has assigned it to an account.',
    query: InboundPaymentsQuery,
    item: InboundPayment,
    ranges: [
      ['valueDateFrom', 'valueDateTo'],
      ['receivedFrom', 'receivedTo'],
    ],
    resources: { virtualAccountId: { prefix: 'vac', missing: refuseVirtual.virtual_account_not_found } },
    async rows({ entityIds, query }, { limit, after }) {
      const accounts = await reportingAccounts(deps, entityIds, query.accountId)
      const filter = filterOf(query)
      if (!filter) return []
      const accountIds = accounts.map(({ accountId }) => accountId)
      return listInbound(deps.db.reader, entityIds, accountIds, filter, { limit: limit + 1, before: after?.[0] })
    },
    present: presentInbound,
    keyOf: (row) => [row.inboundPaymentId],
  })

  app.get(
    '/v1/inbound-payments/:inboundPaymentId',
    {
      config: { scope: 'reporting:read' },
      schema: {
        summary: 'Get an inbound payment',
        description: 'Returns money received for an account with its payer, reference and status.',
        params: Input({ inboundPaymentId: AnyId('the inbound payment') }),
        querystring: Input({}),
        response: { 200: InboundPayment },
      },
    },
    async ({ principal, params }) => {
      const id = parseId('inp', params.inboundPaymentId)
      const row = id && (await findOwn(deps.db.reader, principal.entityId, id))
      if (!row) throw refuse.inbound_payment_not_found()
      requirePermission(await accountOf(deps, row), 'Reporting')
      return presentInbound(row)
    },
  )
}

type Reading = Pick<InboundRoutesDeps, 'db' | 'accounts'>

/** Returns true if an inbound payment is on an account that may report. */
export async function isReportable(deps: Reading, row: InboundRow): Promise<boolean> {
  const { accountId } = row
  return accountId !== null && (await accountOf(deps, { ...row, accountId })).permissions.includes('Reporting')
}

/** Finds an inbound payment on an account of the entity. */
async function findOwn(db: Queryable, entityId: string, id: string): Promise<OwnRow | undefined> {
  const row = await findInbound(db, entityId, id)
  return row && row.accountId !== null ? { ...row, accountId: row.accountId } : undefined
}
type OwnRow = InboundRow & { accountId: string }

const accountOf = async ({ accounts }: Reading, { entityId, accountId }: OwnRow) =>
  getAccount(accounts, entityId, formatId('acc', accountId))

/** Returns the filters of a list; undefined if they name an id that no virtual account can have. */
function filterOf(query: InboundPaymentsQuery): InboundFilter | undefined {
  const { status, currency, valueDateFrom, valueDateTo, debtorName, reference } = query
  const virtualAccountId = query.virtualAccountId === undefined ? undefined : parseId('vac', query.virtualAccountId)
  if (query.virtualAccountId !== undefined && virtualAccountId === undefined) return undefined
  const instant = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  return {
    status,
    virtualAccountId,
    currency,
    valueDateFrom,
    valueDateTo,
    receivedFrom: instant(query.receivedFrom),
    receivedTo: instant(query.receivedTo),
    debtorName,
    debtorIban: query.debtorIban?.replaceAll(' ', '').toUpperCase(),
    reference,
  }
}
