import { activeTracing, inSpan } from '../tracing.ts'

/** A job of which a step is traced. */
interface Traced {
  kind: string
  workId: string
  attempts: number
}

/**
 * Begins the trace of a job, linked with the caller's. The trace has the job's id, so that the process that runs the job
 * continues it although its row stores nothing about it.
 */
export const traceScheduled = (kind: string, workId: string): void => activeTracing()?.schedule(kind, workId)

/** Runs the handler of a job in a span of the job's trace. */
export const inJobSpan = <T>({ kind, workId, attempts }: Traced, work: () => Promise<T>): Promise<T> =>
  inSpan(`job ${kind}`, { job: workId, attributes: { 'cambist.job.attempt': attempts + 1 } }, work)

/** Makes the external call of a job in a span of the job's trace. */
export const inCallSpan = <T>({ kind, workId }: Traced, work: () => Promise<T>): Promise<T> =>
  inSpan(`call ${kind}`, { kind: 'client', job: workId }, work)

/** Runs a set of jobs in a span of its own, and records a span in the trace of each job; all are linked. */
export async function inSetSpan<T>(works: readonly Traced[], work: () => Promise<T>): Promise<T> {
  const tracing = activeTracing()
  if (!tracing) return work()
  const spans = works.map(({ kind, workId }) => tracing.start(`job ${kind}`, { job: workId }))
  const attributes = { 'cambist.set.size': works.length }
  try {
    return await inSpan(`set ${works[0]!.kind}`, { root: true, links: spans, attributes }, () => {
      const set = tracing.current()
      for (const span of spans) if (set) span.link(set)
      return work()
    })
  } finally {
    for (const span of spans) span.end()
  }
}
