import type { FastifyRequest } from 'fastify'
import { endOf, parseDate, refuseField } from '../http/index.ts'
import type { Consent } from '../consents/index.ts'

/** A span of instants, both ends included; an absent end is open. */
export interface Span {
  from?: Date
  to?: Date
}

/**
 * The span that a query asks for: zones are ignored, either end may be absent, a day alone means all of it.
 *
 * @throws ob_field_invalid_date for what is no date
 */
export function spanOf(request: FastifyRequest, fromName: string, toName: string): Span {
  const query = request.query as Record<string, unknown>
  const from = readDate(query[fromName], fromName)
  const to = readDate(query[toName], toName)
  return {
    ...(from ? { from: from.at } : {}),
    ...(to ? { to: endOf(to) } : {}),
  }
}

function readDate(value: unknown, name: string) {
  if (value === undefined || value === '') return undefined
  const read = typeof value === 'string' ? parseDate(value, 'ignore') : undefined
  if (!read) throw refuseField(`?${name}`, 'ob_field_invalid_date', { detail: 'for example 2026-11-20T10:00:00' })
  return read
}

/** Intersects the query's span with the consent's, so that a query never exceeds the consent. */
export function within({ transactionsFrom, transactionsTo }: Consent, asked: Span): Span {
  const from = later(asked.from, transactionsFrom ?? undefined)
  const to = earlier(asked.to, transactionsTo ?? undefined)
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

const later = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b))
const earlier = (a: Date | undefined, b: Date | undefined) => (a && b ? (a < b ? a : b) : (a ?? b))

/** Returns true if a span lies completely inside another. */
export const isInside = (inner: Required<Span>, outer: Span): boolean =>
  (!outer.from || inner.from >= outer.from) && (!outer.to || inner.to <= outer.to)
