import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { chooseType } from '../../kernel/http/routing/media-types.ts'
import { localTime } from '../../kernel/values/days.ts'
import type { App } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { cursorErrors, cursorShape, DEFAULT_LIMIT, pageOf, parseCursor } from '../../kernel/http/paging.ts'
import { refuseHttp } from '../../kernel/http/problems.ts'
import { comingDayErrors, rangeErrors } from '../../kernel/http/ranges.ts'
import { type Parts, wholeQuery } from '../../kernel/http/readable.ts'
import type { FieldError } from '../../kernel/values/refusals.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { Page } from '../../kernel/http/wire.ts'
import { getAccount } from '../directory.ts'
import { type AccountDeps, holderOf } from '../deps.ts'
import { refuse, requirePermission } from '../rules.ts'
import type { StatementBook } from './book.ts'
import { FORMATS, MEDIA, type StatementFormat, writeStatement } from './formats/index.ts'
import { InterimQuery, StatementOut, StatementsQuery, StatementSummary, StoredParams, StoredQuery } from './schema.ts'
import { presentSummary, type StatementHead } from './statement.ts'

const LIST = 'statements'
const config = { scope: 'reporting:read' as const }
const oneStatement = {
  200: {
    description: 'The statement, in the format chosen by `format` or the Accept header.',
    content: {
      'application/json': { schema: StatementOut },
      'application/pdf': { schema: Type.String({ format: 'binary' }) },
      'text/csv': { schema: Type.String() },
      'text/plain': { schema: Type.String({ description: 'MT940.' }) },
      'application/xml': { schema: Type.String({ description: 'camt.053.001.08.' }) },
    },
  },
}

const ONE_STORED = {
  summary: 'Get a stored statement',
  description:
    'Returns a numbered statement, which never changes, as JSON, PDF, CSV, MT940 or camt.053. `format` or the `Accept` header chooses.',
  params: StoredParams,
  querystring: StoredQuery,
  response: oneStatement,
}

/** Statements: interim ones of any range, stored ones of closed months and days. */
export function statementRoutes(app: App, deps: AccountDeps, statements: StatementBook): void {
  app.get(
    '/v1/statements',
    {
      ...wholeQuery(InterimQuery, (query, isRead, request) => interimErrors(deps, query, request, isRead)),
      config,
      schema: {
        summary: 'Create an interim statement',
        description:
          'The interim statement covers up to 366 days. It has no number and is not stored. `to` defaults to today, `from` to the first day of the month of `to`. Statements of closed months and days are listed at /v1/statements/stored.',
        querystring: InterimQuery,
        response: oneStatement,
      },
    },
    async (request, reply) => {
      const { principal, query } = request
      checkFields(await interimErrors(deps, query, request))
      const account = await getAccount(deps.accounts, principal.entityId, query.accountId)
      requirePermission(account, 'Reporting')
      const format = formatOf(request, query.format)
      const head = await statements.interim(account, query, request.receivedAt)
      return sendStatement(deps, reply, head, format)
    },
  )

  app.get(
    '/v1/statements/stored',
    {
      ...wholeQuery(StatementsQuery, storedErrors),
      config,
      schema: {
        summary: 'List stored statements of an account',
        description:
          'Returns one statement for each closed month, even without entries, or with `period=Day` for each closed ' +
          'day. They are issued in order at the first request, are numbered and chained, and never change.',
        querystring: StatementsQuery,
        response: { 200: Page(StatementSummary) },
      },
    },
    async (request) => {
      const { principal, query } = request
      checkFields(storedErrors(query))
      const account = await getAccount(deps.accounts, principal.entityId, query.accountId)
      requirePermission(account, 'Reporting')
      return storedPage(statements, account, query, request)
    },
  )

  app.get(
    '/v1/statements/:statementId',
    {
      config,
      schema: ONE_STORED,
    },
    async (request, reply) => {
      const { principal, params, query } = request
      const statementId = parseId('sta', params.statementId)
      const head = statementId === undefined ? undefined : await statements.find(principal.entityId, statementId)
      if (!head) throw refuse.statement_not_found()
      const account = (await deps.accounts.ofEntity(head.entityId)).find(
        ({ accountId }) => accountId === head.accountId,
      )
      if (!account) throw refuse.statement_not_found()
      requirePermission(account, 'Reporting')
      return sendStatement(deps, reply, head, formatOf(request, query.format))
    },
  )
}

/** Rejects a range that runs backward, or that ends on a day of the holder that has not come. Without `to` it goes to today. */
async function interimErrors(
  deps: Pick<AccountDeps, 'entities'>,
  { from, to }: Parts<Static<typeof InterimQuery>>,
  { principal, receivedAt }: Pick<FastifyRequest, 'principal' | 'receivedAt'>,
  isRead: (pointer: string) => boolean = () => true,
): Promise<FieldError[]> {
  if ((from === undefined && to === undefined) || !isRead('?to')) return []
  const { timeZone } = await holderOf(deps, principal.entityId)
  const today = localTime(receivedAt, timeZone).day
  return [...rangeErrors({ from, to: to ?? today }, 'from', 'to'), ...comingDayErrors({ to }, 'to', today)]
}

function storedErrors(query: Parts<StatementsQuery>, isRead: (pointer: string) => boolean = () => true): FieldError[] {
  const { period = 'Month' } = query
  const ofCursor = isRead('?period') ? cursorErrors(`${LIST}${period}`, query, [cursorShape.day]) : []
  return [...rangeErrors(query, 'from', 'to'), ...ofCursor]
}

async function storedPage(
  statements: StatementBook,
  account: Parameters<StatementBook['list']>[0],
  { period = 'Month', from, to, after, limit = DEFAULT_LIMIT }: StatementsQuery,
  { receivedAt, epoch }: Pick<FastifyRequest, 'receivedAt' | 'epoch'>,
) {
  const [before] = parseCursor(`${LIST}${period}`, after, [cursorShape.day]) ?? []
  const page = { period, from, to, before, limit: limit + 1 }
  const found = await statements.list(account, page, receivedAt, epoch)
  return pageOf(`${LIST}${period}`, found, limit, presentSummary, (head) => [head.toDate])
}

/**
 * Returns the format by name, otherwise by the Accept header.
 *
 * @throws not_acceptable
 */
function formatOf(request: FastifyRequest, named: string | undefined): StatementFormat {
  if (named === undefined) {
    const type = chooseType(
      request.headers.accept,
      FORMATS.map((format) => MEDIA[format].type),
    )
    return FORMATS.find((format) => MEDIA[format].type === type)!
  }
  const format = FORMATS.find((each) => each === named.toLowerCase().replaceAll(/[ .-]/g, ''))
  if (!format) throw refuseHttp.not_acceptable({ available: FORMATS })
  return format
}

async function sendStatement(deps: AccountDeps, reply: FastifyReply, head: StatementHead, format: StatementFormat) {
  const chunks = await writeStatement(deps, head, format)
  const { header, ending } = MEDIA[format]
  void reply.header('content-type', header).header('vary', 'accept')
  if (format !== 'json') void reply.header('content-disposition', `attachment; filename="${fileName(head)}.${ending}"`)
  return reply.send(Readable.from(chunks, { objectMode: false, highWaterMark: 256 * 1024 }))
}

const fileName = ({ parties, fromDate, toDate }: StatementHead): string =>
  `statement-${parties.account.iban}-${fromDate}-${toDate}`
