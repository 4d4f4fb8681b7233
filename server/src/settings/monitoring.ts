import { type Static, Type } from 'typebox'
import type { TraceSettings } from '../monitoring/index.ts'
import { collectorAddress } from './types.ts'
import { SettingsError } from './errors.ts'

const Variables = Type.Object({
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      description: 'port of the metrics for Prometheus (docs/metrics.md); none: they are off',
    }),
  ),
  METRICS_HOST: Type.String({ default: '127.0.0.1', description: 'address on which METRICS_PORT listens' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress({
    description: 'collector of traces by OTLP over HTTP, such as http://localhost:4318; none: they are off',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    Type.String({ description: 'headers for that collector, name=value, commas between; values are URL-encoded' }),
  ),
  OTEL_SERVICE_NAME: Type.String({ default: 'cambist', description: 'name of the service in traces' }),
  OTEL_TRACES_SAMPLER_ARG: Type.String({
    default: '1',
    pattern: '^(0|1|0?\\.\\d{1,9}|1\\.0+)$',
    expected: 'a number from 0 to 1',
    description: 'share of traces to record, 0 to 1, of those that no client began',
  }),
})

/** Environment variables of monitoring. */
export const MONITORING_VARIABLES = Variables.properties

/** Settings of monitoring. */
export interface MonitoringSettings {
  /** Listener of the metrics; absent: no metrics are kept. */
  metrics?: { port: number; host: string }
  /** Export of traces; absent: they are off. */
  traces?: TraceSettings
}

/** Returns the settings of monitoring. @throws Error that names an invalid setting without its value */
export const monitoringOf = (env: Static<typeof Variables>): MonitoringSettings => ({
  ...(env.METRICS_PORT !== undefined && { metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST } }),
  ...(env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && {
    traces: {
      endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: headersOf(env.OTEL_EXPORTER_OTLP_HEADERS),
      service: env.OTEL_SERVICE_NAME,
      ratio: Number(env.OTEL_TRACES_SAMPLER_ARG),
    },
  }),
})

const HEADER = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*(\S*)\s*$/

/** Reads headers in the form of OpenTelemetry's setting. */
function headersOf(text: string | undefined): Record<string, string> {
  const entries = text?.split(',').map((part) => HEADER.exec(part)) ?? []
  try {
    return Object.fromEntries(entries.map((found) => [found![1]!, decodeURIComponent(found![2]!)]))
  } catch {
    const expected = 'it must be like name=value,name=value, with URL-encoded values'
    throw new SettingsError([`OTEL_EXPORTER_OTLP_HEADERS is not valid; ${expected}.`])
  }
}
