import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { RequestMetrics } from '../kernel/http/listener/request-log.ts'

/** Counters of a process. Each call adds to numbers in memory; nothing is stored or sent. */
export interface Metrics extends RequestMetrics {
  registry: Registry
  /** Counts jobs that ran. @param ms time that they took together */
  countJobs(lane: number, jobs: number, ms: number): void
  /** Counts a failed attempt at a job. */
  countJobFailure(kind: string): void
  /** Counts a bank's report that changed nothing or contradicts its payment. */
  countReport(outcome: 'Ignored' | 'Contradictory'): void
}

/** Upper bounds of the durations, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Counters of the requests of one operation. */
interface OfOperation {
  duration: { observe(seconds: number): void }
  byStatus: Map<number, { inc(): void }>
}

/** Creates the counters, with a registry of their own to which other figures are added. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const jobs = new Counter({ name: 'cambist_jobs_total', help: 'Jobs that ran.', labelNames: ['lane'], registers })
  const jobSeconds = new Counter({
    name: 'cambist_job_seconds_total',
    help: 'Time that the jobs took, with the wait of their lane for its turn.',
    labelNames: ['lane'],
    registers,
  })
  const failures = new Counter({
    name: 'cambist_job_failures_total',
    help: 'Failed attempts at jobs, external calls and sweeps.',
    labelNames: ['kind'],
    registers,
  })
  const reports = new Counter({
    name: 'cambist_bank_reports_total',
    help: 'Reports of banks that changed nothing (ignored) or contradict their payment (contradictory).',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['ignored', 'contradictory']) reports.inc({ outcome }, 0)
  return {
    registry,
    countRequest: requestCounter(registers),
    countJobs(lane, number, ms) {
      jobs.inc({ lane }, number)
      jobSeconds.inc({ lane }, ms / 1000)
    },
    countJobFailure: (kind) => failures.inc({ kind }),
    countReport: (outcome) => reports.inc({ outcome: outcome.toLowerCase() }),
  }
}

/** Returns the counter of requests. It keeps the counters of each operation at hand, without a look-up by their labels. */
function requestCounter(registers: Registry[]): Metrics['countRequest'] {
  const requests = new Counter({
    name: 'cambist_http_requests_total',
    help: 'Finished requests by operation and status; 499: the client went away.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'cambist_http_request_duration_seconds',
    help: "Time from a request's headers to the end of its response.",
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  })
  const operations = new Map<string, OfOperation>()
  const ofOperation = (operation: string): OfOperation => {
    const known = operations.get(operation)
    if (known) return known
    const added: OfOperation = { duration: durations.labels(operation), byStatus: new Map() }
    operations.set(operation, added)
    return added
  }
  return (operation, status, seconds) => {
    const { duration, byStatus } = ofOperation(operation)
    duration.observe(seconds)
    const known = byStatus.get(status)
    if (known) return known.inc()
    const added = requests.labels(operation, String(status))
    byStatus.set(status, added)
    added.inc()
  }
}
