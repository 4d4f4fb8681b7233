/**
 * Metrics in the text format of Prometheus, on a listener of their own: counters that the service increments, figures of
 * the process that are read at a scrape, and figures of the database that are read at most every few seconds. And traces, which
 * are exported to a collector of OpenTelemetry. Both are off unless they are configured.
 */
export { createMetrics, type Metrics } from './metrics.ts'
export { openMonitoring } from './open.ts'
export { openTracing, type TraceSettings } from './open-tracing.ts'
