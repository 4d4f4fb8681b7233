import type { FastifyRequest } from 'fastify'
import { checkAll, endOf, parseDate, refuseField } from '../http/index.ts'
import type { Consent } from '../consents/index.ts'

/** A span of instants, both ends included; an absent end is open. */
export interface Span {
  from?: Date
  to?: Date
}

/**
 * The span that a query asks for: zones are ignored, either end may be absent, a day alone means all of it, and a last
 * second all of that second.
 *
 * @throws ob_field_invalid_date for each end that is no date
 */
export function spanOf(request: FastifyRequest, fromName: string, toName: string): Span {
  const query = request.query as Record<string, unknown>
  const [from, to] = checkAll(
    () => readDate(query[fromName], fromName),
    () => readDate(query[toName], toName),
  )
  return {
    ...(from ? { from: from.at } : {}),
    ...(to ? { to: endOfSecond(endOf(to)) } : {}),
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
  const to = earlier(asked.to, transactionsTo ? endOfSecond(transactionsTo) : undefined)
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

/** Returns the end of a whole second: the standard writes the end of a year as 23:59:59. Other instants stay. */
const endOfSecond = (at: Date): Date => (at.getUTCMilliseconds() === 0 ? new Date(at.getTime() + 999) : at)

const later = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b))
const earlier = (a: Date | undefined, b: Date | undefined) => (a && b ? (a < b ? a : b) : (a ?? b))

/** Returns true if a span lies completely inside another. */
export const isInside = (inner: Required<Span>, outer: Span): boolean =>
  (!outer.from || inner.from >= outer.from) && (!outer.to || inner.to <= outer.to)
