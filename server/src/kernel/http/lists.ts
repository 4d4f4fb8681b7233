import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { FieldError } from '../values/refusals.ts'
import type { App } from './http.ts'
import { checkNamedResources, type NamedResource } from './routing/named-resources.ts'
import { cursorErrors, DEFAULT_LIMIT, pageOf, parseCursor } from './paging.ts'
import { rangeErrors } from './ranges.ts'
import { type Parts, wholeQuery } from './readable.ts'
import { checkFields } from './validation.ts'
import { Page } from './wire.ts'

/** Request of a list, read by its schemas. */
type ListRequest<Q extends TSchema, P extends TSchema> = Pick<
  FastifyRequest,
  'principal' | 'principals' | 'receivedAt'
> & { query: Static<Q>; params: Static<P>; entityIds: readonly string[] }

/** Part of a list to read: at most `limit + 1` rows after the sort key `after`. */
export interface PageOrder {
  limit: number
  after: string[] | undefined
}

/** One list of the API: its address, its filters and how its rows are read and presented. */
interface List<Q extends TSchema, Item extends TSchema, Row, P extends TSchema> {
  path: string
  /** Name of the list in its cursors. */
  name: string
  /** Pattern of each part of a row's sort key. */
  cursor: readonly RegExp[]
  config: FastifyContextConfig
  summary: string
  description?: string
  query: Q
  params?: P
  item: Item
  /** Pairs of filters that limit a range, its start first. */
  ranges?: readonly (readonly [from: keyof Static<Q> & string, to: keyof Static<Q> & string])[]
  /** Resources that filters name. One that the entities of the list do not have is rejected. */
  resources?: Readonly<Partial<Record<keyof Static<Q> & string, NamedResource>>>
  /** Returns errors of other filters, as far as they are readable. */
  errors?(query: Parts<Static<Q>>, request: Pick<FastifyRequest, 'receivedAt'>): FieldError[]
  rows(request: ListRequest<Q, P>, page: PageOrder): Promise<readonly Row[]>
  present(row: Row, request: ListRequest<Q, P>): Static<Item>
  /** Returns the sort key of a row, as text. */
  keyOf(row: Row): readonly string[]
}

/**
 * Registers a list: reads its query, reports all errors of filters, ranges and cursor at once, and answers with a page.
 * Every list whose answer is a plain page is registered here.
 */
export function listRoute<Q extends TSchema, Item extends TSchema, Row, P extends TSchema = TSchema>(
  app: App,
  list: List<Q, Item, Row, P>,
): void {
  const { path, name, cursor, config, summary, description, query, params, item, ranges = [] } = list
  const errorsOf = (parts: Parts<Static<Q>>, request: Pick<FastifyRequest, 'receivedAt'>): FieldError[] => {
    const sent = parts as Readonly<Record<string, string | undefined>>
    return [
      ...ranges.flatMap(([from, to]) => rangeErrors<string>(sent, from, to)),
      ...(list.errors?.(parts, request) ?? []),
      ...cursorErrors(name, sent, cursor),
    ]
  }
  const schema = {
    summary,
    ...(description !== undefined && { description }),
    ...(params && { params }),
    querystring: query as TSchema,
    response: { 200: Page(item) as TSchema },
  }
  app.get(
    path,
    { ...wholeQuery(query, (parts, _isRead, asked) => errorsOf(parts, asked)), config, schema },
    async (asked) => {
      const sent = asked.query as Static<Q> & { limit?: number; after?: string }
      checkFields(errorsOf(sent as Parts<Static<Q>>, asked))
      const { principal, principals, receivedAt } = asked
      const entityIds = principals.map(({ entityId }) => entityId)
      await checkNamedResources(app.owners, list.resources ?? {}, sent as Record<string, unknown>, entityIds)
      const request = { principal, principals, receivedAt, entityIds, query: sent, params: asked.params as Static<P> }
      const limit = sent.limit ?? DEFAULT_LIMIT
      const rows = await list.rows(request, { limit, after: parseCursor(name, sent.after, cursor) })
      return pageOf(
        name,
        rows,
        limit,
        (row) => list.present(row, request),
        (row) => list.keyOf(row),
      )
    },
  )
}
